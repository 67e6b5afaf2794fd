/** Made by write-names.ts: do not edit. */
/**
 * Which tokens are seen on which, and how much they have to differ, and which are there for a state: what
 * every check of a theme goes by.
 */
import type { TokenName } from './tokens.ts';

interface StateColour {
  /** What it is the state of. */
  readonly of: TokenName;
  /** What the form has where the design gives none. */
  readonly otherwise: string;
  /** How much black that puts over the other one. */
  readonly black?: number;
}

/** Colours of states: each is the form's own choice until a design makes it. */
export const STATE_COLOURS = {
  accentHover: { of: 'accent', otherwise: '12 % black over it', black: 0.12 },
  accentActive: { of: 'accent', otherwise: '20 % black over it', black: 0.2 },
  focus: { of: 'accent', otherwise: 'the same colour', black: 0 },
  disabled: { of: 'accent', otherwise: 'half of surface over it' },
  onDisabled: { of: 'onAccent', otherwise: 'half of it, half of surface' },
  error: { of: 'surface', otherwise: 'the red of the theme calm' },
  muted: { of: 'text', otherwise: 'the grey of the theme calm' },
} as const satisfies Readonly<Partial<Record<TokenName, StateColour>>>;

export const isStateColour = (name: string): name is keyof typeof STATE_COLOURS =>
  Object.hasOwn(STATE_COLOURS, name);

export interface MissingStates {
  readonly base: TokenName;
  readonly states: readonly (keyof typeof STATE_COLOURS)[];
}

/** States that have no colour of their own where what they are the state of has one. */
export function missingStates(isGiven: (name: TokenName) => boolean): MissingStates[] {
  const states = Object.keys(STATE_COLOURS).filter(isStateColour);
  const bases = new Set<TokenName>(states.map((name) => STATE_COLOURS[name].of));
  return [...bases].filter(isGiven).flatMap((base) => {
    const missing = states.filter((name) => STATE_COLOURS[name].of === base && !isGiven(name));
    return missing.length > 0 ? [{ base, states: missing }] : [];
  });
}

/** Text over what is behind it, and the least contrast (WCAG 2.2, 1.4.3 and 1.4.11). */
export const PAIRS: readonly (readonly [over: string, behind: string, least: number])[] = [
  ['--wpwl-text', '--wpwl-field', 4.5],
  ['--wpwl-text', '--wpwl-surface', 4.5],
  ['--wpwl-muted', '--wpwl-field', 4.5],
  ['--wpwl-on-accent', '--wpwl-accent', 4.5],
  ['--wpwl-error', '--wpwl-surface', 4.5],
  ['--wpwl-border', '--wpwl-field', 3],
  ['--wpwl-error', '--wpwl-field', 3],
  ['--wpwl-focus', '--wpwl-field', 3],
  ['--wpwl-focus', '--wpwl-surface', 3],
  ['--wpwl-on-accent', '--wpwl-accent-hover', 4.5],
  ['--wpwl-on-accent', '--wpwl-accent-active', 4.5],
];

/** A value in a light and in a dark page. */
export function bySchemes(value: string): [light: string, dark: string] {
  const [, both] = /^light-dark\((.*)\)$/is.exec(value.trim()) ?? [];
  if (both === undefined) return [value.trim(), value.trim()];
  let depth = 0;
  for (const [n, sign] of [...both].entries()) {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (sign === ',' && depth === 0) return [both.slice(0, n).trim(), both.slice(n + 1).trim()];
  }
  return [both.trim(), both.trim()];
}
