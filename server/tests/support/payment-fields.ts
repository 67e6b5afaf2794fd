/** What tests pay with, for all that drive a gateway: in this process, or as a process of its own. */
import type { CardDetails } from '../../connectors/connector.ts';
import type { ShownCard } from '../../store/records/payment.ts';

export const NUMBER = '4200000000000000';
export const IBAN = 'DE89370400440532013000';

/** The card as a merchant's server sends it. */
export const CARD = {
  'card.number': NUMBER,
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
} as const;

/** The card as a connector is asked with it, of a merchant's server that sends no CVV. */
export const DETAILS = {
  ...{ number: NUMBER, holder: 'Jane Jones' },
  ...{ expiryMonth: '05', expiryYear: '2034' },
} as const satisfies CardDetails;

/** The card as a payment or registration keeps it. */
export const SHOWN = {
  ...{ bin: '420000', last4Digits: '0000', holder: 'Jane Jones' },
  ...{ expiryMonth: '05', expiryYear: '2034' },
} as const satisfies ShownCard;

/** The account as a merchant's server sends it. */
export const DEBIT = {
  paymentBrand: 'DIRECTDEBIT_SEPA',
  'bankAccount.holder': 'Jane Jones',
  'bankAccount.iban': IBAN,
} as const;

/** The card as the form of a test channel may send it: as text, all of it. */
export const CARD_FIELDS = {
  paymentBrand: 'VISA',
  ...CARD,
  'card.cvv': '123',
} as const;

/** A debit of 92.00 EUR. */
export const PAYMENT_FIELDS = {
  amount: '92.00',
  currency: 'EUR',
  paymentType: 'DB',
  ...CARD_FIELDS,
} as const;
