/** Made by write-names.ts: do not edit. */
/** How much the colours of a design differ, pair by pair, in light and in dark: the one check of themes. */
import { blend, formatHex, parse, wcagContrast } from 'culori';
import { TOKEN_NAMES, type Tokens } from './design-tokens.ts';
import { bySchemes, isStateColour, PAIRS, STATE_COLOURS } from './token-pairs.ts';
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

/** @param defaults what the form has by itself: the theme calm */
export function checkContrast(tokens: Tokens, defaults: Tokens): CheckedPair[] {
  const colourOf = (name: TokenName, scheme: 0 | 1): string => {
    const own = tokens[name];
    if (own !== undefined) return bySchemes(own)[scheme];
    const { of, black } = isStateColour(name) ? { black: undefined, ...STATE_COLOURS[name] } : {};
    // Of a state without a colour of its own: what the form makes of the other one.
    if (of === undefined || black === undefined || (name === 'focus' && !tokens.accent)) {
      return bySchemes(defaults[name] ?? '')[scheme];
    }
    const base = colourOf(of, scheme);
    return parse(base) ? formatHex(blend([base, `rgb(0 0 0 / ${black})`])) : base;
  };
  return (['light', 'dark'] as const).flatMap((scheme, at) =>
    PAIRS.map(([over, behind, least]) => {
      const colours = [over, behind].map((property) => {
        const name = byProperty.get(property);
        return name ? colourOf(name, at === 0 ? 0 : 1) : '';
      }) as [string, string];
      const [first, second] = colours.map((colour) => parse(colour));
      const ratio = first && second ? wcagContrast(first, second) : undefined;
      return { over, behind, colours, scheme, least, ratio };
    }),
  );
}
