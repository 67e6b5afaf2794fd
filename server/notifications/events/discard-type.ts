/** Whether a charge that failed was given up, and why. */

import type { EventOf } from '../../../contract/events/events.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { PaymentDomainEvent } from '../domain-event.ts';

type DiscardType = NonNullable<EventOf<'PAYMENT_CHARGE_DISCARDED'>['discardType']>;

/**
 * Undefined for a charge that was declined, or that its shopper gave up. The same results can be a
 * connector's answer: they are a discard only where the payment was being ended with them.
 */
export function discardTypeOf({ payment, before }: PaymentDomainEvent): DiscardType | undefined {
  if (before?.endCode !== payment.resultCode) return undefined;
  if (payment.resultCode === RESULT.cancelledByMerchant) return 'MERCHANT_INITIATED_DISCARD';
  if (payment.resultCode !== RESULT.pendingTimedOut) return undefined;
  return before.nextStep === undefined ? 'PROVIDER_CONFIRMATION_TIMEOUT' : 'AUTHENTICATION_TIMEOUT';
}
