/** What a charge has come to, read from its books. */
import type { ChargeStatus } from '../../../contract/events/charge-events.ts';
import type { PaymentRow } from '../../store/tables.ts';

/**
 * For events that leave a charge as it was: what failed, was refused, or came too late. That a
 * capture of a PA was refunded stands in the books of the capture: the PA stays CAPTURED.
 */
export function chargeStatusOf(charge: PaymentRow): ChargeStatus {
  switch (charge.state) {
    case 'in_doubt':
      return 'AUTHORIZATION_PROCESSING';
    case 'pending':
      return charge.next_step === null ? 'AUTHORIZATION_ASYNC' : 'AUTHENTICATION_PENDING';
    case 'failed':
      return 'FAILED';
    case 'succeeded':
      if (charge.reversed > 0) return 'VOIDED';
      if (charge.refunded > 0) return 'REFUNDED';
      return charge.type === 'DB' || charge.captured > 0 ? 'CAPTURED' : 'CAPTURE_PENDING';
  }
}
