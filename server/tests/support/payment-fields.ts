/** What tests pay with, for all that drive a gateway: in this process, or as a process of its own. */
export const CARD_FIELDS = {
  paymentBrand: 'VISA',
  'card.number': '4200000000000000',
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
} as const;

/** A debit of 92.00 EUR. */
export const PAYMENT_FIELDS = {
  amount: '92.00',
  currency: 'EUR',
  paymentType: 'DB',
  ...CARD_FIELDS,
} as const;
