/** What of a form, as it stands in its page, is too small to hit or does not fit. */

/** WCAG 2.2, 2.5.8, and what fingers hit well (2.5.5), in CSS pixels. */
export const TARGET = { least: 24, good: 44 } as const;

const TARGETS =
  'button, select, iframe.wpwl-control, input:not([type="hidden"], [type="radio"], [type="checkbox"]), .wpwl-method';
/** What is meant to stand in one line. */
const ONE_LINE = 'label, legend, button, .wpwl-label, .wpwl-method';

/** A frame that is not there by then is not coming. */
const FRAMES_MS = 5_000;
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Fonts of the channel come after the form: until then its texts are as wide as another font has them. */
export async function fontsThere({ body, fonts }: Document): Promise<void> {
  // A browser asks for a font once it has laid out a text that needs it.
  body.getBoundingClientRect();
  await fonts.ready;
}

/** A label that a frame finds too long for its place is said shorter, once it has been laid out. */
export async function framesSettled(page: Document): Promise<void> {
  const isReady = () =>
    [...page.querySelectorAll('iframe.wpwl-control')].every((frame) =>
      frame.checkVisibility() ? frame.getAttribute('data-ready') === '' : true,
    );
  const end = performance.now() + FRAMES_MS;
  while (!isReady() && performance.now() < end) await nextFrame();
  // The form looks at the next frame, and what it sends is there at the one after.
  for (let left = 3; left > 0; left--) await nextFrame();
}

export const shown = (root: Document, selector: string): HTMLElement[] =>
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

/** As its label names it. */
export const fieldName = (element: HTMLElement): string => {
  const label = element.closest('.wpwl-group')?.querySelector('label')?.textContent?.trim();
  return element.getAttribute('aria-label') || label || nameOf(element.closest('label') ?? element);
};

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
  readonly what: 'is cut' | 'is cut in its field' | 'wraps';
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
  if (textOverflow !== 'ellipsis') {
    return overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
  }
  // A part of a pixel too much, and dots take the place of two letters.
  const text = element.ownerDocument.createRange();
  text.selectNodeContents(element);
  const room = element.getBoundingClientRect().width;
  return text.getBoundingClientRect().width > room + 0.1;
}

const ruler = new OffscreenCanvas(1, 1).getContext('2d');

/** Whether what stands in an empty field is wider than it; one in a frame has the frame's own font. */
function isPlaceholderCut(field: HTMLElement, text: string): boolean {
  if (!ruler) return false;
  const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field);
  // Not as `font`: that has no value beside digits of one width.
  ruler.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  return ruler.measureText(text).width > room + 1;
}

/** All that is to be read in the form, also in fields that are empty. */
export function shownTexts(page: Document): Set<string> {
  const texts = shown(page, '.wpwl-container *').flatMap((element) => [
    ...[...element.childNodes].flatMap((node) => (node.nodeType === 3 ? [node.nodeValue] : [])),
    element.getAttribute('placeholder'),
    element.getAttribute('aria-label'),
  ]);
  return new Set(texts.map((text) => text?.replace(/\s+/g, ' ').trim() ?? '').filter(Boolean));
}

/** Labels and buttons whose words are cut or go on in a second line, and placeholders that are cut. */
export function misfits(page: Document): Misfit[] {
  const found = new Map<string, Misfit>();
  const add = (misfit: Misfit) => found.set(Object.values(misfit).join(), misfit);
  for (const field of shown(page, '.wpwl-control[placeholder]')) {
    const text = field.getAttribute('placeholder') ?? '';
    if (isPlaceholderCut(field, text)) add({ text, what: 'is cut in its field' });
  }
  for (const element of shown(page, ONE_LINE)) {
    const text = nameOf(element).replace(/\s+/g, ' ');
    if (text === '') continue;
    const what = isCut(element) ? 'is cut' : linesOf(element) > 1 ? 'wraps' : undefined;
    if (what) add({ text, what });
  }
  return [...found.values()];
}
