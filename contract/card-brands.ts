/**
 * Which brand a card number belongs to, how it is written and when it is valid. Ranges and lengths
 * come from credit-card-type, completed by the national brands; brands are named by our codes.
 */
import luhn from 'card-validator/dist/luhn-10.js';
import cardTypes from 'credit-card-type/dist/lib/card-types.js';
import { INTERNATIONAL } from './international-card-brands.ts';
import { NATIONAL_BRANDS } from './national-card-brands.ts';

export { CARD_BRANDS, isCardBrand } from './card-brand-names.ts';
export { cvvLengths, isCvvValid } from './cvv-lengths.ts';

const ANY_LENGTH = [12, 13, 14, 15, 16, 17, 18, 19];
const FOURS = [4, 8, 12, 16];
/** Digits after which a number that matches no range can only be of a brand without ranges. */
const BIN_LENGTH = 6;

type Pattern = number | number[];

const toPattern = (range: string): Pattern => {
  const [from = 0, to] = range.split('-').map(Number);
  return to === undefined ? from : [from, to];
};

interface BrandFacts {
  readonly patterns: readonly Pattern[];
  readonly gaps: readonly number[];
  readonly lengths: readonly number[];
}

/** The facts of every brand. The library's own `addCard` would add nothing but its lookup's weight. */
const FACTS = new Map<string, BrandFacts>();
for (const [code, type] of Object.entries(INTERNATIONAL)) {
  const facts = cardTypes[type];
  if (facts) FACTS.set(code, facts);
}
for (const [code, { ranges, lengths }] of Object.entries(NATIONAL_BRANDS)) {
  FACTS.set(code, {
    patterns: ranges?.split(' ').map(toPattern) ?? [],
    gaps: FOURS,
    lengths: lengths ?? (ranges ? [16] : ANY_LENGTH),
  });
}

const ALL_CODES: readonly string[] = [...FACTS.keys()];

/** Length of the longest range that the digits are in; 0 for none, or while they are too few. */
function matchStrength(digits: string, patterns: readonly Pattern[]): number {
  let strength = 0;
  for (const pattern of patterns) {
    const [from, to] = Array.isArray(pattern) ? [pattern[0], pattern[1]] : [pattern, pattern];
    const { length } = String(from);
    const start = Number(digits.slice(0, length));
    const isIn = digits.length >= length && start >= Number(from) && start <= Number(to);
    if (isIn && length > strength) strength = length;
  }
  return strength;
}

/** Whether more digits could lead into one of the ranges. */
const mayMatch = (digits: string, patterns: readonly Pattern[]): boolean =>
  patterns.some((pattern) => {
    const [from, to] = Array.isArray(pattern) ? [pattern[0], pattern[1]] : [pattern, pattern];
    const head = Number(digits.slice(0, String(from).length));
    const cut = (end: number | undefined) => Number(String(end).slice(0, digits.length));
    return head >= cut(from) && head <= cut(to);
  });

/**
 * The brands that a card number, whole or just begun, may belong to, most specific range first and
 * otherwise in the order offered. Of the international brands only the best match is named; the
 * national ones stand beside it, since their cards carry both.
 *
 * @example
 * detectBrands('4464040000000007', ['VISA', 'MADA']); // ['MADA', 'VISA']
 */
export function detectBrands(digits: string, offered: readonly string[] = ALL_CODES): string[] {
  if (!digits) return [];
  const known = offered.flatMap((code) => {
    const facts = FACTS.get(code);
    return facts ? [{ code, facts, strength: matchStrength(digits, facts.patterns) }] : [];
  });
  const matching = known.filter(({ strength }) => strength > 0);
  const best = Math.max(
    0,
    ...matching.filter(({ code }) => INTERNATIONAL[code]).map(({ strength }) => strength),
  );
  const certain = matching
    .filter(({ code, strength }) => !INTERNATIONAL[code] || strength === best)
    .sort((a, b) => b.strength - a.strength);
  if (certain.length > 0) return certain.map(({ code }) => code);

  const possible = known.filter(({ facts }) => mayMatch(digits, facts.patterns));
  if (possible.length > 0) return possible.map(({ code }) => code);
  return digits.length < BIN_LENGTH
    ? []
    : known.filter(({ facts }) => facts.patterns.length === 0).map(({ code }) => code);
}

/** The lengths that numbers of a brand have; 12 to 19 for a brand that has no rule. */
export const numberLengths = (brand: string): readonly number[] =>
  FACTS.get(brand)?.lengths ?? ANY_LENGTH;

/** After how many digits a space stands, for the number typed so far. */
export function numberGaps(digits: string): readonly number[] {
  const [brand] = detectBrands(digits, Object.keys(INTERNATIONAL));
  const facts = brand ? FACTS.get(brand) : undefined;
  const isCertain = facts && matchStrength(digits, facts.patterns) > 0;
  // Diners numbers of 14 digits are written 4-6-4, its longer ones like all others.
  const isLongDiners = brand === 'DINERS' && digits.length > 14;
  return isCertain && facts.gaps.length === 2 && !isLongDiners ? facts.gaps : FOURS;
}

/** Whether the digits lie in a range of the brand. Every number does where a brand has no ranges. */
export function isNumberOfBrand(digits: string, brand: string): boolean {
  const patterns = FACTS.get(brand)?.patterns ?? [];
  return patterns.length === 0 || matchStrength(digits, patterns) > 0;
}

/** Luhn's check digit and a length that the brand has. Says nothing about the brand's ranges. */
export const isCardNumberValid = (digits: string, brand: string): boolean =>
  /^\d+$/.test(digits) && numberLengths(brand).includes(digits.length) && luhn(digits);
