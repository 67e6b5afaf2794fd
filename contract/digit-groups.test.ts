import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GroupRules, groupDigits, readDigits } from './digit-groups.ts';

const CARD: GroupRules = {
  read: readDigits,
  gap: ' ',
  gaps: (digits) => (/^3[47]/.test(digits) ? [4, 10] : [4, 8, 12, 16]),
  maxLength: (digits) => (/^3[47]/.test(digits) ? 15 : 19),
};

/** A field with a caret, typed into as a browser does it. `|` marks the caret. */
function field(marked: string) {
  let caret = marked.indexOf('|');
  let value = marked.replace('|', '');
  let previous = readDigits(value);
  const edit = (next: string, at: number, inputType: string) => {
    const result = groupDigits({ value: next, caret: at, inputType, previous }, CARD);
    ({ value, caret, digits: previous } = result);
  };
  const actions = {
    type(text: string, inputType = 'insertText') {
      edit(value.slice(0, caret) + text + value.slice(caret), caret + text.length, inputType);
      return actions;
    },
    backspace() {
      const at = Math.max(0, caret - 1);
      edit(value.slice(0, at) + value.slice(caret), at, 'deleteContentBackward');
      return actions;
    },
    remove() {
      edit(value.slice(0, caret) + value.slice(caret + 1), caret, 'deleteContentForward');
      return actions;
    },
    moveTo(position: number) {
      caret = position;
      return actions;
    },
    get state() {
      return `${value.slice(0, caret)}|${value.slice(caret)}`;
    },
    get digits() {
      return previous;
    },
    get caret() {
      return caret;
    },
    get value() {
      return value;
    },
  };
  return actions;
}

describe('reading digits', () => {
  test.each([
    ['4200 0000-0000.0000', '4200000000000000'],
    ['４２００', '4200'],
    ['٤٢٠٠', '4200'],
    ['۴۲۰۰', '4200'],
    ['card 42', '42'],
    ['\u200e4\u200f2', '42'],
    ['', ''],
  ])('%j is %j', (text, expected) => {
    expect(readDigits(text)).toBe(expected);
  });
});

describe('the caret', () => {
  test.each([
    ['typing in the middle stays there', field('4111 222|2 3333').type('9'), '4111 2229 |2333 3'],
    ['typing up to a gap does not run ahead', field('411|').type('1'), '4111|'],
    ['typing before a gap jumps over it', field('411| 1').type('9'), '4119 |1'],
    ['the digit after a gap', field('4111|').type('2'), '4111 2|'],
    ['Backspace behind a gap takes the digit before it', field('4111 |2').backspace(), '411|2'],
    ['Delete before a gap takes the digit behind it', field('4111| 23').remove(), '4111| 3'],
    ['Backspace at the start does nothing', field('|4111').backspace(), '|4111'],
    ['a paste in the middle', field('41|11').type('22-33', 'insertFromPaste'), '4122 33|11'],
    ['letters are not taken', field('41|11').type('x'), '41|11'],
    [
      'Amex is written 4-6-5',
      field('|').type('378282246310005', 'insertFromPaste'),
      '3782 822463 10005|',
    ],
    ['a full number takes no more', field('3782 82|2463 10005').type('9'), '3782 82|2463 10005'],
    [
      'a full number takes no text of a keyboard, and no caret moves',
      field('3782 82|2463 10005').type('99'),
      '3782 82|2463 10005',
    ],
    [
      'a digit in front, of a brand with shorter numbers, pushes none out',
      field('|4111 1111 1111 1111').type('3'),
      '|4111 1111 1111 1111',
    ],
    [
      'nor does one that was deleted',
      field('|9378 2822 4631 0005 12').remove(),
      '|3782 822463 1000512',
    ],
    [
      'too long a paste is cut',
      field('|').type('1'.repeat(25), 'insertFromPaste'),
      '1111 1111 1111 1111 111|',
    ],
  ])('%s', (_, actual, expected) => {
    expect(actual.state).toBe(expected);
  });
});

describe('against a model that knows only digits and a caret among them', () => {
  const operation = fc.oneof(
    fc.record({ kind: fc.constant('type' as const), digit: fc.integer({ min: 0, max: 9 }) }),
    fc.record({ kind: fc.constant('backspace' as const) }),
    fc.record({ kind: fc.constant('remove' as const) }),
    fc.record({ kind: fc.constant('move' as const), to: fc.nat({ max: 24 }) }),
  );

  test('every sequence of edits gives the same digits and the same place among them', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
        const real = field('|');
        const model = { digits: '', caret: 0 };
        for (const step of operations) {
          const { digits, caret } = model;
          if (step.kind === 'type') {
            const next = digits.slice(0, caret) + step.digit + digits.slice(caret);
            if (next.length <= CARD.maxLength(next) || digits.length < CARD.maxLength(digits)) {
              model.digits = next.slice(0, CARD.maxLength(next));
              model.caret = Math.min(caret + 1, model.digits.length);
            }
            real.type(String(step.digit));
          } else if (step.kind === 'backspace') {
            if (caret > 0) {
              model.digits = digits.slice(0, caret - 1) + digits.slice(caret);
              model.caret = caret - 1;
            }
            real.backspace();
          } else if (step.kind === 'remove') {
            model.digits = digits.slice(0, caret) + digits.slice(caret + 1);
            real.remove();
          } else {
            real.moveTo(Math.min(step.to, real.value.length));
            model.caret = readDigits(real.value.slice(0, real.caret)).length;
          }
          expect(real.digits).toBe(model.digits);
          expect(readDigits(real.value.slice(0, real.caret)).length).toBe(model.caret);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('what is written reads back as its digits, with no gap at the end', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,19}$/), (digits) => {
        const edit = { value: digits, caret: digits.length, inputType: '', previous: '' };
        const { value } = groupDigits(edit, CARD);
        expect(readDigits(value)).toBe(digits.slice(0, CARD.maxLength(digits)));
        expect(value).toBe(value.trim());
      }),
    );
  });
});
