/**
 * How card numbers of a brand are recognised, written and judged. The rules are small enough to be
 * sent: the form's data bring those of the offered brands, so that no shopper downloads all of them.
 */
import luhn from 'card-validator/dist/luhn-10.js';

export interface BrandRules {
  /** First digits, `446404` or `604201-604400`, separated by spaces; '' for a brand without any. */
  readonly ranges: string;
  /** How many digits its numbers have; 12 to 19 when absent. */
  readonly lengths?: readonly number[];
  /** After how many digits a space stands, where that is not after every fourth. */
  readonly gaps?: readonly number[];
  /** Shares its cards with international brands: named beside them, not instead of them. */
  readonly national?: boolean;
}

/** By brand code. Of a code that is missing nothing is known: it is never recognised. */
export type RuleTable = Readonly<Record<string, BrandRules>>;

const ANY_LENGTH = [12, 13, 14, 15, 16, 17, 18, 19];
const FOURS = [4, 8, 12, 16];
/** Digits after which a number that matches no range can only be of a brand without ranges. */
const BIN_LENGTH = 6;

export type DigitRange = readonly [from: string, to: string];

export const rangesOf = (rules: BrandRules | undefined): DigitRange[] =>
  (rules?.ranges.split(' ') ?? []).filter(Boolean).map((range): DigitRange => {
    const [from = '', to = from] = range.split('-');
    return [from, to];
  });

/** Whether the digits are in the range, or more of them could be. */
const mayBeIn = (digits: string, [from, to]: DigitRange): boolean => {
  const { length } = digits;
  const head = digits.slice(0, from.length);
  return head >= from.slice(0, length) && head <= to.slice(0, length);
};

/** Length of the longest range that the digits are in; 0 for none, or while they are too few. */
const matchStrength = (digits: string, ranges: readonly DigitRange[]): number =>
  ranges.reduce((strength, range) => {
    const [{ length }] = range;
    return digits.length >= length && mayBeIn(digits, range)
      ? Math.max(strength, length)
      : strength;
  }, 0);

/**
 * The brands that a card number, whole or just begun, may belong to, most specific range first and
 * otherwise in the order offered. Of the international brands only the best match is named; the
 * national ones stand beside it, since their cards carry both.
 */
export function detectBrands(
  digits: string,
  offered: readonly string[],
  table: RuleTable,
): string[] {
  if (!digits) return [];
  const known = offered.flatMap((code) => {
    const rules = Object.hasOwn(table, code) ? table[code] : undefined;
    const ranges = rangesOf(rules);
    const strength = matchStrength(digits, ranges);
    return rules ? [{ code, ranges, strength, isNational: rules.national === true }] : [];
  });
  const matching = known.filter(({ strength }) => strength > 0);
  const best = Math.max(...matching.map(({ strength, isNational }) => (isNational ? 0 : strength)));
  const certain = matching
    .filter(({ isNational, strength }) => isNational || strength === best)
    .sort((a, b) => b.strength - a.strength);
  const isPossible = known.filter(({ ranges }) => ranges.some((range) => mayBeIn(digits, range)));
  const unranged = known.filter(({ ranges }) => ranges.length === 0 && digits.length >= BIN_LENGTH);
  const found = [certain, isPossible, unranged].find(({ length }) => length > 0) ?? [];
  return found.map(({ code }) => code);
}

/** The lengths that numbers of a brand have; 12 to 19 for a brand that has no rule. */
export const numberLengths = (brand: string, table: RuleTable): readonly number[] =>
  table[brand]?.lengths ?? ANY_LENGTH;

/** After how many digits a space stands, for the number typed so far. */
export function numberGaps(digits: string, table: RuleTable): readonly number[] {
  const international = Object.keys(table).filter((code) => !table[code]?.national);
  const [brand = ''] = detectBrands(digits, international, table);
  const { gaps, lengths = [] } = table[brand] ?? {};
  const isCertain = matchStrength(digits, rangesOf(table[brand])) > 0;
  // Diners numbers of 14 digits are written 4-6-4, its longer ones like all others.
  const isLong = digits.length > Math.min(...lengths);
  return gaps && isCertain && !isLong ? gaps : FOURS;
}

/** Whether the digits lie in a range of the brand. Every number does where a brand has no ranges. */
export function isNumberOfBrand(digits: string, brand: string, table: RuleTable): boolean {
  const ranges = rangesOf(table[brand]);
  return ranges.length === 0 || matchStrength(digits, ranges) > 0;
}

/** Luhn's check digit and a length that the brand has. Says nothing about the brand's ranges. */
export const isCardNumberValid = (digits: string, brand: string, table: RuleTable): boolean =>
  /^\d+$/.test(digits) && numberLengths(brand, table).includes(digits.length) && luhn(digits);
