/** What the form draws in a colour: the design's own, or what the form makes of others where it has none. */
import { blend, formatHex } from 'culori';
import type { Tokens } from '../../contract/design-tokens.ts';
import { bySchemes, isStateColour, STATE_COLOURS } from '../../contract/token-pairs.ts';
import { readColour } from '../../contract/token-rules.ts';
import type { TokenName } from '../../contract/tokens.ts';
import { CALM } from '../design/themes.ts';

/** Half of this one lies over what the token is the state of. */
const HALF_COVERED_BY: Readonly<Partial<Record<TokenName, TokenName>>> = {
  disabled: 'surface',
  onDisabled: 'surface',
};

/** @param share of the upper colour, 0 to 1 */
function over(upper: string, lower: string, share: number): string {
  const [top, bottom] = [readColour(upper), readColour(lower)];
  return top && bottom ? formatHex(blend([bottom, { ...top, alpha: share }])) : lower;
}

function made(name: TokenName, at: 0 | 1, tokens: Tokens): string | undefined {
  if (name === 'buttonEdge') return colourIn('onAccent', at, tokens);
  if (!isStateColour(name)) return undefined;
  const { of, black } = { black: undefined, ...STATE_COLOURS[name] };
  const base = colourIn(of, at, tokens);
  const cover = HALF_COVERED_BY[name];
  if (cover) return over(colourIn(cover, at, tokens), base, 0.5);
  return black === undefined ? undefined : over('#000', base, black);
}

/** @param at 0 in a light page, 1 in a dark one */
export function colourIn(name: TokenName, at: 0 | 1, tokens: Tokens): string {
  const own = tokens[name];
  const both = own ?? made(name, at, tokens) ?? CALM.tokens[name] ?? '';
  return bySchemes(both)[at];
}
