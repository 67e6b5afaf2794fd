/** The instrument of a payment or an agreement. Its card number is never part of it. */

import { createHash } from 'node:crypto';
import type { Instrument } from '../../../contract/events/instrument.ts';
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { Registration } from '../../store/records/registration.ts';
import { instrumentId } from './ids.ts';
import { present } from './shared-fields.ts';

/** Brands that are the shopper's bank: the others are wallets. */
const BANKS = new Set(['IDEAL', 'SOFORTUEBERWEISUNG']);

type CardInstrument = Extract<Instrument, { type: 'CARD_VAULTED' }>;

function cardInstrument(
  { brand, card, cardFingerprint }: Payment | Registration,
  registrationId: string | null,
): CardInstrument {
  if (!card) throw new Error(`${brand} has no card`);
  const { bin, last4Digits, expiryMonth, expiryYear, holder } = card;
  const id = registrationId ?? cardFingerprint;
  return {
    ...(id !== null && { id: instrumentId(id) }),
    type: 'CARD_VAULTED',
    details: {
      brand,
      bin,
      last4Digits,
      expiryMonth: Number(expiryMonth),
      expiryYear: Number(expiryYear),
      ...(holder !== undefined && { holderName: holder }),
      ...(registrationId !== null && { panAlias: registrationId }),
    },
  };
}

export const instrumentOfRegistration = (registration: Registration): CardInstrument =>
  cardInstrument(registration, registration.id);

/** CARD_VAULTED for cards; without `panAlias` for one that is not stored. */
export function instrumentOfPayment(payment: Payment): Instrument {
  if (!OTHER_BRANDS.has(payment.brand)) return cardInstrument(payment, payment.registrationId);
  const parameters = payment.parameters;
  const country = parameters['billing.country'];
  const accountId = parameters['virtualAccount.accountId'];
  if (BANKS.has(payment.brand)) {
    const details = present({ country });
    return { type: 'BANK_ACCOUNT', ...(details && { details }) };
  }
  const details = present({
    fingerprint: accountId && identityOf(payment.brand, accountId),
    displayIdentifier: accountId,
    country,
  });
  return { type: 'PASSTHROUGH_WALLET', ...(details && { details }) };
}

/** The same account of the same brand has the same identity. */
const identityOf = (brand: string, accountId: string): string =>
  createHash('sha256').update(`${brand} ${accountId}`).digest('hex');
