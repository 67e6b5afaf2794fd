import { CURRENCY } from './products.ts';

/** Cents as a shopper reads them, "€24.00", in European digits whatever the language. */
export const price = (cents: number, languageTag = 'en'): string =>
  new Intl.NumberFormat(`${languageTag}-u-nu-latn`, {
    style: 'currency',
    currency: CURRENCY,
  }).format(cents / 100);
