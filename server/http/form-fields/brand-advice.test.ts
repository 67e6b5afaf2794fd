import { expect, test } from 'vitest';
import { brandAdvice } from './brand-advice.ts';

test.each([
  ['MASTERCARD', 'Did you mean MASTER?'],
  ['AMERICANEXPRESS', 'Did you mean AMEX?'],
  ['VISSA', 'Check its code'],
])('%s: %s', (code, expected) => {
  expect(brandAdvice(code)).toContain(code);
  expect(brandAdvice(code)).toContain(expected);
});
