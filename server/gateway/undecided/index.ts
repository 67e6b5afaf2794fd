/** Payments that wait for a shopper, a bank or an answer, and how each comes to an end. The door of this room: others enter by it. */
export {
  endByShopper,
  endPending,
  finishDecided,
  finishReturned,
  settlePending,
} from './finish-payment.ts';
export { endOverduePayments, recoverPayments } from './recovery.ts';
export { refuseWhileOutcomeUnknown } from './unknown-outcome.ts';
