import type { Language } from './languages.ts';

/** The card brands that the shop takes, as the form's `data-brands` has them. */
export const SHOP_BRANDS = ['VISA', 'MASTER', 'AMEX'] as const;

/** Options of the form that the curious can try from the checkout page. Each is on or off. */
export const SWITCHES = [
  { name: 'stayOnDecline', explanation: 'After a decline, keep the form and try another card' },
  { name: 'maskCvv', explanation: 'Hide the CVV while it is typed' },
] as const;
export type Switch = (typeof SWITCHES)[number]['name'];

/** The page's `wpwlOptions`. A switch that is off is left out: then the form's own default holds. */
export const wpwlOptions = (language: Language, switchedOn: readonly Switch[]) => ({
  locale: language.code,
  // The shop has drawn a box around the form already.
  style: 'plain',
  ...Object.fromEntries(switchedOn.map((name) => [name, true])),
});
