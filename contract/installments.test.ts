import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type InstallmentInput,
  installmentCounts,
  installmentPlan,
  refuseInstallments,
} from './installments.ts';

describe('the plan', () => {
  it.each([
    [10_000, 3, 'EUR', [3334, 3333, 3333]],
    [10_000, 6, 'EUR', [1665, 1667, 1667, 1667, 1667, 1667]],
    [9_200, 1, 'EUR', [9_200]],
    [10_000, 3, 'KWD', [3340, 3330, 3330]],
    [100, 3, 'JPY', [34, 33, 33]],
  ])('%i in %i parts of %s', (amount, count, currency, parts) => {
    expect(installmentPlan(amount, count, currency)).toEqual(parts);
  });

  it('adds up, or is refused', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999_999 }),
        fc.integer({ min: 1, max: 12 }),
        (amount, count) => {
          const parts = installmentPlan(amount, count, 'EUR');
          const refused = refuseInstallments({
            count,
            amount,
            currency: 'EUR',
            paymentType: 'DB',
            country: undefined,
            maximum: 12,
          });
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
          if (!refused) expect(Math.min(...parts)).toBeGreaterThan(0);
        },
      ),
    );
  });
});

const INPUT: InstallmentInput = {
  ...{ count: 3, amount: 300_00, currency: 'EUR', paymentType: 'DB' },
  ...{ country: undefined, maximum: 12 },
};
const BRAZIL = { country: 'BR', currency: 'BRL' };
const MEXICO = { country: 'MX', currency: 'MXN' };
const COUNT = 'recurring.numberOfInstallments';

describe('installments are refused', () => {
  it.each<[name: string, message: string, input: Partial<InstallmentInput>]>([
    [COUNT, 'must be 1 to 12 on this channel', { count: 0 }],
    [COUNT, 'must be 1 to 12 on this channel', { count: 13 }],
    [COUNT, 'must be 1 to 12 on this channel', { count: 13, maximum: 24 }],
    [COUNT, 'must be 1 to 2 on this channel', { maximum: 2 }],
    [COUNT, 'must not be sent with paymentType CD', { paymentType: 'CD' }],
    [COUNT, 'must leave something to pay in every installment', { amount: 1 }],
    [COUNT, 'must be one of 3, 6, 9, 12 in MX', { ...MEXICO, count: 4, amount: 4_000_00 }],
    [COUNT, 'needs paymentType DB in MX', { ...MEXICO, paymentType: 'PA' }],
    [COUNT, 'needs paymentType DB or PA in BR', { ...BRAZIL, paymentType: 'RF' }],
    ['currency', 'must be MXN for installments in MX', { ...MEXICO, currency: 'USD' }],
    [COUNT, 'must give installments of 5.00 or more', { ...BRAZIL, amount: 14_99 }],
    [COUNT, 'needs an amount of 300.00 or more', { ...MEXICO, amount: 299_99 }],
    [COUNT, 'needs an amount of 1200.00 or more', { ...MEXICO, count: 12, amount: 1_199_99 }],
  ])('naming %s: %s', (name, message, input) => {
    expect(refuseInstallments({ ...INPUT, ...input })).toEqual({ name, message });
  });

  it.each<Partial<InstallmentInput>>([
    {},
    { count: 1 },
    { count: 12 },
    { count: 2, maximum: 2 },
    { country: 'DE' },
    { ...BRAZIL, amount: 15_00 },
    { ...BRAZIL, paymentType: 'PA' },
    { ...MEXICO, amount: 300_00 },
    // One is none, so a country has no say.
    { ...MEXICO, count: 1, currency: 'USD', paymentType: 'PA', amount: 1 },
  ])('unless they are right: %o', (input) => {
    expect(refuseInstallments({ ...INPUT, ...input })).toBeUndefined();
  });
});

it('a shopper chooses between what the country and the channel have', () => {
  const { count: _, ...input } = INPUT;
  expect(installmentCounts(input)).toEqual([]);
  expect(installmentCounts({ ...input, country: 'DE' })).toEqual([]);
  expect(installmentCounts({ ...input, ...MEXICO, amount: 600_00 })).toEqual([3, 6]);
  expect(installmentCounts({ ...input, ...BRAZIL, amount: 20_00 })).toEqual([2, 3, 4]);
  expect(installmentCounts({ ...input, ...BRAZIL, maximum: 2 })).toEqual([2]);
  expect(installmentCounts({ ...input, ...BRAZIL }).at(-1)).toBe(12);
});
