import {
  detectBrands,
  isCardNumberValid,
  isNumberOfBrand,
  numberGaps,
  numberLengths,
} from '../../contract/brand-rules.ts';
import { groupDigits, readDigits } from '../../contract/digit-groups.ts';
import { MAX_BIN_LENGTH } from '../../contract/messages.ts';
import type { BrandChoice, FieldRules } from './field-rules.ts';

const LONGEST = 19;
const SHORTEST_BIN = 6;

/** The brands that the number is judged by: the shopper's choice, else those that its digits name. */
const candidates = (digits: string, { offered, chosen, rules }: BrandChoice): readonly string[] =>
  chosen ? [chosen] : detectBrands(digits, offered, rules);

export const NUMBER_RULES: FieldRules = {
  field: 'card.number',

  write: (edit, maxLength, { rules }, isGrouped) =>
    groupDigits(edit, {
      read: readDigits,
      gap: ' ',
      gaps: (digits) => (isGrouped ? numberGaps(digits, rules) : []),
      maxLength,
    }),

  maxLength(digits, choice) {
    const lengths = candidates(digits, choice).flatMap((brand) =>
      numberLengths(brand, choice.rules),
    );
    return lengths.length > 0 ? Math.max(...lengths) : LONGEST;
  },

  isValid: (digits, choice) =>
    candidates(digits, choice).some(
      (brand) =>
        isNumberOfBrand(digits, brand, choice.rules) &&
        isCardNumberValid(digits, brand, choice.rules),
    ),

  reveal: (digits, { offered, rules }) => ({
    brands: detectBrands(digits, offered, rules),
    ...(digits.length >= SHORTEST_BIN && { bin: digits.slice(0, MAX_BIN_LENGTH) }),
  }),
};
