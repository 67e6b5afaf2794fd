/** The row that a payment begins as, before anybody was asked for money. */

import type { Parameters } from '../../../contract/parameters.ts';
import type { PaymentMode } from '../../../contract/payment-mode.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { channelNow, realNow } from '../../store/clock.ts';
import type { PaymentRow } from '../../store/tables.ts';
import type { Gateway } from '../context.ts';
import type { Channel } from '../entities/entities.ts';
import { newId } from '../ids.ts';
import { connectorFor, connectorOf } from '../processors/processor.ts';
import { shownCard } from '../records/payments.ts';
import type { PaymentOrder } from './payment-order.ts';

/** What every payment begins with. */
export function newPaymentRow(
  gateway: Gateway,
  id: string,
  subject: {
    readonly channel: Channel;
    readonly ndc: string;
    readonly paymentType: string;
    readonly brand: string;
    readonly amount: number;
    readonly currency: string;
    readonly parameters: Parameters;
    readonly notificationUrl?: string;
    readonly mode: PaymentMode;
    /** Of an operation: who has the payment that it is for. */
    readonly connector?: string;
  },
): PaymentRow {
  const { channel, parameters, mode } = subject;
  const connector = subject.connector ?? connectorFor(channel, mode);
  return {
    id,
    entity_id: channel.id,
    connector,
    mode,
    checkout_id: null,
    type: subject.paymentType,
    brand: subject.brand,
    amount: subject.amount,
    currency: subject.currency,
    state: 'in_doubt',
    result_code: RESULT.pending,
    result_details: '{}',
    parameters: JSON.stringify({
      ...parameters,
      descriptor: descriptorFor(channel, id, parameters),
    }),
    card: '{}',
    card_fingerprint: null,
    referenced_id: null,
    registration_id: null,
    merchant_transaction_id: parameters['merchantTransactionId'] ?? null,
    acquirer_tx_id: null,
    checks: '{}',
    captured: 0,
    refunded: 0,
    reversed: 0,
    charged_back: 0,
    reserved: 0,
    reference: newId(),
    ndc: subject.ndc,
    created_at: channelNow(channel.clockOffsetMs),
    settled_at: null,
    lease_until: realNow() + connectorOf(gateway, { connector }).leaseMs,
    next_step: null,
    due_at: null,
    end_code: null,
    end_reference: null,
    notification_url: subject.notificationUrl ?? null,
    result_url: null,
    embedder: null,
  };
}

/** The statement's text: the merchant's, the channel's, or twelve digits and the channel's name. */
function descriptorFor({ settings, name }: Channel, id: string, parameters: Parameters): string {
  const given = parameters['merchant.name'] ?? parameters['descriptor'] ?? settings.descriptor;
  if (given !== undefined) return given;
  const digits = (BigInt(`0x${id}`) % 10n ** 12n).toString().padStart(12, '0');
  return `${digits.match(/.{4}/g)?.join('.')} ${name}`.slice(0, 127);
}

/** The row of a payment that is ordered. */
export function newPayment(gateway: Gateway, order: PaymentOrder, id = newId()): PaymentRow {
  const { card, checkoutId, registrationId, createRegistration } = order;
  return {
    ...newPaymentRow(gateway, id, order),
    checkout_id: checkoutId,
    ...(card && {
      card: JSON.stringify(shownCard(card)),
      card_fingerprint: gateway.vault.fingerprint(card.number),
    }),
    // Drawn now, so that whoever settles the payment knows that the card is to be stored.
    registration_id: registrationId ?? (createRegistration && card ? newId() : null),
    result_url: order.resultUrl ?? null,
    embedder: order.embedder ?? null,
  };
}
