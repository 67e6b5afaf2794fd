/** Made by write-names.ts: do not edit. */
/** Which tokens are seen on which, and how much they have to differ: what every check of a theme goes by. */

/** Text over what is behind it, and the least contrast (WCAG 2.2, 1.4.3 and 1.4.11). */
export const PAIRS: readonly (readonly [over: string, behind: string, least: number])[] = [
  ['--wpwl-text', '--wpwl-field', 4.5],
  ['--wpwl-text', '--wpwl-surface', 4.5],
  ['--wpwl-muted', '--wpwl-field', 4.5],
  ['--wpwl-on-accent', '--wpwl-accent', 4.5],
  ['--wpwl-error', '--wpwl-surface', 4.5],
  ['--wpwl-border', '--wpwl-field', 3],
  ['--wpwl-focus', '--wpwl-field', 3],
];

/** The same of states that look as others do until a design says otherwise. */
const PAIRS_OF_STATES: typeof PAIRS = [
  ['--wpwl-on-accent', '--wpwl-accent-hover', 4.5],
  ['--wpwl-on-accent', '--wpwl-accent-active', 4.5],
];

/** @param isSet whether the design has a custom property of its own */
export const pairsOf = (isSet: (property: string) => boolean): typeof PAIRS => [
  ...PAIRS,
  ...PAIRS_OF_STATES.filter(([, behind]) => isSet(behind)),
];

/** A value in a light and in a dark page. */
export function bySchemes(value: string): [light: string, dark: string] {
  const [, both] = /^light-dark\((.*)\)$/s.exec(value.trim()) ?? [];
  if (both === undefined) return [value.trim(), value.trim()];
  let depth = 0;
  for (const [n, sign] of [...both].entries()) {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (sign === ',' && depth === 0) return [both.slice(0, n).trim(), both.slice(n + 1).trim()];
  }
  return [both.trim(), both.trim()];
}
