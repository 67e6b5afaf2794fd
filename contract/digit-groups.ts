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

/** Digits that NFKC does not map to 0–9, Arabic and Persian. The last four bits of each are its value. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
const VALUE_BITS = 0xf;

/** A text with its digits as 0 to 9, all else as it is. */
export const westernDigits = (text: string): string =>
  text.normalize('NFKC').replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & VALUE_BITS));

/**
 * The digits of a text as 0 to 9: full-width, Arabic and Persian ones too; all else is left out.
 *
 * @example
 * readDigits('٤١١١-１１１１ 11'); // '4111111111'
 */
export const readDigits = (text: string): string => westernDigits(text).replace(/\D/g, '');

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

  // Digits that were there are never cut: the brand may have changed, or a digit before them.
  const longest = Math.max(maxLength(digits), previous.length);
  const grown = digits.length - previous.length;
  const isFull = value.length <= length + 1 || previous.length === longest;
  if (digits.length > longest && isFull && inputType === 'insertText') {
    // One digit too many is not taken; too long a paste is cut at its end.
    digits = previous;
    before -= grown;
  }
  digits = digits.slice(0, longest);

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
