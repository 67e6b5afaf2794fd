import { expect, test } from 'vitest';
import { CVV_RULES } from './cvv-rules.ts';

const choice = { offered: [], chosen: 'VISA', rules: {} };

test.each([
  ['typing', { value: '12', caret: 2, inputType: 'insertText', previous: '1' }, '12', 2],
  ['other digits', { value: '١٢x', caret: 3, inputType: 'insertText', previous: '' }, '12', 2],
  ['one too many', { value: '1923', caret: 2, inputType: 'insertText', previous: '123' }, '123', 1],
  [
    'a long paste',
    { value: '12345', caret: 5, inputType: 'insertFromPaste', previous: '' },
    '123',
    3,
  ],
  ['no caret', { value: '12345', caret: 5, inputType: '', previous: '' }, '123', 3],
  [
    'a paste into a full field',
    { value: '99123', caret: 2, inputType: 'insertFromPaste', previous: '123' },
    '991',
    2,
  ],
  [
    'a digit over another one',
    { value: '153', caret: 2, inputType: 'insertText', previous: '123' },
    '153',
    2,
  ],
  [
    'two at once where one has room',
    { value: '1234', caret: 4, inputType: 'insertText', previous: '12' },
    '123',
    3,
  ],
  [
    'a deletion',
    { value: '13', caret: 1, inputType: 'deleteContentBackward', previous: '123' },
    '13',
    1,
  ],
])('%s', (_, edit, digits, caret) => {
  expect(CVV_RULES.write(edit, choice, true)).toEqual({ digits, value: digits, caret });
});

test('digits that were there are not cut when the card is of another brand', () => {
  const edit = { value: '1234', caret: 4, inputType: '', previous: '1234' };
  expect(CVV_RULES.write(edit, choice, true).digits).toBe('1234');
  const deleted = {
    ...edit,
    value: '12345',
    inputType: 'deleteContentBackward',
    previous: '123456',
  };
  expect(CVV_RULES.write(deleted, choice, true).digits).toBe('12345');
});

test.each([
  ['', 'VISA', false],
  ['12', 'VISA', true],
  ['123', 'VISA', false],
  ['123', 'AMEX', true],
  ['1234', 'AMEX', false],
  // Empty it would be complete, and one digit is the beginning of three.
  ['1', 'MAESTRO', true],
  ['123', 'MAESTRO', false],
])('%j for %s is only the beginning of a CVV: %s', (digits, chosen, expected) => {
  expect(CVV_RULES.isPartial(digits, { ...choice, chosen })).toBe(expected);
});
