/** The events of a change of a PA, a DB, or what refers to one. A CD has none. */
import type { PaymentEvent } from '../../../contract/events/events.ts';
import type { PaymentDomainEvent } from '../domain-event.ts';
import { authenticationMethodsOf, authenticationSettingsOf } from './authentication-of.ts';
import { chargeEventFactory } from './charge-event-factory.ts';
import { chargeStatusOf } from './charge-status.ts';
import { consumerOf } from './consumer-of.ts';
import { discardTypeOf } from './discard-type.ts';
import { failureOfPayment } from './failure-of.ts';
import { authorizationId, captureId, chargeId, merchantEventId } from './ids.ts';
import { initiatorOf, mediumOf } from './initiation-of.ts';
import { instrumentOfPayment } from './instrument-of.ts';
import { captureEvents, refundEvents, voidEvents } from './operation-events.ts';
import { orderOf } from './order-of.ts';
import { moneyOf, present } from './shared-fields.ts';

export function chargeEvents(change: PaymentDomainEvent): PaymentEvent[] {
  const { type } = change.payment;
  if (type === 'PA' || type === 'DB') return authorizationEvents(change);
  // What has come for a voucher is captured with it.
  if (type === 'CP' || type === 'RC') return captureEvents(change);
  if (type === 'RF') return refundEvents(change);
  if (type === 'RV') return voidEvents(change);
  return type === 'CB' && change.stage === 'succeeded' ? [chargebackOf(change)] : [];
}

function authorizationEvents(change: PaymentDomainEvent): PaymentEvent[] {
  const { payment, stage, redirect } = change;
  const amount = moneyOf(payment);
  const authorization = { authorizationId: authorizationId(payment), amount };
  const event = chargeEventFactory(change);
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
        event('PAYMENT_CHARGE_DISCARD_FAILED', chargeStatusOf(change), {
          discardType: 'MERCHANT_INITIATED_DISCARD',
          ...authorization,
          ...(reference !== null && { merchantDiscardReference: reference }),
        }),
      ];
    }
  }
}

function createdEvent(change: PaymentDomainEvent): PaymentEvent {
  const { payment } = change;
  const parameters = payment.parameters;
  return chargeEventFactory(change)('PAYMENT_CHARGE_CREATED', 'AUTHORIZATION_PROCESSING', {
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

const chargebackOf = ({ charge, payment, merchantId }: PaymentDomainEvent): PaymentEvent => ({
  type: 'CHARGEBACK_SUCCEEDED',
  paymentChargeId: chargeId(charge),
  merchantId: merchantEventId(merchantId),
  amount: moneyOf(payment),
});
