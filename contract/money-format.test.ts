import { expect, test } from 'vitest';
import { moneyFormat } from './money-format.ts';

test.each([
  // Charged in hundredths, of which ICU writes none.
  ['99.49', 'HUF', 'HUF 99.49'],
  ['1234.50', 'COP', 'COP 1,234.50'],
  ['0.40', 'IQD', 'IQD 0.40'],
  ['1.005', 'IQD', 'IQD 1.005'],
  ['9007199254740993.01', 'IDR', 'IDR 9,007,199,254,740,993.01'],
  // As people there write them.
  ['99.00', 'HUF', 'HUF 99'],
  ['99', 'HUF', 'HUF 99'],
  ['92.00', 'JPY', '¥92'],
  ['92.00', 'EUR', '€92.00'],
  ['92.50', 'EUR', '€92.50'],
  ['1.25', 'KWD', 'KWD 1.250'],
])('%s %s is written %s', (amount, currency, written) => {
  const format = moneyFormat(amount, currency, 'en');
  // A string keeps all digits.
  const exact = amount as Intl.StringNumericLiteral;
  expect(format.format(exact).replaceAll('\u00a0', ' ')).toBe(written);
});
