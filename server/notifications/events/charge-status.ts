/** What a charge has come to, read from its ledger. */

import type { ChargeStatus } from '../../../contract/events/charge-events.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { PaymentDomainEvent } from '../domain-event.ts';

/** For events that leave a charge as it was: what failed, was refused, or came too late. */
export function chargeStatusOf({ charge, refunds }: PaymentDomainEvent): ChargeStatus {
  switch (charge.state) {
    case 'in_doubt':
      return 'AUTHORIZATION_PROCESSING';
    case 'pending':
      return charge.nextStep === undefined ? 'AUTHORIZATION_ASYNC' : 'AUTHENTICATION_PENDING';
    case 'failed':
      return 'FAILED';
    case 'succeeded':
      return REFUND_STATUSES[refunds] ?? statusWithoutRefunds(charge);
  }
}

const REFUND_STATUSES: Readonly<Record<PaymentDomainEvent['refunds'], ChargeStatus | undefined>> = {
  none: undefined,
  pending: 'REFUND_PROCESSING',
  done: 'REFUNDED',
};

function statusWithoutRefunds({ type, captured, reversed }: Payment): ChargeStatus {
  if (reversed > 0) return 'VOIDED';
  return type === 'DB' || captured > 0 ? 'CAPTURED' : 'CAPTURE_PENDING';
}
