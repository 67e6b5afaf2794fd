/** How much the colours of a design differ, pair by pair, in light and in dark. */
import { parse, wcagContrast } from 'culori';
import { TOKEN_NAMES, type Tokens } from '../../contract/design-tokens.ts';
import { bySchemes, PAIRS } from '../../contract/token-pairs.ts';
import { tokenProperty } from '../../contract/tokens.ts';
import { CALM } from '../design/themes.ts';

export interface JudgedPair {
  readonly over: string;
  readonly behind: string;
  readonly scheme: 'light' | 'dark';
  readonly least: number;
  /** Undefined for a value that only the browser knows, as `var()`. */
  readonly ratio: number | undefined;
}

const byProperty = new Map(TOKEN_NAMES.map((name) => [tokenProperty(name), name]));

export function judgeContrast(tokens: Tokens): JudgedPair[] {
  const colourOf = (property: string): string => {
    const name = byProperty.get(property);
    if (!name) return '';
    // The focus has the accent's colour where it has none of its own.
    const own = tokens[name] ?? (name === 'focus' ? tokens.accent : undefined);
    return own ?? CALM.tokens[name] ?? '';
  };
  return (['light', 'dark'] as const).flatMap((scheme, at) =>
    PAIRS.map(([over, behind, least]) => {
      const [first, second] = [over, behind].map((name) =>
        parse(bySchemes(colourOf(name))[at] ?? ''),
      );
      const ratio = first && second ? wcagContrast(first, second) : undefined;
      return { over, behind, scheme, least, ratio };
    }),
  );
}
