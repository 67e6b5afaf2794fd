/**
 * Whether who has no pointer sees where they are: for each control of a form, what the focus draws around it,
 * how thick, in how much contrast to what was there before, and whether something cuts it off.
 *
 * Nothing is really focused: that would take the focus from what the designer writes in. For a moment the page has
 * its style sheets with an attribute in the place of `:focus`, and is measured before it is drawn again.
 */
import { blend, type Color, parse, wcagContrast } from 'culori';
import { fieldName, shown } from './measure-form.ts';

/** WCAG 2.2, 2.4.13, in CSS pixels all around, and in contrast of what changes. */
const RING = { thick: 2, contrast: 3 } as const;

const STOPS =
  'button, select, a[href], iframe.wpwl-control, input:not([type="hidden"]), textarea, [tabindex="0"]';
const MARK = 'data-judged';
/** As browsers do it for what no style sheet says anything of. */
const BY_ITSELF = `:where([${MARK}]) { outline: auto 1px -webkit-focus-ring-color }`;
const AT_ONCE = '*, ::before, ::after { transition: none !important; animation: none !important }';
/** Farther from its border nothing counts as the ring of a control. */
const REACH = 16;

export interface HiddenFocus {
  readonly name: string;
  readonly what: string;
}

/**
 * The page's rules, as if what has the mark had the focus. They stand in the place of those that the form has
 * brought, of which some are for what has not got it.
 */
function markedSheets(page: Document): CSSStyleSheet[] {
  const view = page.defaultView as (Window & typeof globalThis) | null;
  if (!view) return [];
  const sheetOf = (css: string) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  };
  // A font that is declared once more would be loaded once more.
  const isFont = (rule: CSSRule) => rule instanceof view.CSSFontFaceRule;
  const fonts = page.adoptedStyleSheets.filter(({ cssRules }) => [...cssRules].some(isFont));
  const rules = [...page.styleSheets, ...page.adoptedStyleSheets].map(({ cssRules }) =>
    [...cssRules]
      .filter((rule) => !isFont(rule))
      .map(({ cssText }) => cssText)
      .join('\n')
      .replace(/:focus-within/g, `:is([${MARK}], :has([${MARK}]))`)
      .replace(/:focus(?:-visible)?(?![\w-])/g, `[${MARK}]`),
  );
  return [...fonts, ...[BY_ITSELF, ...rules, AT_ONCE].map(sheetOf)];
}

type Sides = readonly [top: number, right: number, bottom: number, left: number];

/** What is drawn at the edge of a box: by distance from its border's outer edge, outwards. */
interface Edge {
  readonly outline:
    | { readonly from: number; readonly to: number; readonly color: string }
    | undefined;
  readonly border: number;
  readonly borderColor: string;
  readonly background: string;
  readonly shadows: readonly Shadow[];
  readonly isBrowsers: boolean;
}

interface Shadow {
  readonly color: string;
  readonly isInset: boolean;
  readonly blur: number;
  readonly spread: number;
}

/** Computed: `rgb(0, 0, 0) 0px 1px 2px 0px inset, …` */
const shadowsOf = (css: string): Shadow[] =>
  css === 'none'
    ? []
    : css.split(/,(?![^(]*\))/).map((each) => {
        const [, , blur = 0, spread = 0] = [...each.matchAll(/(-?[\d.]+)px/g)].map(([, px]) =>
          Number(px),
        );
        const color = each.replace(/-?[\d.]+px|inset/g, '').trim();
        return { color, isInset: each.includes('inset'), blur, spread };
      });

function edgeOf(element: Element): Edge {
  const style = getComputedStyle(element);
  const [width, offset] = [style.outlineWidth, style.outlineOffset].map(Number.parseFloat) as [
    number,
    number,
  ];
  const isBrowsers = style.outlineStyle === 'auto';
  const isThere = style.outlineStyle !== 'none' && width > 0;
  return {
    outline: isThere ? { from: offset, to: offset + width, color: style.outlineColor } : undefined,
    border: style.borderTopStyle === 'none' ? 0 : Number.parseFloat(style.borderTopWidth),
    borderColor: style.borderTopColor,
    background: style.backgroundColor,
    shadows: shadowsOf(style.boxShadow),
    isBrowsers,
  };
}

const over = (layers: readonly string[]): Color | undefined =>
  layers.every((layer) => parse(layer)) ? blend([...layers], 'normal', 'rgb') : undefined;

/** How much of a shadow is left there; half way over its edge it is half gone. */
function strengthOf({ isInset, blur, spread }: Shadow, border: number, at: number): number {
  const beyond = isInset ? -at - border - spread : at - spread;
  if (blur === 0) return beyond < 0 ? 1 : 0;
  return Math.min(1, Math.max(0, 0.5 - beyond / (2 * blur)));
}

const faded = (color: string, strength: number): string => {
  const { alpha = 1, ...rest } = parse(color) ?? { mode: 'rgb', r: 0, g: 0, b: 0 };
  const { r, g, b } = rest as { r: number; g: number; b: number };
  return `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(' ')} / ${alpha * strength})`;
};

/** The colour in the middle of a pixel of an edge, over what is behind the box. */
function colourAt(edge: Edge, behind: string, at: number): Color | undefined {
  const isOutside = at > 0;
  const layers = [behind];
  for (const shadow of edge.shadows.toReversed()) {
    const strength = strengthOf(shadow, edge.border, at);
    if (!shadow.isInset && isOutside && strength > 0) layers.push(faded(shadow.color, strength));
  }
  if (!isOutside) {
    layers.push(edge.background);
    for (const shadow of edge.shadows.toReversed()) {
      const strength = strengthOf(shadow, edge.border, at);
      if (shadow.isInset && -at > edge.border && strength > 0) {
        layers.push(faded(shadow.color, strength));
      }
    }
    if (-at < edge.border) layers.push(edge.borderColor);
  }
  const { outline } = edge;
  if (outline && at > outline.from && at < outline.to) layers.push(outline.color);
  return over(layers);
}

/** What is behind a box. */
function behindOf(element: Element): string {
  const layers: string[] = [];
  for (let around = element.parentElement; around; around = around.parentElement) {
    layers.unshift(getComputedStyle(around).backgroundColor);
  }
  const isDark = element.ownerDocument.documentElement.dataset['scheme'] === 'dark';
  const found = over([isDark ? '#121212' : '#fff', ...layers]);
  if (found?.mode !== 'rgb') return isDark ? '#121212' : '#fff';
  const parts = [found.r, found.g, found.b].map((part) => Math.round(part * 255));
  return `rgb(${parts.join(' ')})`;
}

/** How far from its border a box can draw on each side until something cuts it off. */
function roomAround(element: Element): Sides {
  const box = element.getBoundingClientRect();
  const root = element.ownerDocument.documentElement;
  let room = [box.top + root.scrollTop, root.clientWidth - box.right, REACH, box.left];
  for (let around = element.parentElement; around; around = around.parentElement) {
    const { overflowX, overflowY, borderTopWidth, borderLeftWidth } = getComputedStyle(around);
    if (overflowX === 'visible' && overflowY === 'visible') continue;
    if (around === root || around === root.ownerDocument.body) continue;
    const { top, right, bottom, left } = around.getBoundingClientRect();
    const [y, x] = [borderTopWidth, borderLeftWidth].map(Number.parseFloat) as [number, number];
    const own = [
      box.top - top - y,
      right - x - box.right,
      bottom - y - box.bottom,
      box.left - left - x,
    ];
    room = room.map((each, side) => Math.min(each, own[side] ?? 0));
  }
  return room as unknown as Sides;
}

interface Ring {
  /** Pixels that change enough. */
  readonly good: number;
  /** Those that something cuts off among them. */
  readonly uncut: number;
  readonly changed: number;
  readonly contrast: number;
}

function ringOf(before: Edge, after: Edge, behind: string, room: Sides): Ring {
  if (after.isBrowsers && !before.isBrowsers) {
    return { good: RING.thick, uncut: RING.thick, changed: RING.thick, contrast: 21 };
  }
  const pixels = Array.from({ length: 2 * REACH }, (_, n) => n - REACH + 0.5).map((at) => {
    const [one, other] = [before, after].map((edge) => colourAt(edge, behind, at));
    return { at, contrast: one && other ? wcagContrast(one, other) : 1 };
  });
  const enough = pixels.filter(({ contrast }) => contrast >= RING.contrast);
  const seen = room.map((most) => enough.filter(({ at }) => at < most).length);
  return {
    good: Math.min(...seen),
    uncut: enough.length,
    changed: pixels.filter(({ contrast }) => contrast > 1.05).length,
    contrast: Math.max(...pixels.map(({ contrast }) => contrast)),
  };
}

function faultOf({ good, uncut, changed, contrast }: Ring): string | undefined {
  if (good >= RING.thick) return undefined;
  if (uncut >= RING.thick) return 'draws a ring that is cut off';
  if (changed === 0) return 'looks the same with the focus';
  const least = `${RING.contrast} : 1`;
  if (changed >= RING.thick && uncut === 0) {
    return `changes by ${(Math.floor(contrast * 100) / 100).toFixed(2)} : 1 at most, and not by ${least}`;
  }
  return `changes by ${least} in ${uncut} of ${RING.thick} pixels`;
}

/** The control and what is around it, of which any may show that the control has the focus. */
function showersOf(stop: Element): Element[] {
  const found: Element[] = [];
  for (let each: Element | null = stop; each; each = each.parentElement) {
    if (each.matches('form, .wpwl-container, .wpwl-methods, .wpwl-pay')) break;
    found.push(each);
  }
  return found;
}

/** Controls that do not show that they have the focus. */
export function hiddenFocuses(page: Document): HiddenFocus[] {
  const stops = shown(page, STOPS).filter(
    // One that has the focus looks as it does with it already.
    (stop) =>
      stop.closest('.wpwl-container, .wpwl-methods, .wpwl-pay') &&
      !stop.matches(':disabled, :focus, [data-focus]'),
  );
  // A copy: what the page answers follows what it is given.
  const own = [...page.adoptedStyleSheets];
  page.adoptedStyleSheets = markedSheets(page);
  try {
    return faultsAt(stops);
  } finally {
    // Else what goes back would do so in a transition.
    page.body.getBoundingClientRect();
    page.adoptedStyleSheets = own;
  }
}

function faultsAt(stops: readonly HTMLElement[]): HiddenFocus[] {
  const found = new Map<string, HiddenFocus>();
  for (const stop of stops) {
    const showers = showersOf(stop);
    const before = showers.map(edgeOf);
    stop.setAttribute(MARK, '');
    // What the form says of a frame that has the focus.
    if (stop instanceof (stop.ownerDocument.defaultView ?? window).HTMLIFrameElement)
      stop.dataset['focus'] = '';
    const [best] = showers
      .map((shower, n) =>
        ringOf(before[n] ?? edgeOf(shower), edgeOf(shower), behindOf(shower), roomAround(shower)),
      )
      .sort(
        (one, other) =>
          other.good - one.good || other.uncut - one.uncut || other.changed - one.changed,
      );
    stop.removeAttribute(MARK);
    stop.removeAttribute('data-focus');
    const what = best && faultOf(best);
    const name = fieldName(stop);
    if (what) found.set(name + what, { name, what });
  }
  return [...found.values()];
}
