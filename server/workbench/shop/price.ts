import { amountIn, HOME_MARKET, type Market } from './markets.ts';

/** Cents as a shopper reads them, "€24.00", in European digits whatever the language. */
export const price = (cents: number, languageTag = 'en', market: Market = HOME_MARKET): string =>
  money(Number(amountIn(market, cents)), languageTag, market.currency);

/** An amount of a currency, in the same way. */
export const money = (amount: number, languageTag: string, currency: string): string =>
  new Intl.NumberFormat(`${languageTag}-u-nu-latn`, { style: 'currency', currency }).format(amount);
