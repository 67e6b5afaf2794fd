import { cvvLengths, isCvvValid } from '../../contract/cvv-lengths.ts';
import { readDigits } from '../../contract/digit-groups.ts';
import type { FieldRules } from './field-rules.ts';

export const CVV_RULES: FieldRules = {
  field: 'card.cvv',
  revealsFirstDigits: false,
  /** So few digits need no groups: what grouping weighs is left out of this frame. */
  write({ value, caret, inputType, previous }, { chosen }) {
    const typed = readDigits(value);
    const before = readDigits(value.slice(0, caret)).length;
    const longest = Math.max(...cvvLengths(chosen), previous.length);
    const isFull =
      typed.length > longest && previous.length === longest && inputType === 'insertText';
    const digits = isFull ? previous : typed.slice(0, longest);
    return {
      digits,
      value: digits,
      caret: isFull ? before - typed.length + longest : Math.min(before, longest),
    };
  },
  isPartial: (digits, { chosen }) =>
    digits !== '' && !cvvLengths(chosen).some((length) => length && length <= digits.length),
  isValid: (digits, { chosen }) => isCvvValid(digits, chosen),
  reveal: () => ({}),
};
