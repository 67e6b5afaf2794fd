/** The events of a change of a PA, a DB, or what refers to one. A CD has none. */
import type { ChargeStatus } from '../../../contract/events/charge-events.ts';
import type { EventOf, EventType, PaymentEvent } from '../../../contract/events/events.ts';
import type { PaymentRow } from '../../store/tables.ts';
import type { PaymentChange } from '../change.ts';
import { authenticationMethodsOf, authenticationSettingsOf } from './authentication-of.ts';
import { chargeStatusOf } from './charge-status.ts';
import { consumerOf } from './consumer-of.ts';
import { discardTypeOf } from './discard-type.ts';
import { failureOfPayment } from './failure-of.ts';
import {
  authorizationId,
  captureId,
  chargeId,
  merchantEventId,
  refundId,
  sessionId,
  voidId,
} from './ids.ts';
import { initiatorOf, mediumOf } from './initiation-of.ts';
import { instrumentOfPayment } from './instrument-of.ts';
import { orderOf, orderReferenceOf } from './order-of.ts';
import { moneyOf, parametersOf, paymentMethodOf, present } from './read-row.ts';

export function chargeEvents(change: PaymentChange): PaymentEvent[] {
  const { type } = change.payment;
  if (type === 'PA' || type === 'DB') return authorizationEvents(change);
  if (type === 'CP') return captureEvents(change);
  if (type === 'RF') return refundEvents(change);
  if (type === 'RV') return voidEvents(change);
  return type === 'CB' && change.stage === 'succeeded' ? [chargebackOf(change)] : [];
}

function authorizationEvents(change: PaymentChange): PaymentEvent[] {
  const { payment, stage, redirect } = change;
  const amount = moneyOf(payment);
  const authorization = { authorizationId: authorizationId(payment), amount };
  const event = eventFactory(change);
  switch (stage) {
    case 'received':
      return [createdEvent(change)];
    case 'authentication':
      return [
        event('PAYMENT_CHARGE_AUTHENTICATION_PENDING', 'AUTHENTICATION_PENDING', {
          ...authorization,
          ...present({ authenticationMethods: authenticationMethodsOf(payment, redirect) }),
        }),
      ];
    case 'confirmation':
      return [
        event('PAYMENT_CHARGE_PROVIDER_CONFIRMATION_PENDING', 'AUTHORIZATION_ASYNC', authorization),
      ];
    case 'succeeded':
      return payment.type === 'PA'
        ? [
            event('PAYMENT_CHARGE_AUTHORIZATION_SUCCEEDED', 'CAPTURE_PENDING', {
              ...authorization,
              isMultiStep: true,
            }),
          ]
        : [
            event('PAYMENT_CHARGE_AUTHORIZATION_SUCCEEDED', 'CAPTURE_PROCESSING', {
              ...authorization,
              isMultiStep: false,
            }),
            event('PAYMENT_CHARGE_CAPTURE_SUCCEEDED', 'CAPTURED', {
              captureId: captureId(payment),
              amount,
            }),
          ];
    case 'failed': {
      const discardType = discardTypeOf(change);
      const reference = change.discardReference;
      return discardType
        ? [
            event('PAYMENT_CHARGE_DISCARDED', 'DISCARDED', {
              discardType,
              ...authorization,
              ...(reference !== null && { merchantDiscardReference: reference }),
            }),
          ]
        : [
            event('PAYMENT_CHARGE_AUTHORIZATION_FAILED', 'FAILED', {
              ...authorization,
              failure: failureOfPayment(payment),
            }),
          ];
    }
    case 'discard_failed': {
      const reference = change.discardReference;
      return [
        event('PAYMENT_CHARGE_DISCARD_FAILED', chargeStatusOf(change.charge), {
          discardType: 'MERCHANT_INITIATED_DISCARD',
          ...authorization,
          ...(reference !== null && { merchantDiscardReference: reference }),
        }),
      ];
    }
  }
}

function createdEvent(change: PaymentChange): PaymentEvent {
  const { payment } = change;
  const parameters = parametersOf(payment);
  return eventFactory(change)('PAYMENT_CHARGE_CREATED', 'AUTHORIZATION_PROCESSING', {
    paymentMedium: mediumOf(parameters),
    initiator: initiatorOf(parameters),
    amount: moneyOf(payment),
    instrument: instrumentOfPayment(payment),
    ...present({
      paymentDescriptor: parameters['descriptor'],
      order: orderOf(parameters, payment.currency),
      consumer: consumerOf(parameters),
      authenticationSettings: authenticationSettingsOf(payment),
    }),
  });
}

function captureEvents(change: PaymentChange): PaymentEvent[] {
  const { payment, stage, charge } = change;
  const capture = {
    captureId: captureId(payment),
    amount: moneyOf(payment),
    ...present({ merchantCaptureReference: referenceOf(payment) }),
  };
  const event = eventFactory(change);
  if (stage === 'succeeded')
    return [event('PAYMENT_CHARGE_CAPTURE_SUCCEEDED', 'CAPTURED', capture)];
  if (stage !== 'failed') return [];
  const failure = failureOfPayment(payment);
  return [event('PAYMENT_CHARGE_CAPTURE_FAILED', chargeStatusOf(charge), { ...capture, failure })];
}

function refundEvents(change: PaymentChange): PaymentEvent[] {
  const { payment, stage, charge } = change;
  const refund = {
    refundId: refundId(payment),
    amount: moneyOf(payment),
    ...present({ merchantRefundReference: referenceOf(payment) }),
  };
  const event = eventFactory(change);
  if (stage === 'succeeded') return [event('PAYMENT_CHARGE_REFUND_SUCCEEDED', 'REFUNDED', refund)];
  if (stage === 'confirmation') {
    return [event('PAYMENT_CHARGE_REFUND_PENDING', 'REFUND_PROCESSING', refund)];
  }
  if (stage !== 'failed') return [];
  const failure = failureOfPayment(payment);
  return [event('PAYMENT_CHARGE_REFUND_FAILED', chargeStatusOf(charge), { ...refund, failure })];
}

function voidEvents(change: PaymentChange): PaymentEvent[] {
  const { payment, stage, charge } = change;
  const aVoid = {
    voidId: voidId(payment),
    amount: moneyOf(payment),
    ...present({ merchantVoidReference: referenceOf(payment) }),
  };
  const event = eventFactory(change);
  if (stage === 'succeeded') return [event('PAYMENT_CHARGE_VOID_SUCCEEDED', 'VOIDED', aVoid)];
  if (stage !== 'failed') return [];
  const failure = failureOfPayment(payment);
  return [event('PAYMENT_CHARGE_VOID_FAILED', chargeStatusOf(charge), { ...aVoid, failure })];
}

const chargebackOf = ({ charge, payment, merchantId }: PaymentChange): PaymentEvent => ({
  type: 'CHARGEBACK_SUCCEEDED',
  paymentChargeId: chargeId(charge),
  merchantId: merchantEventId(merchantId),
  amount: moneyOf(payment),
});

/** `merchantTransactionId` of the operation's own request. */
const referenceOf = ({ merchant_transaction_id: reference }: PaymentRow) => reference ?? undefined;

type ChargeEventType = Extract<EventType, `PAYMENT_CHARGE_${string}`>;
type Shared =
  | 'type'
  | 'paymentChargeId'
  | 'paymentChargeStatus'
  | 'paymentMethod'
  | 'merchantId'
  | 'merchantPaymentChargeReference'
  | 'orderReferenceNumber'
  | 'paymentSessionId';

/** Fills in what every charge event tells. */
function eventFactory({ charge, merchantId }: PaymentChange) {
  const shared = {
    paymentChargeId: chargeId(charge),
    paymentMethod: paymentMethodOf(charge),
    merchantId: merchantEventId(merchantId),
    ...present({
      merchantPaymentChargeReference: charge.merchant_transaction_id ?? undefined,
      orderReferenceNumber: orderReferenceOf(parametersOf(charge)),
      paymentSessionId: charge.checkout_id === null ? undefined : sessionId(charge.checkout_id),
    }),
  };
  return <Type extends ChargeEventType>(
    type: Type,
    paymentChargeStatus: ChargeStatus,
    own: Omit<EventOf<Type>, Shared>,
  ) => ({ type, paymentChargeStatus, ...shared, ...own }) as unknown as EventOf<Type>;
}
