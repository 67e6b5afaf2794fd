/** What a shopper sees of a frame, as far as the page can tell (contract/field-evidence.ts). */
import type { FrameView } from '../../../../contract/field-evidence.ts';

/** With other values than these a browser cannot say whether something lies over an element. */
const EFFECTS = [
  'opacity',
  'visibility',
  'mix-blend-mode',
  'rotate',
  'scale',
  'filter',
  'backdrop-filter',
  'transform',
];
const NO_EFFECT = /^1,visible,normal,none,none,none,(none)?,(none|matrix\(1, 0, 0, 1,.*)$/;

const hasEffect = (element: Element): boolean => {
  const style = getComputedStyle(element);
  return !NO_EFFECT.test(EFFECTS.map((name) => style.getPropertyValue(name)).join());
};

/** A tab that is not chosen, or a slide that has faded out, keeps its place. */
const isShown = (frame: HTMLElement): boolean =>
  frame.checkVisibility?.({ visibilityProperty: true, opacityProperty: true }) ?? true;

export function viewOf(frame: HTMLElement): FrameView {
  const root = frame.getRootNode() as Document | ShadowRoot;
  const { left, right, width, top, height } = frame.getBoundingClientRect();
  const style = getComputedStyle(frame);
  const padding = (side: string) => Number.parseFloat(style.getPropertyValue(`padding-${side}`));
  // The middle of what is typed into: the logos stand beside it, on the padding.
  const logos = (padding('right') - padding('left')) / 2 || 0;
  const seen = root.elementFromPoint((left + right) / 2 - logos, top + height / 2);
  if (width && seen && !seen.contains(frame) && isShown(frame)) return 'covered';
  for (let element: Element | null = frame; element; element = parentOf(element)) {
    if (hasEffect(element)) return 'faded';
  }
  return 'clear';
}

/** Also out of a shadow root. */
function parentOf(element: Element): Element | null {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}
