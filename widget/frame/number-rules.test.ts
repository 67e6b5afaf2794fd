import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../contract/card-brands.ts';
import { CVV_RULES } from './cvv-rules.ts';
import { NUMBER_RULES } from './number-rules.ts';

const offered = ['VISA', 'MASTER', 'AMEX', 'MADA'];
const rules = rulesOf(offered);

describe('the card number', () => {
  test.each([
    ['the number decides', '4200000000000000', '', true],
    ['its brand is not offered', '3530111333300000', '', false],
    ['the shopper chose its brand', '5454545454545454', 'MASTER', true],
    ['the shopper chose another brand', '5454545454545454', 'VISA', false],
    ['one digit is wrong', '4200000000000001', '', false],
    ['it is not complete', '42000000', '', false],
    ['nothing was typed', '', '', false],
  ])('%s', (_, digits, chosen, expected) => {
    expect(NUMBER_RULES.isValid(digits, { offered, chosen, rules })).toBe(expected);
  });

  test.each([
    ['37', 15],
    ['42', 19],
    ['54', 16],
    ['8', 19],
  ])('%s may grow to %d digits', (digits, expected) => {
    const value = digits.padEnd(30, '0');
    const edit = { value, caret: 30, inputType: 'insertFromPaste', previous: '' };
    const written = NUMBER_RULES.write(edit, { offered, chosen: '', rules }, true);
    expect(written.digits).toHaveLength(expected);
  });

  test.each([
    [true, '4200 0000 0000 0000'],
    [false, '4200000000000000'],
  ])('is written in groups where the page wants that: %s', (isGrouped, expected) => {
    const edit = { value: '4200000000000000', caret: 16, inputType: 'insertText', previous: '' };
    const written = NUMBER_RULES.write(edit, { offered, chosen: '', rules }, isGrouped);
    expect(written).toMatchObject({ value: expected, caret: expected.length });
  });

  test.each([
    ['', '', false],
    ['4', '', true],
    // The shortest that its brand has.
    ['420000000000000', '', true],
    ['4200000000000000', '', false],
    ['37000000000000', '', true],
    ['370000000000000', '', false],
    ['545454545454545', 'MASTER', true],
    ['5454545454545454', 'MASTER', false],
    // No brand that is known.
    ['800000000000000000', '', true],
    ['8000000000000000000', '', false],
  ])('%j, chosen %j, is only the beginning of one: %s', (digits, chosen, expected) => {
    expect(NUMBER_RULES.isPartial(digits, { offered, chosen, rules })).toBe(expected);
  });

  test.each([
    ['42000', undefined],
    ['420000', '420000'],
    ['4200000000000000', '42000000'],
  ])('of %s the page learns the BIN %s', (digits, bin) => {
    expect(NUMBER_RULES.reveal(digits, { offered, chosen: '', rules }).bin).toBe(bin);
  });
});

describe('brands that the form does not offer', () => {
  const choice = { offered: ['VISA'], chosen: '', rules: rulesOf(['VISA', 'MADA', 'MASTER']) };

  test.each([
    ['446404', ['VISA', 'MADA']],
    ['42', ['VISA']],
    ['5454', ['MASTER']],
    ['5', []],
    ['6', []],
  ])('%s names %j', (digits, expected) => {
    expect(NUMBER_RULES.reveal(digits, choice).brands).toEqual(expected);
  });

  test('make no number valid', () => {
    expect(NUMBER_RULES.isValid('5454545454545454', choice)).toBe(false);
    expect(NUMBER_RULES.isValid('4464040000000007', choice)).toBe(true);
  });
});

describe('the knowledge of a page', () => {
  const long = { LONG: { ranges: '4200000007' }, VISA: { ranges: '4' } };

  test('depends on no digit behind the eighth, whatever the rules are', () => {
    const choice = { offered: ['LONG', 'VISA'], chosen: '', rules: long };
    const { brands } = NUMBER_RULES.reveal('4200000007', choice);
    expect(NUMBER_RULES.reveal('4200000001', choice).brands).toEqual(brands);
  });

  test.each(['42', '4200000000000001'])(
    'is of no brand without rules: %s is not invalid',
    (digits) => {
      const choice = { offered: ['VISA'], chosen: '', rules: {} };
      expect(NUMBER_RULES.reveal(digits, choice).brands).toEqual([]);
      expect(NUMBER_RULES.isValid(digits, choice)).toBe(true);
    },
  );
});

describe('the CVV', () => {
  test.each([
    ['123', 'VISA', true],
    ['1234', 'VISA', false],
    ['1234', 'AMEX', true],
    ['', 'MAESTRO', true],
  ])('%j for %s: %s', (digits, chosen, expected) => {
    expect(CVV_RULES.isValid(digits, { offered: [], chosen, rules: {} })).toBe(expected);
  });

  test('is never told', () => {
    expect(CVV_RULES.reveal('123', { offered: [], chosen: 'VISA', rules: {} })).toEqual({});
  });
});
