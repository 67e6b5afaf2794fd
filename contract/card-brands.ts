/**
 * The rules of every card brand. Ranges and lengths come from credit-card-type, completed by the
 * national brands; brands are named by our codes. For the server: the form's data bring to the
 * browser what it needs of this.
 */
import cardTypes from 'credit-card-type/dist/lib/card-types.js';
import * as rules from './brand-rules.ts';
import { CARD_BRANDS } from './card-brand-names.ts';
import { INTERNATIONAL } from './international-card-brands.ts';
import { NATIONAL_BRANDS } from './national-card-brands.ts';

export { cvvLengths, isCvvValid } from './cvv-lengths.ts';
export { CARD_BRANDS };

export const isCardBrand = (code: string): boolean => Object.hasOwn(CARD_BRANDS, code);

const internationalRules = (type: string): rules.BrandRules => {
  const { patterns = [], gaps = [], lengths } = cardTypes[type] ?? {};
  return {
    ranges: patterns.map((range) => (Array.isArray(range) ? range.join('-') : range)).join(' '),
    ...(lengths && { lengths }),
    ...(gaps.length === 2 && { gaps }),
  };
};

const nationalRules = (brand: (typeof NATIONAL_BRANDS)[string]): rules.BrandRules => {
  const { ranges = '', lengths = ranges ? [16] : undefined } = brand;
  return { ranges, ...(lengths && { lengths }), national: true };
};

/** By brand code. */
export const BRAND_RULES: rules.RuleTable = Object.fromEntries([
  ...Object.entries(INTERNATIONAL).map(([code, type]) => [code, internationalRules(type)]),
  ...Object.entries(NATIONAL_BRANDS).map(([code, brand]) => [code, nationalRules(brand)]),
]);

/** Those of some brands; codes that are no card brands are left out. */
export const rulesOf = (codes: readonly string[]): rules.RuleTable =>
  Object.fromEntries(
    codes.flatMap((code) => {
      const own = Object.hasOwn(BRAND_RULES, code) && BRAND_RULES[code];
      return own ? [[code, own]] : [];
    }),
  );

/**
 * The brands that a number may belong to, among those offered or all.
 *
 * @example
 * detectBrands('4464040000000007', ['VISA', 'MADA']); // ['MADA', 'VISA']
 */
export const detectBrands = (
  digits: string,
  offered: readonly string[] = Object.keys(BRAND_RULES),
): string[] => rules.detectBrands(digits, offered, BRAND_RULES);

export const numberLengths = (brand: string): readonly number[] =>
  rules.numberLengths(brand, BRAND_RULES);

export const numberGaps = (digits: string): readonly number[] =>
  rules.numberGaps(digits, BRAND_RULES);

export const isNumberOfBrand = (digits: string, brand: string): boolean =>
  rules.isNumberOfBrand(digits, brand, BRAND_RULES);

export const isCardNumberValid = (digits: string, brand: string): boolean =>
  rules.isCardNumberValid(digits, brand, BRAND_RULES);

/** In which ranges the whole numbers of a length are, whatever their brand: in order, none in another. */
export function numberRanges(length: number): readonly rules.DigitRange[] {
  const ranges = Object.keys(BRAND_RULES)
    .filter((brand) => numberLengths(brand).includes(length))
    .flatMap((brand) => rules.rangesOf(BRAND_RULES[brand]))
    .map(([from, to]) => [from.padEnd(length, '0'), to.padEnd(length, '9')] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const merged: rules.DigitRange[] = [];
  for (const [from, to] of ranges) {
    const [first = from, end = ''] = merged.at(-1) ?? [];
    if (from > end) merged.push([from, to]);
    else if (to > end) merged.splice(-1, 1, [first, to]);
  }
  return merged;
}
