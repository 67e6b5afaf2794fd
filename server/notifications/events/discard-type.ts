/** Whether a charge that failed was given up, and why. */

import type { EventOf } from '../../../contract/events/events.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { PaymentChange } from '../domain-event.ts';

type DiscardType = NonNullable<EventOf<'PAYMENT_CHARGE_DISCARDED'>['discardType']>;

/**
 * Undefined for a charge that was declined, or that its shopper gave up. The same results can be a
 * connector's answer: they are a discard only where the payment was being ended with them.
 */
export function discardTypeOf({ payment, before }: PaymentChange): DiscardType | undefined {
  if (before?.end_code !== payment.result_code) return undefined;
  if (payment.result_code === RESULT.cancelledByMerchant) return 'MERCHANT_INITIATED_DISCARD';
  if (payment.result_code !== RESULT.pendingTimedOut) return undefined;
  return before.next_step === null ? 'PROVIDER_CONFIRMATION_TIMEOUT' : 'AUTHENTICATION_TIMEOUT';
}
