/** What of a form, as it stands in its page, is too small to hit or does not fit. */

/** WCAG 2.2, 2.5.8, and what fingers hit well (2.5.5), in CSS pixels. */
export const TARGET = { least: 24, good: 44 } as const;

const TARGETS =
  'button, select, iframe.wpwl-control, input:not([type="hidden"], [type="radio"], [type="checkbox"]), .wpwl-method';
/** What is meant to stand in one line. */
const ONE_LINE = 'label, legend, button, .wpwl-label, .wpwl-method';

const shown = (root: Document, selector: string): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(selector)].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().width > 1,
  );

const nameOf = (element: HTMLElement): string =>
  (
    element.getAttribute('aria-label') ||
    element.textContent ||
    element.getAttribute('name') ||
    element.title ||
    element.className
  ).trim();

export interface SmallTarget {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

export const smallTargets = (page: Document): SmallTarget[] =>
  shown(page, TARGETS).flatMap((element) => {
    const { width, height } = element.getBoundingClientRect();
    if (Math.min(width, height) >= TARGET.good) return [];
    return [{ name: nameOf(element), width: Math.round(width), height: Math.round(height) }];
  });

export interface Misfit {
  readonly text: string;
  readonly what: 'is cut' | 'wraps';
}

/** In how many lines the texts of an element stand. */
function linesOf(element: HTMLElement): number {
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let most = 0;
  while (texts.nextNode()) {
    const range = element.ownerDocument.createRange();
    range.selectNodeContents(texts.currentNode);
    const bottoms: number[] = [];
    for (const { bottom, width } of range.getClientRects()) {
      if (width > 1 && !bottoms.some((each) => Math.abs(each - bottom) < 3)) bottoms.push(bottom);
    }
    most = Math.max(most, bottoms.length);
  }
  return most;
}

/** Whether something around a text, up to the form, hides a part of it. */
function isCut(element: HTMLElement): boolean {
  const { overflowX, textOverflow } = getComputedStyle(element);
  const hides = overflowX !== 'visible' || textOverflow === 'ellipsis';
  return hides && element.scrollWidth > element.clientWidth + 1;
}

/** Labels and buttons whose words are cut or go on in a second line. */
export function misfits(page: Document): Misfit[] {
  const found = new Map<string, Misfit>();
  for (const element of shown(page, ONE_LINE)) {
    const text = nameOf(element).replace(/\s+/g, ' ');
    if (text === '') continue;
    const what = isCut(element) ? 'is cut' : linesOf(element) > 1 ? 'wraps' : undefined;
    if (what && !found.has(text)) found.set(text, { text, what });
  }
  return [...found.values()];
}
