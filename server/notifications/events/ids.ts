/** The ids of events: a prefix, and the id of what stands for it in the API. */
import type { PaymentRow, RegistrationRow } from '../../store/tables.ts';

export const chargeId = ({ id }: PaymentRow) => `charge_${id}`;
export const authorizationId = ({ id }: PaymentRow) => `authz_${id}`;
/** Of a CP, or of a DB, which is captured as it is authorised. */
export const captureId = ({ id }: PaymentRow) => `capture_${id}`;
export const refundId = ({ id }: PaymentRow) => `refund_${id}`;
export const voidId = ({ id }: PaymentRow) => `void_${id}`;
export const agreementId = ({ id }: RegistrationRow) => `agr_${id}`;
export const instrumentId = (registrationOrFingerprint: string) =>
  `instr_${registrationOrFingerprint}`;
export const sessionId = (checkoutId: string) => `sess_${checkoutId}`;
export const merchantEventId = (merchantId: string) => `merch_${merchantId}`;
