/** What a payment begins as, before its connector is called. */

import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import type { PaymentMode } from '../../../contract/payment-mode.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { channelNow } from '../../store/clock.ts';
import type { Payment } from '../../store/records/payment.ts';
import { shownCard } from '../../store/records/shown-card.ts';
import type { GatewayContext } from '../context.ts';
import type { Channel } from '../entities/index.ts';
import { newId } from '../ids.ts';
import { connectorFor } from '../processors/index.ts';
import type { PaymentOrder } from './order.ts';

/** What every payment begins with. */
export function unsettledPayment(
  id: string,
  subject: {
    readonly channel: Channel;
    readonly ndc: string;
    readonly paymentType: string;
    readonly brand: string;
    readonly amount: number;
    readonly currency: string;
    readonly parameters: ParameterSet;
    readonly notificationUrl?: string;
    readonly mode: PaymentMode;
    /** Of an operation: who has the payment that it is for. */
    readonly connector?: string;
  },
): Payment {
  const { channel, parameters, mode } = subject;
  const connector = subject.connector ?? connectorFor(channel, mode);
  return {
    id,
    entityId: channel.id,
    connector,
    mode,
    checkoutId: null,
    type: subject.paymentType,
    brand: subject.brand,
    amount: subject.amount,
    currency: subject.currency,
    state: 'in_doubt',
    resultCode: RESULT.pending,
    resultDetails: {},
    parameters: { ...parameters, descriptor: descriptorFor(channel, id, parameters) },
    card: undefined,
    cardFingerprint: null,
    referencedId: null,
    registrationId: null,
    merchantTransactionId: parameters['merchantTransactionId'] ?? null,
    acquirerTxId: null,
    checks: {},
    captured: 0,
    refunded: 0,
    reversed: 0,
    chargedBack: 0,
    reserved: 0,
    reference: newId(),
    ndc: subject.ndc,
    createdAt: channelNow(channel.clockOffsetMs),
    settledAt: null,
    // Begins by the database's clock, with the insert.
    leaseUntil: null,
    leaseToken: newId(),
    nextStep: undefined,
    dueAt: null,
    endCode: null,
    endReference: null,
    notificationUrl: subject.notificationUrl ?? null,
    resultUrl: null,
    embedder: null,
    fieldEvidence: undefined,
    scheduleId: null,
    authenticationId: null,
  };
}

/** The statement's text: the merchant's, the channel's, or twelve digits and the channel's name. */
function descriptorFor({ settings, name }: Channel, id: string, parameters: ParameterSet): string {
  const given = parameters['merchant.name'] ?? parameters['descriptor'] ?? settings.descriptor;
  if (given !== undefined) return given;
  const digits = (BigInt(`0x${id}`) % 10n ** 12n).toString().padStart(12, '0');
  return `${digits.match(/.{4}/g)?.join('.')} ${name}`.slice(0, 127);
}

/** A payment that is ordered. */
export function newPayment(gateway: GatewayContext, order: PaymentOrder, id = newId()): Payment {
  const { brand, card, iban, checkoutId, registrationId, createRegistration } = order;
  const stores = createRegistration && (OTHER_BRANDS.get(brand)?.registrable ?? card);
  return {
    ...unsettledPayment(id, order),
    checkoutId,
    ...(card && {
      card: shownCard(card),
      cardFingerprint: gateway.vault.fingerprint(card.number),
    }),
    ...(iban !== undefined && { cardFingerprint: gateway.vault.fingerprint(iban) }),
    // Drawn now, so that the instance that settles the payment knows that it stores something.
    registrationId: registrationId ?? (stores ? newId() : null),
    resultUrl: order.resultUrl ?? null,
    embedder: order.embedder ?? null,
    fieldEvidence: order.fieldEvidence,
    scheduleId: order.scheduleId ?? null,
    authenticationId: order.authenticationId ?? null,
  };
}
