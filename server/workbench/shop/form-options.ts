import type { Language } from './languages.ts';

/** The card brands that the shop takes, as the form's `data-brands` has them. */
export const SHOP_BRANDS = ['VISA', 'MASTER', 'AMEX'] as const;

/** Ways to pay that are no cards, for those who ask for them. */
const OTHER_WAYS = ['PAYPAL', 'IDEAL', 'PAYSAFECARD', 'DIRECTDEBIT_SEPA'] as const;

/**
 * What the curious can try from the checkout page. Each is on or off, and has the name of the
 * option that it sets; `data-brands` is the attribute.
 */
export const SWITCHES = [
  { name: 'registrations.offerToStore', explanation: 'Offer to keep the card for the next order' },
  { name: 'data-brands', explanation: `Also offer ${OTHER_WAYS.join(', ')}` },
  { name: 'layout', explanation: 'The classic form: a block and a button for each way to pay' },
  { name: 'billingAddress', explanation: 'Ask for the billing address' },
  { name: 'showAmount', explanation: 'Say the amount on the pay button' },
  { name: 'showCVVHint', explanation: 'Say where the CVV stands' },
  { name: 'stayOnDecline', explanation: 'After a decline, keep the form and try another card' },
  { name: 'maskCvv', explanation: 'Hide the CVV while it is typed' },
] as const;
export type Switch = (typeof SWITCHES)[number]['name'];

export const brandsOf = (switchedOn: readonly Switch[]): readonly string[] =>
  switchedOn.includes('data-brands') ? [...SHOP_BRANDS, ...OTHER_WAYS] : SHOP_BRANDS;

/** The page's `wpwlOptions`. A switch that is off is left out: then the form's own default holds. */
export const wpwlOptions = (language: Language, switchedOn: readonly Switch[]) => ({
  locale: language.code,
  // The shop has drawn a box around the form already.
  style: 'plain',
  layout: switchedOn.includes('layout') ? 'classic' : 'list',
  ...Object.fromEntries(
    switchedOn
      .filter((name) => name !== 'data-brands' && name !== 'layout')
      .map((name) => name.split('.'))
      .map(([option = '', part]) => [option, part === undefined ? true : { [part]: true }]),
  ),
});
