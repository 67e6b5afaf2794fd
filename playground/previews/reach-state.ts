/** Brings a real form to a state, by what the page around it may do, and waits until it is seen. */
import { endCheckout } from './checkouts.ts';
import { type FormStateOnShow, OTHER_BLOCK } from './states.ts';

/** A form that is not there by then is not coming. */
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 40;

const isVisible = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true }) &&
  element.getBoundingClientRect().height > 0;

const visible = (root: Document, selector: string): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(selector)].filter(isVisible);

/** Answers what is looked for; undefined when it does not come, or the frame is gone. */
export async function until<T>(frame: HTMLIFrameElement, look: (page: Document) => T | undefined) {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end && frame.isConnected) {
    const page = frame.contentDocument;
    const found = page ? look(page) : undefined;
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return undefined;
}

const first = (selector: string) => (page: Document) => visible(page, selector).at(0);

/** The document is the form's, and not the result page or the empty one before. */
export const isReady = (page: Document): true | undefined =>
  // A document that has only begun has no element yet.
  page.querySelector(':root[data-ready]') ? true : undefined;

/** Whether the state was reached. */
export async function reachState(
  frame: HTMLIFrameElement,
  state: FormStateOnShow,
): Promise<boolean> {
  const { act, seen } = state;
  if (act) {
    if (!(await until(frame, isReady))) return false;
    if (act === 'payOffline' && frame.contentDocument) forbidCalls(frame.contentDocument);
    if (act === 'payOver') {
      await endCheckout(new URL(frame.src).searchParams.get('checkout') ?? '');
    }
    if (act === 'choose') {
      // In the classic form each has its block, and there is nothing to choose.
      await until(frame, first(`.wpwl-method, ${OTHER_BLOCK}`));
      const rows = frame.contentDocument ? visible(frame.contentDocument, '.wpwl-method') : [];
      // Its label would take the focus, and scroll to it.
      rows.at(-1)?.querySelector<HTMLElement>('[type=radio]')?.click();
    } else if (act === 'remove') {
      (await until(frame, first('[data-removal="ask"]')))?.click();
    } else {
      (await until(frame, first('.wpwl-button-pay')))?.click();
    }
  }
  const found = await until(frame, first(seen));
  return found !== undefined;
}

/** From now on the browser lets nothing out of the page: its policies add up. */
function forbidCalls(page: Document): void {
  const policy = page.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "connect-src 'none'";
  page.head.append(policy);
}
