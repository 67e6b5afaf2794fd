/** Made by write-names.ts: do not edit. */
/** Finds the known name that was meant by one with a slip in it. */

/** In case and separators people differ before they differ in letters: `cardNumber`, `Card.Number`. */
const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** One slip in four letters, so that no short name is near to every other one. */
const slipsAllowed = (name: string): number => Math.max(1, Math.floor(name.length / 4));

/** A longer name is no slip, and comparing it would cost time. */
const LONGEST = 80;

/**
 * The nearest of `known` to `written`; undefined where none is near. Of equally near ones the first.
 * A name that differs by case and separators only is nearest of all.
 */
export function nearestName(written: string, known: Iterable<string>): string | undefined {
  const sought = bare(written);
  if (sought === '' || written.length > LONGEST) return undefined;
  let best: { readonly name: string; readonly slips: number } | undefined;
  for (const name of known) {
    const candidate = bare(name);
    const most = Math.min(slipsAllowed(candidate), (best?.slips ?? Number.POSITIVE_INFINITY) - 1);
    if (most < 0 || Math.abs(candidate.length - sought.length) > most) continue;
    const slips = slipsBetween(sought, candidate);
    if (slips <= most) best = { name, slips };
  }
  return best?.name;
}

/**
 * How many letters were left out, added, mistaken, or swapped with their neighbour (optimal string
 * alignment).
 */
export function slipsBetween(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, n) => n);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        ...(isSwapped ? [(before[j - 2] ?? 0) + 1] : []),
      );
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
