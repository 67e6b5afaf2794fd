import { describe, expect, test } from 'vitest';
import { readBrandList } from './brand-list.ts';

describe('the brands of a form', () => {
  test.each([
    ['its text', undefined, 'VISA MASTER', ['VISA', 'MASTER']],
    ['data-brands before the text', 'AMEX', 'VISA', ['AMEX']],
    ['lines, commas and doubled ones', undefined, '\n VISA,\n MASTER; VISA\t', ['VISA', 'MASTER']],
    ['small letters', 'visa', null, ['VISA']],
    ['empty data-brands', ' ', 'VISA', ['VISA']],
    ['none at all', undefined, '  ', []],
  ])('%s', (_, brands, textContent, expected) => {
    expect(
      readBrandList({ getAttribute: () => brands ?? null, textContent: textContent ?? '' }),
    ).toEqual(expected);
  });
});
