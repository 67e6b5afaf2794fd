import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { installmentPlan, refuseInstallments } from './installments.ts';

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
