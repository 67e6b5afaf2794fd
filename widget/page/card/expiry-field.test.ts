import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupDigits, readDigits } from '../../../contract/digit-groups.ts';
import { readExpiryDigits, writeExpiry } from './expiry-field.ts';

type Edit = Parameters<typeof writeExpiry>[0];

test.each([
  ['1228', '1228'],
  ['12/28', '1228'],
  ['12 / 28', '1228'],
  ['1/28', '0128'],
  ['1 / 28', '0128'],
  ['1 28', '0128'],
  ['3', '03'],
  ['328', '0328'],
  ['12/2028', '122028'],
  ['2028-12', '122028'],
  ['2028/12', '122028'],
  ['2028.12.31', '122028'],
  ['2028年12月', '122028'],
  // The CVV behind a date is no month.
  ['12/2028 123', '122028123'],
  ['١٢/٢٨', '1228'],
  ['1', '1'],
  ['', ''],
])('%s is %s', (text, expected) => {
  expect(readExpiryDigits(text)).toBe(expected);
});

/** What grouping in general would make of it. */
const rulesOf = ({ inputType, caret }: Edit) => ({
  read(text: string) {
    // What is left when something was deleted is not read anew: no month of one digit was typed.
    if (inputType.startsWith('delete')) return readDigits(text);
    if (inputType !== 'insertText') return readExpiryDigits(text);
    // Nor is what stands behind what was typed: the slash in it is ours.
    return readExpiryDigits(text.slice(0, caret)) + readDigits(text.slice(caret));
  },
  gap: ' / ',
  gaps: () => [2],
  maxLength: (digits: string) => (digits.slice(2, 4) === '20' ? 6 : 4),
});

test('is written as groups of digits are, edit by edit', () => {
  const key = fc.record({
    at: fc.nat(9),
    selected: fc.oneof(fc.constant(0), fc.nat(9)),
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
      for (const { at, selected, text, inputType } of keys) {
        const caret = Math.min(at, value.length);
        const isDeleted = inputType.startsWith('delete');
        const put = isDeleted ? '' : text;
        const isByOne = isDeleted && selected === 0;
        const isBack = isByOne && inputType === 'deleteContentBackward';
        const from = isBack ? Math.max(0, caret - 1) : caret;
        const to = isByOne && !isBack ? caret + 1 : caret + selected;
        const edit = {
          value: value.slice(0, from) + put + value.slice(to),
          caret: from + put.length,
          inputType,
          previous,
        };
        const expected = groupDigits(edit, rulesOf(edit));
        expect(writeExpiry(edit)).toEqual(expected);
        ({ value, digits: previous } = expected);
      }
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ['writeExpiry', writeExpiry],
  ['groupDigits', (edit: Edit) => groupDigits(edit, rulesOf(edit))],
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

/** What stands after each key, with a bar for the caret; the first one replaces what is selected. */
function typedOver(before: string, selected: string, keys: string): string[] {
  let from = before.indexOf(selected);
  let to = from + selected.length;
  let value = before;
  let previous = readDigits(before);
  return [...keys].map((key) => {
    const put = value.slice(0, from) + key + value.slice(to);
    const caret = from + key.length;
    const edit = writeExpiry({ value: put, caret, inputType: 'insertText', previous });
    ({ value, digits: previous, caret: from } = edit);
    to = from;
    return `${value.slice(0, from)}|${value.slice(from)}`;
  });
}

test.each([
  ['', '', '1/34', ['1|', '01|', '01 / 3|', '01 / 34|']],
  ['', '', '1 34', ['1|', '01|', '01 / 3|', '01 / 34|']],
  ['12 / 34', '12', '11', ['1|3 / 4', '11 / |34']],
  ['12 / 34', '12', '05', ['0|3 / 4', '05 / |34']],
  ['12 / 34', '12', '5', ['05 / |34']],
  ['12 / 34', '12', '1/', ['1|3 / 4', '01 / |34']],
  ['12 / 34', '12', '/11', ['|34', '1|3 / 4', '11 / |34']],
  ['12 / 34', '12', '111', ['1|3 / 4', '11 / |34', '11 / |34']],
  // A double click selects the space as well, on Windows.
  ['12 / 34', '12 ', '11', ['1|3 / 4', '11 / |34']],
  ['12 / 34', '12 /', '05', ['0|3 / 4', '05 / |34']],
  ['12 / 34', '2', '/', ['01 / |34']],
  ['12 / 34', '34', '567', ['12 / 5|', '12 / 56|', '12 / 56|']],
  ['12 / 2034', '12', '11', ['1|2 / 034', '11 / |2034']],
  ['12 / 3', '12', '11', ['1|3', '11 / |3']],
])('of %s, %s is selected and %s typed', (before, selected, keys, expected) => {
  expect(typedOver(before, selected, keys)).toEqual(expected);
});

test.each(['insertFromPaste', 'insertText', ''])(
  '1 / 34 that comes at once is January: "%s"',
  (inputType) => {
    const edit = { value: '1 / 34', caret: 6, inputType };
    for (const previous of ['', '1234']) {
      expect(writeExpiry({ ...edit, previous })).toMatchObject({ value: '01 / 34', caret: 7 });
    }
  },
);
