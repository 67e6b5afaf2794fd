/** What every charge event tells. */
import type { ChargeStatus } from '../../../contract/events/charge-events.ts';
import type { EventOf, EventType } from '../../../contract/events/events.ts';
import type { PaymentDomainEvent } from '../domain-event.ts';
import { chargeId, merchantEventId, sessionId } from './ids.ts';
import { orderReferenceOf } from './order-of.ts';
import { paymentMethodOf, present } from './shared-fields.ts';

type ChargeEventType = Extract<EventType, `PAYMENT_CHARGE_${string}`>;
type Shared =
  | 'type'
  | 'paymentChargeId'
  | 'paymentChargeStatus'
  | 'paymentMethod'
  | 'merchantId'
  | 'merchantPaymentChargeReference'
  | 'orderReferenceNumber'
  | 'paymentSessionId'
  | 'testMode';

/** Makes events of a charge from their type, the charge's status, and what is their own. */
export function chargeEventFactory({ charge, merchantId, testMode }: PaymentDomainEvent) {
  const shared = {
    paymentChargeId: chargeId(charge),
    paymentMethod: paymentMethodOf(charge),
    merchantId: merchantEventId(merchantId),
    ...present({
      merchantPaymentChargeReference: charge.merchantTransactionId ?? undefined,
      testMode,
      orderReferenceNumber: orderReferenceOf(charge.parameters),
      paymentSessionId: charge.checkoutId === null ? undefined : sessionId(charge.checkoutId),
    }),
  };
  return <Type extends ChargeEventType>(
    type: Type,
    paymentChargeStatus: ChargeStatus,
    own: Omit<EventOf<Type>, Shared>,
  ) => ({ type, paymentChargeStatus, ...shared, ...own }) as unknown as EventOf<Type>;
}
