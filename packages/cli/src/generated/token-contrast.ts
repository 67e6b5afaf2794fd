/** Made by write-names.ts: do not edit. */
/** How much the colours of a design differ, pair by pair, in light and in dark: the one check of themes. */
import { parse, wcagContrast } from 'culori';
import { TOKEN_NAMES, type Tokens } from './design-tokens.ts';
import { bySchemes, pairsOf } from './token-pairs.ts';
import { tokenProperty } from './tokens.ts';

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
  const colourOf = (property: string): string => {
    const name = byProperty.get(property);
    if (!name) return '';
    // The focus has the accent's colour where it has none of its own.
    const own = tokens[name] ?? (name === 'focus' ? tokens.accent : undefined);
    return own ?? defaults[name] ?? '';
  };
  const isSet = (property: string) => Boolean(tokens[byProperty.get(property) ?? 'accent']);
  const pairs = pairsOf(isSet);
  return (['light', 'dark'] as const).flatMap((scheme, at) =>
    pairs.map(([over, behind, least]) => {
      const colours = [over, behind].map((name) => bySchemes(colourOf(name))[at] ?? '') as [
        string,
        string,
      ];
      const [first, second] = colours.map((colour) => parse(colour));
      const ratio = first && second ? wcagContrast(first, second) : undefined;
      return { over, behind, colours, scheme, least, ratio };
    }),
  );
}
