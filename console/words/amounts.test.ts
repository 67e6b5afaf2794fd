import { describe, expect, test } from 'vitest';
import { compare, isNothing, minus, readAmount } from './amounts.ts';

describe('an amount that is typed', () => {
  test.each([
    ['20', 'EUR', '20.00'],
    [' 20,5 ', 'EUR', '20.50'],
    ['20.50', 'EUR', '20.50'],
    ['20.505', 'EUR', undefined],
    ['1.005', 'KWD', undefined],
    ['1.25', 'KWD', '1.25'],
    ['1.250', 'KWD', '1.25'],
    ['92', 'JPY', '92.00'],
    ['92.5', 'JPY', undefined],
    ['1,000', 'EUR', undefined],
    ['1.000', 'EUR', undefined],
    ['1,000', 'JPY', undefined],
    ['1.000', 'KWD', '1.00'],
    ['-20', 'EUR', undefined],
    ['twenty', 'EUR', undefined],
    ['', 'EUR', undefined],
  ])('"%s" %s is %s', (typed, currency, amount) => {
    expect(readAmount(typed, currency)).toBe(amount);
  });
});

test('what is left is exact', () => {
  expect(minus('92.00', '20.00', 'EUR')).toBe('72.00');
  expect(minus('0.30', '0.10', 'EUR')).toBe('0.20');
  expect(minus('1.005', '1.00', 'KWD')).toBe('0.005');
});

test('amounts are compared as amounts', () => {
  expect(compare('100.00', '92.00', 'EUR')).toBeGreaterThan(0);
  expect(compare('92.00', '92', 'EUR')).toBe(0);
  expect(isNothing('0.00')).toBe(true);
  expect(isNothing('0.01')).toBe(false);
});
