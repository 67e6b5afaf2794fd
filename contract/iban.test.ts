import { expect, test } from 'vitest';
import { holdsIban } from './iban.ts';

test.each([
  ['DE89370400440532013000', true],
  ['de89 3704 0044 0532 0130 00', true],
  ['Jane Jones DE89-3704-0044-0532-0130-00 Berlin', true],
  ['NL91 ABNA 0417 1643 00 Jane', true],
  ['MT84MALT011000012345MTLCAST001S', true],
  ['RF18 5390 0754 7034', false],
  ['DE88370400440532013000', false],
  ['Jane Jones', false],
  ['12 DE89 Street', false],
  ['', false],
])('%j holds an IBAN: %s', (text, expected) => {
  expect(holdsIban(text)).toBe(expected);
});
