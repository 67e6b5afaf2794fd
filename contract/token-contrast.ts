/** How much the colours of a design differ, pair by pair, in light and in dark: the one check of themes. */
import { blend, formatHex, oklab, wcagContrast } from 'culori';
import { TOKEN_NAMES, type Tokens } from './design-tokens.ts';
import { bySchemes, isStateColour, PAIRS, STATE_COLOURS } from './token-pairs.ts';
import { readColour } from './token-rules.ts';
import { type TokenName, tokenProperty } from './tokens.ts';

export interface CheckedPair {
  /** Custom properties. */
  readonly over: string;
  readonly behind: string;
  /** Their colours in this scheme. */
  readonly colours: readonly [over: string, behind: string];
  readonly scheme: 'light' | 'dark';
  readonly least: number;
  /** Undefined for a value that only the browser knows, as `var()`. */
  readonly ratio: number | undefined;
}

const byProperty = new Map(TOKEN_NAMES.map((name) => [tokenProperty(name), name]));

const SCHEMES = ['light', 'dark'] as const;

/** What the form draws in a light (0) or a dark page (1). */
function colourOf(name: TokenName, scheme: 0 | 1, tokens: Tokens, defaults: Tokens): string {
  const own = tokens[name];
  if (own !== undefined) return bySchemes(own)[scheme];
  const { of, black } = isStateColour(name) ? { black: undefined, ...STATE_COLOURS[name] } : {};
  // Of a state without a colour of its own: what the form makes of the other one.
  if (of === undefined || black === undefined || (name === 'focus' && !tokens.accent)) {
    return bySchemes(defaults[name] ?? '')[scheme];
  }
  const base = colourOf(of, scheme, tokens, defaults);
  return readColour(base) ? formatHex(blend([base, `rgb(0 0 0 / ${black})`])) : base;
}

/** Never up to what would be enough. */
export const roundedDown = (value: number, digits: number): string =>
  (Math.floor(value * 10 ** digits) / 10 ** digits).toFixed(digits);

/** @param defaults what the form has by itself: the theme calm */
export function checkContrast(tokens: Tokens, defaults: Tokens): CheckedPair[] {
  return SCHEMES.flatMap((scheme, at) =>
    PAIRS.map(([over, behind, least]) => {
      const colours = [over, behind].map((property) => {
        const name = byProperty.get(property);
        return name ? colourOf(name, at === 0 ? 0 : 1, tokens, defaults) : '';
      }) as [string, string];
      const [first, second] = colours.map(readColour);
      const ratio = first && second ? wcagContrast(first, second) : undefined;
      return { over, behind, colours, scheme, least, ratio };
    }),
  );
}

/** From here on a colour is vivid: with more chroma (OKLab) it is the same one, as red is to the eye. */
const VIVID = 0.1;
/**
 * Of two colours in OKLab, without their lightness: a light and a dark red are both red. It is what 29
 * degrees of hue make between vivid colours, and half of a vivid colour's way to grey.
 */
const LEAST_DIFFERENCE = 0.05;

/** How far two colours are apart as colours have names: 0 is the same one. */
function differenceOf(one: string, other: string): number | undefined {
  const [first, second] = [one, other].map((css) => {
    const { a, b } = oklab(readColour(css)) ?? { a: 0, b: 0 };
    const chroma = Math.hypot(a, b);
    const share = chroma > VIVID ? VIVID / chroma : 1;
    return readColour(css) && { a: a * share, b: b * share };
  });
  return first && second && Math.hypot(first.a - second.a, first.b - second.b);
}

/** A focus that looks like an error. */
export interface FocusLikeError {
  readonly colours: readonly [focus: string, error: string];
  readonly scheme: 'light' | 'dark';
  /** How near they are, in words. */
  readonly nearness: string;
}

/** In which pages a field that has the focus looks as one that is wrong. */
export function focusLikeError(tokens: Tokens, defaults: Tokens): FocusLikeError[] {
  return SCHEMES.flatMap((scheme, at) => {
    const colour = (name: TokenName) => colourOf(name, at === 0 ? 0 : 1, tokens, defaults);
    const colours = [colour('focus'), colour('error')] as const;
    const difference = differenceOf(...colours);
    if (difference === undefined || difference >= LEAST_DIFFERENCE) return [];
    const nearness = `without lightness they differ by ${roundedDown(difference, 3)}, which should be ${LEAST_DIFFERENCE}`;
    return [{ colours, scheme, nearness }];
  });
}
