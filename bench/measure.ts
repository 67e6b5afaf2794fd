/** What the measurements share: sides that take turns, medians, and how a result is shown. */
import { loadavg } from 'node:os';

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, middle + 1);
  return (low + high) / 2;
};

/** A whole number that was given on the command line. */
export function countArgument(position: number, otherwise: number): number {
  const given = process.argv[2 + position];
  const count = given === undefined ? otherwise : Number(given);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`not a count: ${given}`);
  return count;
}

/**
 * Measures every side once in each round, so that what disturbs the machine disturbs all of them.
 * Each round goes through the sides in the opposite order of the one before.
 * @returns the figures of each side, by round
 */
export async function takeTurns<Side extends string, Figures>(
  rounds: number,
  sides: Readonly<Record<Side, (round: number) => Promise<Figures>>>,
): Promise<Record<Side, Figures[]>> {
  const names = Object.keys(sides) as Side[];
  const figures = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Side,
    Figures[]
  >;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      figures[name].push(await sides[name](round));
      process.stderr.write(`\rround ${round + 1} of ${rounds}: ${name} `.padEnd(78));
    }
  }
  process.stderr.write(`\r${''.padEnd(78)}\r`);
  return figures;
}

export interface Comparison {
  readonly what: string;
  readonly unit: string;
  /** By round. */
  readonly ours: readonly number[];
  readonly yardstick: readonly number[];
  /** Of ours to the yardstick; none for what is only told. */
  readonly target?: { readonly atMost: number } | { readonly atLeast: number };
  /** The target is for our own figure. */
  readonly isAbsolute?: boolean;
}

/** Medians of both sides, the median of the rounds' ratios with their range, and the target. */
export function printComparisons(title: string, comparisons: readonly Comparison[]): void {
  const rows = comparisons.map(({ what, unit, ours, yardstick, target, isAbsolute }) => {
    const ratios = ours.map((value, round) => value / (yardstick[round] ?? Number.NaN));
    const measured = isAbsolute ? median(ours) : median(ratios);
    const limit = target && ('atMost' in target ? target.atMost : target.atLeast);
    const isMet =
      target && ('atMost' in target ? measured <= target.atMost : measured >= (limit ?? 0));
    const sign = isAbsolute ? ` ${unit}` : ' ×';
    return [
      what,
      `${shown(median(ours))} ${unit}`,
      `${shown(median(yardstick))} ${unit}`,
      ratios.every(Number.isFinite) ? `${median(ratios).toFixed(2)} (${ratioRange(ratios)})` : '',
      target ? `${'atMost' in target ? '≤' : '≥'} ${limit}${sign}` : '',
      isMet === undefined ? '' : isMet ? 'met' : 'MISSED',
    ];
  });
  process.stdout.write(`\n${title}\n\n`);
  printTable(['', 'ours', 'yardstick', 'ratio (range)', 'target', ''], rows);
  const [load = 0] = loadavg();
  process.stdout.write(`\nmedians; load average of this machine at the end: ${load.toFixed(1)}\n`);
}

const ratioRange = (ratios: readonly number[]) =>
  `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;

const shown = (value: number): string =>
  Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : value.toFixed(Math.abs(value) < 10 ? 2 : 1);

export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of [head, widths.map((width) => '─'.repeat(width)), ...rows]) {
    const cells = widths.map((width, column) =>
      column === 0 ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width),
    );
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
}
