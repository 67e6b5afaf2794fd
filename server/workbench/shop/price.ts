import { amountIn, HOME_MARKET, type Market } from './markets.ts';

/** Cents as a shopper reads them, "€24.00", in European digits whatever the language. */
export const price = (cents: number, languageTag = 'en', market: Market = HOME_MARKET): string =>
  new Intl.NumberFormat(`${languageTag}-u-nu-latn`, {
    style: 'currency',
    currency: market.currency,
  }).format(Number(amountIn(market, cents)));
