import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCY_CODES, currencyDecimals, toAmount, toMinorUnits } from './currency.ts';

describe('amounts', () => {
  it.each([
    ['92.00', 'EUR', 9200],
    ['92', 'EUR', 9200],
    ['0.01', 'EUR', 1],
    ['9999999999.99', 'EUR', 999_999_999_999],
    ['92', 'JPY', 92],
    ['92.00', 'JPY', 92],
    ['1.25', 'KWD', 1250],
    ['1.25', 'CLF', 12_500],
    ['92.50', 'JPY', undefined],
    ['0.01', 'KRW', undefined],
  ])('%s %s are %s smallest units', (amount, currency, minorUnits) => {
    expect(toMinorUnits(amount, currency)).toBe(minorUnits);
  });

  it.each([
    [9200, 'EUR', '92.00'],
    [1, 'EUR', '0.01'],
    [0, 'EUR', '0.00'],
    [92, 'JPY', '92.00'],
    [1250, 'KWD', '1.25'],
    [10, 'KWD', '0.01'],
  ])('%s of %s are written %s', (minorUnits, currency, amount) => {
    expect(toAmount(minorUnits, currency)).toBe(amount);
  });

  it('come back as they were sent, in every currency, to the smallest unit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CURRENCY_CODES),
        fc.integer({ min: 0, max: 9_999_999_999 }),
        fc.integer({ min: 0, max: 99 }),
        (currency, whole, cents) => {
          const decimals = currencyDecimals(currency);
          const amount = `${whole}.${String(decimals === 0 ? 0 : cents).padStart(2, '0')}`;
          const minorUnits = toMinorUnits(amount, currency);
          expect(minorUnits).toBeDefined();
          expect(toAmount(minorUnits ?? -1, currency)).toBe(amount);
          expect(BigInt(minorUnits ?? -1)).toBe(
            (BigInt(amount.replace('.', '')) * 10n ** BigInt(decimals)) / 100n,
          );
        },
      ),
    );
  });

  it('of an unknown currency are an error', () => {
    expect(() => toMinorUnits('1.00', 'XYZ')).toThrow('XYZ');
    expect(() => toAmount(1, 'XYZ')).toThrow('XYZ');
  });
});
