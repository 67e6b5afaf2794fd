/**
 * Which brands a card is of, by its first digits: finer than the rules that the form's data bring,
 * which have to be small. `bin-ranges.tsv` names its sources.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BrandRules,
  detectBrands,
  isNumberOfBrand,
  type RuleTable,
  rangesOf,
} from '../../../contract/brand-rules.ts';
import { BRAND_RULES } from '../../../contract/card-brands.ts';
import { type ChannelSettings, offersBrand } from './channel-settings.ts';

/** Ranges by brand, as in {@link BrandRules}. */
type Ranges = Readonly<Record<string, string>>;

function readTable(): Ranges {
  const table: Record<string, string> = {};
  const file = readFileSync(join(import.meta.dirname, 'bin-ranges.tsv'), 'utf8');
  for (const line of file.split('\n').filter((text) => text && !text.startsWith('#'))) {
    const [from = '', to = '', brand = ''] = line.split('\t');
    table[brand] = `${table[brand] ?? ''} ${from}-${to}`;
  }
  return table;
}

const TABLE = readTable();

/** The rules of some brands with the ranges of another source, too. */
const withRanges = (codes: readonly string[], ...sources: readonly Ranges[]) =>
  Object.fromEntries(
    codes.flatMap((code): [string, BrandRules][] => {
      const rules = Object.hasOwn(BRAND_RULES, code) ? BRAND_RULES[code] : undefined;
      if (!rules) return [];
      const ranges = [rules.ranges, ...sources.map((source) => source[code] ?? '')];
      return [[code, { ...rules, ranges: ranges.join(' ').trim() }]];
    }),
  );

/**
 * How cards of the brands are recognised here: with the merchant's own ranges, and with those of the
 * table where they are wanted as well.
 */
export const channelRules = (
  { binRanges }: ChannelSettings,
  codes: readonly string[],
  isWithTable = false,
): RuleTable => (isWithTable ? withRanges(codes, TABLE, binRanges) : withRanges(codes, binRanges));

/**
 * The same, and the rules of every other brand whose ranges say something: those of Visa Debit are all
 * of Visa's, and a brand without ranges is never recognised.
 */
export function rulesWithOthers(
  settings: ChannelSettings,
  codes: readonly string[],
  isWithTable: boolean,
): RuleTable {
  const all = Object.entries(channelRules(settings, Object.keys(BRAND_RULES), isWithTable));
  const others = all.filter(([, rules]) => {
    const ranges = rangesOf(rules);
    const isDistinctive =
      !rules.national || ranges.every(([from]) => from.length >= DISTINCTIVE_LENGTH);
    return ranges.length > 0 && isDistinctive;
  });
  return { ...Object.fromEntries(others), ...channelRules(settings, codes, isWithTable) };
}

/** Fewer first digits are common to the cards of many brands. */
const DISTINCTIVE_LENGTH = 4;

/** The card brands that the channel offers. */
export const offeredCardBrands = (settings: ChannelSettings): string[] =>
  Object.keys(BRAND_RULES).filter((code) => offersBrand(settings, code));

/** The card brands of the channel that the first digits may be of, most specific range first. */
export function brandsOfBin(bin: string, settings: ChannelSettings): string[] {
  const offered = offeredCardBrands(settings);
  // Brands without ranges are chosen by hand: any number might be theirs.
  const rules = withRanges(offered, TABLE, settings.binRanges);
  const known = offered.filter((code) => rules[code]?.ranges);
  return detectBrands(bin, known, rules);
}

/** Whether a card of the brand may have this number. */
export const mayBeOfBrand = (number: string, brand: string, settings: ChannelSettings): boolean =>
  BRAND_RULES[brand]?.ranges === '' ||
  isNumberOfBrand(number, brand, withRanges([brand], TABLE, settings.binRanges));
