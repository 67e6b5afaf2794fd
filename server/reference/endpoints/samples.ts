/** What the samples share. */

export const CARD = {
  paymentBrand: 'VISA',
  'card.number': '4200000000000000',
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
};
export const MONEY = { amount: '92.00', currency: 'EUR' };

/** Stands in a sample for the day on which it is tried. */
export const TODAY = '{today}';
/** Stands in a sample for an address that takes webhooks, without a slash at the end. */
export const INBOX = '{inbox}';
