import { expect, test } from 'vitest';
import { money } from './numbers.ts';

test.each([
  ['99.49', 'HUF', 'HUF 99.49'],
  ['99.00', 'HUF', 'HUF 99'],
  ['92.00', 'EUR', '€92.00'],
  ['1.005', 'KWD', 'KWD 1.005'],
])('%s %s is written to the last decimal', (amount, currency, written) => {
  expect(money(amount, currency).replaceAll('\u00a0', ' ')).toBe(written);
});
