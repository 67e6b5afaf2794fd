/** The ids of events: a prefix, and the id of what stands for it in the API. */
import type { Payment } from '../../store/records/payment.ts';
import type { Registration } from '../../store/records/registration.ts';

export const chargeId = ({ id }: Payment) => `charge_${id}`;
export const authorizationId = ({ id }: Payment) => `authz_${id}`;
/** Of a CP, or of a DB, which is captured as it is authorised. */
export const captureId = ({ id }: Payment) => `capture_${id}`;
export const refundId = ({ id }: Payment) => `refund_${id}`;
export const voidId = ({ id }: Payment) => `void_${id}`;
export const agreementId = ({ id }: Registration) => `agr_${id}`;
export const instrumentId = (registrationOrFingerprint: string) =>
  `instr_${registrationOrFingerprint}`;
export const sessionId = (checkoutId: string) => `sess_${checkoutId}`;
export const merchantEventId = (merchantId: string) => `merch_${merchantId}`;
