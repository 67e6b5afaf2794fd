/** What merchants do, at random. */
import fc from 'fast-check';
import type { Act, Dice } from './call.ts';
import { CHECKOUTS } from './checkouts.ts';
import { CLOCK } from './clock.ts';
import { OPERATIONS } from './operations.ts';
import { PAYMENTS } from './payments.ts';
import { REGISTRATIONS } from './registrations.ts';
import { SCHEDULES } from './schedules.ts';

export const ACTS: Readonly<Record<string, Act>> = {
  ...PAYMENTS,
  ...OPERATIONS,
  ...REGISTRATIONS,
  ...CHECKOUTS,
  ...SCHEDULES,
  ...CLOCK,
};

/** Asked again under its key: as it was, with another body, and twice at the same moment. */
export const REPEATS = ['ask again', 'ask otherwise under its key', 'ask twice at once'] as const;

export interface Throw extends Dice {
  readonly act: string;
}
/** What is asked at the same moment. */
export type Step = readonly Throw[];

export interface Sequence {
  readonly steps: readonly Step[];
  /** Of a page of a query. */
  readonly limit: number;
}

/** What has no other beside it: it depends on each, or each on it. */
const ALONE = new Set<string>([
  ...['let time pass', 'change a checkout', 'pay a checkout', 'give a checkout up'],
  'look at a checkout',
  ...REPEATS,
]);
const AT_ONCE = Object.keys(ACTS).filter(
  (act) => !ALONE.has(act) && !/which fails|in any/.test(act),
);

const dice = (acts: readonly string[]) =>
  fc.record<Throw>({
    act: fc.constantFrom(...acts),
    at: fc.nat(40),
    amount: fc.nat(900),
    how: fc.nat(60),
  });

const OFTEN = ['pay', 'capture', 'refund'];
const OTHERS = [...Object.keys(ACTS).filter((act) => !OFTEN.includes(act)), ...REPEATS];

const stepsOf = (acts: readonly string[]): fc.Arbitrary<Step[]> => {
  const atOnce = acts.filter((act) => AT_ONCE.includes(act));
  return fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.tuple(dice(acts)) },
      { weight: 1, arbitrary: fc.array(dice(atOnce), { minLength: 2, maxLength: 4 }) },
    ),
    { minLength: 4, maxLength: 30, size: 'max' },
  );
};

/** A merchant does some of it all, again and again: what takes several acts of a kind is reached so. */
export const SEQUENCE: fc.Arbitrary<Sequence> = fc.record({
  steps: fc
    .subarray(OTHERS, { minLength: 4, maxLength: 12 })
    .chain((some) => stepsOf([...OFTEN, ...some])),
  limit: fc.integer({ min: 1, max: 9 }),
});
