/** What `doctor` finds slow, of what it has measured. */
import { expect, it } from 'vitest';
import { checkSpeed } from '../src/doctor/check-script.ts';
import type { Facts, Loaded } from '../src/doctor/facts.ts';

const loaded = (ms: number, type = 'script'): Loaded => ({
  url: `https://shop.example/${ms}`,
  type,
  ms,
  isFailed: false,
});
const messages = (all: readonly Loaded[]) => {
  const facts: Partial<Facts> = { scripts: [], preconnects: [], loaded: all, url: '' };
  return checkSpeed(facts as Facts).map(({ message }) => message);
};

it('leaves alone what takes a second, and the page itself', () => {
  expect(messages([loaded(1_000), loaded(9_000, 'document'), loaded(1_001)])).toEqual([
    'https://shop.example/1001 takes 1.0 s',
  ]);
});

it('tells the five slowest, whenever they were loaded', () => {
  expect(messages([2_000, 7_000, 3_000, 4_000, 5_000, 6_000].map((ms) => loaded(ms)))).toEqual(
    [7, 6, 5, 4, 3].map((seconds) => `https://shop.example/${seconds}000 takes ${seconds}.0 s`),
  );
});
