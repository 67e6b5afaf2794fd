/** The events of a capture, a refund or a reversal. */

import type { PaymentEvent } from '../../../contract/events/events.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { PaymentDomainEvent } from '../domain-event.ts';
import { chargeEventFactory } from './charge-event-factory.ts';
import { chargeStatusOf } from './charge-status.ts';
import { failureOfPayment } from './failure-of.ts';
import { captureId, refundId, voidId } from './ids.ts';
import { moneyOf, present } from './shared-fields.ts';

export function captureEvents(change: PaymentDomainEvent): PaymentEvent[] {
  const { payment, stage } = change;
  const capture = {
    captureId: captureId(payment),
    amount: moneyOf(payment),
    ...present({ merchantCaptureReference: referenceOf(payment) }),
  };
  const event = chargeEventFactory(change);
  if (stage === 'succeeded')
    return [event('PAYMENT_CHARGE_CAPTURE_SUCCEEDED', 'CAPTURED', capture)];
  if (stage !== 'failed') return [];
  const failure = failureOfPayment(payment);
  return [event('PAYMENT_CHARGE_CAPTURE_FAILED', chargeStatusOf(change), { ...capture, failure })];
}

export function refundEvents(change: PaymentDomainEvent): PaymentEvent[] {
  const { payment, stage } = change;
  const refund = {
    refundId: refundId(payment),
    amount: moneyOf(payment),
    ...present({ merchantRefundReference: referenceOf(payment) }),
  };
  const event = chargeEventFactory(change);
  if (stage === 'succeeded') return [event('PAYMENT_CHARGE_REFUND_SUCCEEDED', 'REFUNDED', refund)];
  if (stage === 'confirmation') {
    return [event('PAYMENT_CHARGE_REFUND_PENDING', 'REFUND_PROCESSING', refund)];
  }
  if (stage !== 'failed') return [];
  const failure = failureOfPayment(payment);
  return [event('PAYMENT_CHARGE_REFUND_FAILED', chargeStatusOf(change), { ...refund, failure })];
}

export function voidEvents(change: PaymentDomainEvent): PaymentEvent[] {
  const { payment, charge, stage } = change;
  // A debit that was taken back before its bank settled it was told of as discarded.
  if (charge.state === 'failed') return [];
  const aVoid = {
    voidId: voidId(payment),
    amount: moneyOf(payment),
    ...present({ merchantVoidReference: referenceOf(payment) }),
  };
  const event = chargeEventFactory(change);
  if (stage === 'succeeded') return [event('PAYMENT_CHARGE_VOID_SUCCEEDED', 'VOIDED', aVoid)];
  if (stage !== 'failed') return [];
  const failure = failureOfPayment(payment);
  return [event('PAYMENT_CHARGE_VOID_FAILED', chargeStatusOf(change), { ...aVoid, failure })];
}

/** `merchantTransactionId` of the operation's own request. */
const referenceOf = ({ merchantTransactionId: reference }: Payment) => reference ?? undefined;
