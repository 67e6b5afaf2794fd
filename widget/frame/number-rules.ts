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

/** The digits that a page may know. The brands that it learns depend on no others (D9). */
const binOf = (digits: string) => digits.slice(0, MAX_BIN_LENGTH);

const detected = (digits: string, { offered, rules }: BrandChoice): string[] =>
  detectBrands(binOf(digits), offered, rules);

/** The brands that the form does not offer and the digits certainly name, as far as the gateway gave their rules. */
const others = (digits: string, { offered, rules }: BrandChoice): string[] =>
  detectBrands(binOf(digits), Object.keys(rules), rules).filter(
    (code) => !offered.includes(code) && isNumberOfBrand(binOf(digits), code, rules),
  );

/** The brands whose rules hold for the number: the shopper's choice, else those that its digits name. */
const candidates = (digits: string, choice: BrandChoice): readonly string[] =>
  choice.chosen ? [choice.chosen] : detected(digits, choice);

function lengthsOf(digits: string, choice: BrandChoice): readonly number[] {
  const lengths = candidates(digits, choice).flatMap((brand) => numberLengths(brand, choice.rules));
  return lengths.length > 0 ? lengths : [LONGEST];
}

export const NUMBER_RULES: FieldRules = {
  field: 'card.number',
  revealsFirstDigits: true,

  write: (edit, choice, isGrouped) =>
    groupDigits(edit, {
      read: readDigits,
      gap: ' ',
      gaps: (digits) => (isGrouped ? numberGaps(digits, choice.rules) : []),
      maxLength: (digits) => Math.max(...lengthsOf(digits, choice)),
    }),

  isPartial: (digits, choice) =>
    digits !== '' && digits.length < Math.min(...lengthsOf(digits, choice)),

  /** A document without rules calls no number invalid: the gateway validates it. */
  isValid: (digits, choice) =>
    Object.keys(choice.rules).length === 0 ||
    candidates(digits, choice).some(
      (brand) =>
        isNumberOfBrand(binOf(digits), brand, choice.rules) &&
        isCardNumberValid(digits, brand, choice.rules),
    ),

  reveal: (digits, choice) => ({
    brands: [...detected(digits, choice), ...others(digits, choice)],
    ...(digits.length >= SHORTEST_BIN && { bin: binOf(digits) }),
  }),
};
