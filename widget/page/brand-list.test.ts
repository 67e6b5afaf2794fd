import { describe, expect, test } from 'vitest';
import { brandAdvice, readBrandList } from './brand-list.ts';

describe('the brands of a form', () => {
  test.each([
    ['its text', undefined, 'VISA MASTER', ['VISA', 'MASTER']],
    ['data-brands before the text', 'AMEX', 'VISA', ['AMEX']],
    ['lines, commas and doubled ones', undefined, '\n VISA,\n MASTER; VISA\t', ['VISA', 'MASTER']],
    ['small letters', 'visa', null, ['VISA']],
    ['empty data-brands', ' ', 'VISA', ['VISA']],
    ['none at all', undefined, '  ', []],
  ])('%s', (_, brands, textContent, expected) => {
    expect(readBrandList({ dataset: { brands }, textContent })).toEqual(expected);
  });
});

test.each([
  ['MASTERCARD', 'Did you mean MASTER?'],
  ['AMERICANEXPRESS', 'Did you mean AMEX?'],
  ['VISSA', 'Check its code'],
])('%s: %s', (code, expected) => {
  expect(brandAdvice(code)).toContain(code);
  expect(brandAdvice(code)).toContain(expected);
});
