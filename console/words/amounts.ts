/** Sums of amounts in their currency's smallest units, so that nothing is rounded. */
import {
  currencyDecimals,
  toAmount,
  toExactAmount,
  toMinorUnits,
} from '../../contract/currency.ts';

const AMOUNT = /^\d+(\.\d+)?$/;

/**
 * What is typed as an amount, as the API writes it: "20", "20,5" and "20.50" are "20.50" EUR.
 * Undefined where it is none, or has decimals that the currency or the API has not: nobody sends 1.005 KWD.
 * "1,000" EUR may be a thousand, so it is none either.
 */
export function readAmount(typed: string, currency: string): string | undefined {
  const text = typed.trim().replace(',', '.');
  if (!AMOUNT.test(text)) return undefined;
  const [, fraction = ''] = text.split('.');
  if (fraction.length > Math.max(2, currencyDecimals(currency))) return undefined;
  const units = toMinorUnits(text, currency);
  if (units === undefined) return undefined;
  const amount = toAmount(units, currency);
  return toMinorUnits(amount, currency) === units ? amount : undefined;
}

const units = (amount: string, currency: string): bigint => {
  const size = toMinorUnits(amount.replace('-', ''), currency) ?? 0;
  return BigInt(amount.startsWith('-') ? -size : size);
};

/** Below zero, zero or above, as `sort` takes it. */
export function compare(one: string, other: string, currency: string): number {
  return Number(units(one, currency) - units(other, currency));
}

/** One amount without another. */
export const minus = (amount: string, other: string, currency: string): string =>
  toExactAmount(units(amount, currency) - units(other, currency), currency);

export const isNothing = (amount: string): boolean => /^-?0*(\.0*)?$/.test(amount);

/** For bars: near enough, in whole units. */
export const sizeOf = (amount: string): number => Math.abs(Number(amount)) || 0;
