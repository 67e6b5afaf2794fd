/** What other rooms and routes use of this room. */
export {
  endByShopper,
  endPending,
  finishDecided,
  finishReturned,
  settlePending,
} from './finish-payment.ts';
export { endOverduePayments, recoverPayments } from './recovery.ts';
export { refuseWhileOutcomeUnknown } from './unknown-outcome.ts';
