/** The expiry date: one input in the page, `MM / YY`, and the two hidden ones that are sent. */
import { isExpired, isTooFarAhead, parseExpiry } from '../../../contract/card-expiry.ts';
import { type GroupEdit, type GroupedDigits, readDigits } from '../../../contract/digit-groups.ts';
import { cardField, emptyVariant, type PageField } from '../form/form-field.ts';
import type { FormState } from '../form/form-state.ts';
import { validateOnBlur } from '../form/page-field.ts';
import type { TextRef } from '../form/texts.ts';
import { option } from '../interface/options.ts';
import type { CardNodes } from './card-fields.tsx';

/**
 * The digits of a date however it is written: `1/28`, `1 28`, `12/28`, `12/2028`, `2028-12`, `2028/12`. A
 * first digit above 1 can only be a month.
 */
export function readExpiryDigits(text: string): string {
  const [, year, month] = /^\D*(20\d\d)\D+(\d\d)/.exec(text) ?? [];
  if (year && month) return month + year;
  const digits = readDigits(text);
  const isOneDigitMonth = /^[2-9]/.test(digits) || /^\s*\p{Nd}[\s/.-]/u.test(text);
  return isOneDigitMonth ? `0${digits}` : digits;
}

/** One gap is soon written: the general rule of digit-groups.ts would weigh three times as much. */
const GAP = ' / ';
const write = (digits: string): string =>
  digits.length > 2 ? digits.slice(0, 2) + GAP + digits.slice(2) : digits;

/** A year begins with 20 only when it is written with four digits. */
const maxLength = (digits: string) => (digits.slice(2, 4) === '20' ? 6 : 4);

/**
 * Writes a date after an edit, the caret behind as many digits as before: typing jumps over the
 * slash, deleting nothing but a part of it deletes the digit beyond.
 */
export function writeExpiry({ value, caret, inputType, previous }: GroupEdit): GroupedDigits {
  const isDeleted = inputType.startsWith('delete');
  // Who deletes a digit of the month has not typed a month of one digit.
  const read = isDeleted ? readDigits : readExpiryDigits;
  const head = read(value.slice(0, caret));
  // A slash behind what was typed is ours, and says nothing of the month.
  let digits = inputType === 'insertText' ? head + readDigits(value.slice(caret)) : read(value);
  let before = head.length;
  const gone = { deleteContentBackward: before - 1, deleteContentForward: before }[inputType] ?? -1;
  const { length } = write(previous);
  if (gone >= 0 && digits === previous && value.length < length) {
    digits = digits.slice(0, gone) + digits.slice(gone + 1);
    before = gone;
  }
  // Digits that were there are never cut: who deletes the 2 of 12 / 2034 goes on to delete the 0.
  const longest = Math.max(maxLength(digits), previous.length);
  // One key more, or any text where there is no room. A key can make room smaller: 11 / 20, 12 / 12.
  const isFull = value.length <= length + 1 || previous.length === longest;
  if (digits.length > longest && isFull && inputType === 'insertText') {
    before -= digits.length - previous.length;
    digits = previous;
  }
  digits = digits.slice(0, longest);
  before = Math.max(0, Math.min(before, digits.length));
  const isBeyond = before > 2 || (before === 2 && digits.length > 2 && !isDeleted);
  return { digits, value: write(digits), caret: before + (isBeyond ? GAP.length : 0) };
}

export interface ExpiryFieldOptions {
  readonly state: FormState;
  readonly nodes: Pick<CardNodes, 'expiry' | 'expiryMonth' | 'expiryYear'>;
  /** The gateway's time, epoch milliseconds. */
  readonly now: () => number;
  readonly onEdit: () => void;
}

export function createExpiryField({ state, nodes, now, onEdit }: ExpiryFieldOptions): PageField {
  const { expiry: input, expiryMonth, expiryYear } = nodes;
  let digits = '';
  let isComposing = false;

  const format = (inputType = '') => {
    const { value } = input;
    const caret = Number(input.selectionEnd);
    // Browsers undo at places of before it was written anew: what they make of it is garbled.
    const isUndone = inputType.startsWith('history');
    const edit = isUndone
      ? { digits, value: write(digits), caret }
      : writeExpiry({ value, caret, inputType, previous: digits });
    digits = edit.digits;
    if (value !== edit.value) input.value = edit.value;
    if (document.activeElement === input) input.setSelectionRange(edit.caret, edit.caret);
    const date = parseExpiry(digits);
    expiryMonth.value = date?.month ?? '';
    expiryYear.value = date?.year ?? '';
  };

  input.addEventListener('input', (event) => {
    if (!isComposing) format((event as InputEvent).inputType);
  });
  input.addEventListener('compositionstart', () => {
    isComposing = true;
  });
  input.addEventListener('compositionend', () => {
    isComposing = false;
    format();
  });

  const field: PageField = {
    ...cardField(state, 'expiry'),
    control: input,
    focus: () => input.focus(),
    check(): TextRef | undefined {
      // A page may have set the value without an event. What was typed is in order: writing it
      // again would take a selection away from under the next key, and break a composition.
      if (input.value !== write(digits) && !isComposing) format();
      const date = parseExpiry(digits);
      if (!date || isTooFarAhead(date, now())) {
        return { key: 'expiryMonthError', variant: emptyVariant(state, 'expiry', !input.value) };
      }
      const mayBePast = option('disableCardExpiryDateValidation');
      return isExpired(date, now()) && !mayBePast
        ? { key: 'expiryMonthError', variant: 'expiryPastError' }
        : undefined;
    },
  };
  validateOnBlur(field, { onBlur: 'onBlurExpiryDate', onEdit });
  return field;
}
