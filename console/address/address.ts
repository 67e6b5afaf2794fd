/** The address of the page as signals: what is shown follows it, and each link is a view. */
import { batch, computed, signal } from '@preact/signals';

/** Path of the page, `/payments/…`. */
export const path = signal(location.pathname);
/** What stands behind the question mark, without it. */
export const search = signal(location.search.slice(1));
/** The same, to be read by name. */
export const query = computed(() => new URLSearchParams(search.value));

/** Grows with each page that was opened, so that the page knows to take the focus. */
export const visits = signal(0);

function follow(isVisit: boolean): void {
  batch(() => {
    if (isVisit && path.value !== location.pathname) visits.value += 1;
    path.value = location.pathname;
    search.value = location.search.slice(1);
  });
}

/** How many pages of the console are behind this one in the tab. */
const depth = (): number => (typeof history.state?.depth === 'number' ? history.state.depth : 0);

/** Whether a step back stays in the console. */
export const canGoBack = (): boolean => depth() > 0;

/** Opens a page of the console. */
export function go(href: string): void {
  history.pushState({ depth: depth() + 1 }, '', href);
  follow(true);
  scrollTo(0, 0);
}

/** Changes the view of the same page: what was there before is not a step to go back to. */
export function replace(href: string): void {
  history.replaceState(history.state, '', href);
  follow(false);
}

/** The address of a path with parameters; those without a value are left out. */
export function href(
  to: string,
  values: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const written = new URLSearchParams(given).toString();
  return written ? `${to}?${written}` : to;
}

/** The address with some parameters changed, the others as they are; an empty value takes one away. */
export function withQuery(changes: Readonly<Record<string, string | undefined>>): string {
  return href(path.value, { ...Object.fromEntries(query.value), ...changes });
}

/** A click that the browser would follow in the same tab. */
const isPlain = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/** Follows links within the console without loading the page again. */
export function followLinks(): void {
  addEventListener('popstate', () => follow(true));
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || !isPlain(event)) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    // Of the server, such as a file to download.
    if (link.pathname.startsWith('/admin/')) return;
    event.preventDefault();
    if (link.hash && link.pathname === location.pathname) {
      document.querySelector<HTMLElement>(link.hash)?.focus();
      return;
    }
    go(link.pathname + link.search);
  });
}
