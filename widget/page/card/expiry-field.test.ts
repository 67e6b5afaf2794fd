import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupDigits, readDigits } from '../../../contract/digit-groups.ts';
import { readExpiryDigits, writeExpiry } from './expiry-field.ts';

test.each([
  ['1228', '1228'],
  ['12/28', '1228'],
  ['12 / 28', '1228'],
  ['1/28', '0128'],
  ['1 / 28', '0128'],
  ['3', '03'],
  ['328', '0328'],
  ['12/2028', '122028'],
  ['2028-12', '122028'],
  ['١٢/٢٨', '1228'],
  ['1', '1'],
  ['', ''],
])('%s is %s', (text, expected) => {
  expect(readExpiryDigits(text)).toBe(expected);
});

/** What grouping in general would make of it. */
const rulesOf = (inputType: string) => ({
  // What is left when something was deleted is not read anew: no month of one digit was typed.
  read: inputType.startsWith('delete') ? readDigits : readExpiryDigits,
  gap: ' / ',
  gaps: () => [2],
  maxLength: (digits: string) => (digits.slice(2, 4) === '20' ? 6 : 4),
});

test('is written as groups of digits are, edit by edit', () => {
  const key = fc.record({
    at: fc.nat(9),
    text: fc.constantFrom('0', '1', '2', '9', '12', '2028', '/', ''),
    inputType: fc.constantFrom(
      'insertText',
      'insertFromPaste',
      'deleteContentBackward',
      'deleteContentForward',
    ),
  });
  fc.assert(
    fc.property(fc.array(key, { maxLength: 12 }), (keys) => {
      let value = '';
      let previous = '';
      for (const { at, text, inputType } of keys) {
        const caret = Math.min(at, value.length);
        const isBack = inputType === 'deleteContentBackward';
        const [from, to, put] = inputType.startsWith('delete')
          ? isBack
            ? [Math.max(0, caret - 1), caret, '']
            : [caret, caret + 1, '']
          : [caret, caret, text];
        const edit = {
          value: value.slice(0, from) + put + value.slice(to),
          caret: from + put.length,
          inputType,
          previous,
        };
        const expected = groupDigits(edit, rulesOf(inputType));
        expect(writeExpiry(edit)).toEqual(expected);
        ({ value, digits: previous } = expected);
      }
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ['writeExpiry', writeExpiry],
  [
    'groupDigits',
    (edit: Parameters<typeof writeExpiry>[0]) => groupDigits(edit, rulesOf(edit.inputType)),
  ],
] as const)('%s takes no key that would push another digit out', (_, write) => {
  // Four digits had room for two more, as the year began with 20; with this key there is none.
  const edit = { value: '121 / 20', caret: 2, inputType: 'insertText', previous: '1120' };
  expect(write(edit)).toEqual({ digits: '1120', value: '11 / 20', caret: 1 });
});

test.each([
  ['12 / 34', 'the second digit of the month', '1 / 34', 1, '13 / 4', 1],
  ['12 / 34', 'the first', '2 / 34', 0, '23 / 4', 0],
  ['12 / 2034', 'the first digit of the century', '12 / 034', 5, '12 / 034', 5],
  ['12 / 034', 'the second', '12 / 34', 5, '12 / 34', 5],
])('%s without %s keeps all others', (before, _, value, caret, expected, place) => {
  const previous = before.replace(/\D/g, '');
  const edit = { value, caret, inputType: 'deleteContentForward', previous };
  expect(writeExpiry(edit)).toMatchObject({ value: expected, caret: caret === 5 ? 2 : place });
});
