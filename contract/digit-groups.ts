/**
 * Writes digits in groups while they are typed, and keeps the caret where the typist expects it.
 * Pure: the caller reads value and caret from the input, and writes the answer back.
 *
 * The rule: count the digits left of the caret, write all digits in groups, put the caret behind as
 * many digits. Typing jumps over a gap, deleting stays before it, and deleting nothing but a gap
 * deletes the digit beyond it.
 */
export interface GroupRules {
  /** The digits of a text, in 0 to 9. */
  readonly read: (text: string) => string;
  /** After how many digits a gap stands. */
  readonly gaps: (digits: string) => readonly number[];
  readonly maxLength: (digits: string) => number;
  /** What stands in a gap: no digits. */
  readonly gap: string;
}

/** What the input holds after an `input` event, and the digits that it held before. */
export interface GroupEdit {
  readonly value: string;
  readonly caret: number;
  /** Of the event, like `insertText` or `deleteContentBackward`; '' when there was none. */
  readonly inputType: string;
  readonly previous: string;
}

export interface GroupedDigits {
  readonly digits: string;
  readonly value: string;
  readonly caret: number;
}

/** First digit of the scripts that shoppers type digits in, besides those that NFKC maps to 0–9. */
const ZEROS = [0x660, 0x6f0];

/**
 * The digits of a text as 0 to 9: full-width, Arabic and Persian ones too; all else is left out.
 *
 * @example
 * readDigits('٤١١١-１１１１ 11'); // '4111111111'
 */
export const readDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code));
    })
    .replace(/\D/g, '');

const write = (digits: string, places: readonly number[], gap: string): string =>
  [...digits].map((digit, at) => (places.includes(at) ? gap + digit : digit)).join('');

const without = (digits: string, at: number) => digits.slice(0, at) + digits.slice(at + 1);

export function groupDigits(edit: GroupEdit, rules: GroupRules): GroupedDigits {
  const { value, caret, inputType, previous } = edit;
  const { read, gaps, gap, maxLength } = rules;
  let digits = read(value);
  let before = read(value.slice(0, caret)).length;

  const { length } = write(previous, gaps(previous), gap);
  const isGapLost = digits === previous && value.length < length;
  if (isGapLost && inputType === 'deleteContentBackward' && before > 0) {
    digits = without(digits, --before);
  } else if (isGapLost && inputType === 'deleteContentForward') {
    digits = without(digits, before);
  }

  const isTooMany = digits.length > maxLength(digits);
  const isTyped =
    inputType === 'insertText' &&
    (value.length <= length + 1 || previous.length >= maxLength(previous));
  if (isTooMany && isTyped) {
    // One digit too many is not taken, nor one that makes all the others too many; too long a paste
    // is cut at its end.
    digits = previous;
    before--;
  } else if (isTooMany) {
    digits = digits.slice(0, maxLength(digits));
  }

  const places = gaps(digits);
  const head = digits.slice(0, Math.max(0, before));
  const isAtGap = places.includes(head.length) && head.length < digits.length;
  const skipped = isAtGap && !inputType.startsWith('delete') ? gap.length : 0;
  return {
    digits,
    value: write(digits, places, gap),
    caret: write(head, places, gap).length + skipped,
  };
}
