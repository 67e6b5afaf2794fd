import { cvvLengths, isCvvValid } from '../../contract/cvv-lengths.ts';
import { readDigits } from '../../contract/digit-groups.ts';
import type { FieldRules } from './field-rules.ts';

export const CVV_RULES: FieldRules = {
  field: 'card.cvv',
  isToldInPart: false,
  /** So few digits need no groups: what grouping weighs is left out of this frame. */
  write({ value, caret, inputType, previous }, maxLength) {
    const typed = readDigits(value);
    const before = readDigits(value.slice(0, caret)).length;
    const isTooMany = typed.length > maxLength(typed);
    const isFull = isTooMany && inputType === 'insertText';
    const digits =
      isFull && previous.length === maxLength(typed) ? previous : typed.slice(0, maxLength(typed));
    return {
      digits,
      value: digits,
      caret: Math.min(isFull ? Math.max(0, before - 1) : before, digits.length),
    };
  },
  maxLength: (_digits, { chosen }) => Math.max(...cvvLengths(chosen)),
  isPartial: (digits, { chosen }) =>
    digits !== '' && !cvvLengths(chosen).some((length) => length && length <= digits.length),
  isValid: (digits, { chosen }) => isCvvValid(digits, chosen),
  reveal: () => ({}),
};
