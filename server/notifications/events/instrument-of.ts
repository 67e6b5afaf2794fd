/** The instrument of a payment or an agreement. Its card number is never part of it. */

import { createHash } from 'node:crypto';
import type { Instrument } from '../../../contract/events/instrument.ts';
import { isDirectDebit, OTHER_BRANDS } from '../../../contract/other-brands.ts';
import type { Payment, ShownCard } from '../../store/records/payment.ts';
import type { Registration } from '../../store/records/registration.ts';
import { instrumentId } from './ids.ts';
import { present } from './shared-fields.ts';

type Means = Pick<Payment | Registration, 'brand' | 'card' | 'cardFingerprint' | 'parameters'>;

function cardInstrument(
  { brand, cardFingerprint }: Means,
  card: ShownCard,
  registrationId: string | null,
): Instrument {
  const { bin, last4Digits, expiryMonth, expiryYear, holder } = card;
  const id = registrationId ?? cardFingerprint;
  return {
    ...(id !== null && { id: instrumentId(id) }),
    type: 'CARD_VAULTED',
    details: {
      brand: card.brand ?? brand,
      bin,
      last4Digits,
      expiryMonth: Number(expiryMonth),
      expiryYear: Number(expiryYear),
      ...(holder !== undefined && { holderName: holder }),
      ...(registrationId !== null && { panAlias: registrationId }),
    },
  };
}

export const instrumentOfRegistration = (registration: Registration): Instrument =>
  instrumentOf(registration, registration.id);

export const instrumentOfPayment = (payment: Payment): Instrument =>
  instrumentOf(payment, payment.registrationId);

/** CARD_VAULTED for cards; without `panAlias` for one that is not stored. */
function instrumentOf(means: Means, registrationId: string | null): Instrument {
  const { brand, card, parameters } = means;
  if (card) return cardInstrument(means, card, registrationId);
  const id = registrationId === null ? {} : { id: instrumentId(registrationId) };
  const billed = parameters['billing.country'];
  if (isDirectDebit(brand)) {
    const details = present({
      holderName: parameters['bankAccount.holder'],
      iban: parameters['bankAccount.iban'],
      swiftCode: parameters['bankAccount.bic'],
      debitMandateId: parameters['bankAccount.mandate.id'],
      country: parameters['bankAccount.country'],
    });
    return { ...id, type: 'BANK_ACCOUNT', ...(details && { details }) };
  }
  if (OTHER_BRANDS.get(brand)?.family !== 'virtualAccount') {
    const details = present({ country: parameters['bankAccount.country'] ?? billed });
    return { ...id, type: 'BANK_ACCOUNT', ...(details && { details }) };
  }
  const accountId = parameters['virtualAccount.accountId'];
  const details = present({
    fingerprint: accountId && identityOf(brand, accountId),
    paymentReference: registrationId ?? undefined,
    displayIdentifier: accountId,
    country: billed,
  });
  return { ...id, type: 'PASSTHROUGH_WALLET', ...(details && { details }) };
}

/** The same account of the same brand has the same identity. */
const identityOf = (brand: string, accountId: string): string =>
  createHash('sha256').update(`${brand} ${accountId}`).digest('hex');
