import type { Language } from './languages.ts';
import type { Market } from './markets.ts';

/** The card brands that the shop takes, as the form's `data-brands` has them. */
export const CARD_BRANDS = ['VISA', 'MASTER', 'AMEX'] as const;

/**
 * The other ways to pay, by the market's country: those that take its currency, in a checkout that
 * debits (DB). The form names in the console what is offered and cannot be paid with.
 */
const OTHER_WAYS: Readonly<Record<string, readonly string[]>> = {
  '': ['PAYPAL', 'DIRECTDEBIT_SEPA', 'PAYSAFECARD'],
  BR: ['PAYPAL'],
  MX: ['PAYPAL'],
};

/** What shoppers pay with most besides cards, in euros, by the country that the order goes to. */
const USUAL_WAYS: Readonly<Record<string, string>> = {
  AT: 'EPS',
  BE: 'BANCONTACT',
  DE: 'KLARNA_PAYMENTS_PAYLATER',
  FI: 'TRUSTLY',
  NL: 'IDEAL',
};

/**
 * What the curious can try from the checkout page. Each is on or off, and has the name of the
 * option that it sets; `data-brands` is the attribute.
 */
export const SWITCHES = [
  { name: 'registrations.offerToStore', explanation: 'Offer to keep the card for the next order' },
  { name: 'data-brands', explanation: 'Offer cards alone' },
  { name: 'layout', explanation: 'The classic form: a block and a button for each way to pay' },
  { name: 'billingAddress', explanation: 'Ask for the billing address' },
  { name: 'showAmount', explanation: 'Say the amount on the pay button' },
  { name: 'showCVVHint', explanation: 'Say where the CVV stands' },
  {
    name: 'stayOnDecline',
    explanation: 'After a decline, keep the classic form as well, for another card',
  },
  { name: 'maskCvv', explanation: 'Hide the CVV while it is typed' },
] as const;
export type Switch = (typeof SWITCHES)[number]['name'];

/** @param country that the order goes to */
export function brandsFor(
  { country: channelCountry }: Market,
  country: string,
  switchedOn: readonly Switch[],
): readonly string[] {
  if (switchedOn.includes('data-brands')) return CARD_BRANDS;
  const usual = channelCountry === '' ? USUAL_WAYS[country] : undefined;
  return [...CARD_BRANDS, ...(usual ? [usual] : []), ...(OTHER_WAYS[channelCountry] ?? [])];
}

/** The page's `wpwlOptions`. A switch that is off is left out: then the form's own default holds. */
export const wpwlOptions = (language: Language, switchedOn: readonly Switch[]) => ({
  locale: language.code,
  layout: switchedOn.includes('layout') ? 'classic' : 'list',
  ...Object.fromEntries(
    switchedOn
      .filter((name) => name !== 'data-brands' && name !== 'layout')
      .map((name) => name.split('.'))
      .map(([option = '', part]) => [option, part === undefined ? true : { [part]: true }]),
  ),
});
