import { cvvLengths, isCvvValid } from '../../contract/cvv-lengths.ts';
import type { FieldRules } from './field-rules.ts';

export const CVV_RULES: FieldRules = {
  field: 'card.cvv',
  gaps: () => [],
  maxLength: (_digits, { chosen }) => Math.max(...cvvLengths(chosen)),
  isValid: (digits, { chosen }) => isCvvValid(digits, chosen),
  reveal: () => ({}),
};
