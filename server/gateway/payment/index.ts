/** What other rooms and routes use of this room. */
export {
  authorise,
  insertInDoubt,
  LOOK_AGAIN_MS,
  outcomeOf,
  SWEEPER_TIME_MS,
  settleWith,
  writeInDoubt,
} from './attempt.ts';
export { ownAuthentication } from './authentication.ts';
export { accountOf, bankAccountParameters, IBAN_LENGTHS, ibanFrom } from './bank-account.ts';
export { checkCard, refuseItsNumberIn } from './card-check.ts';
export { changeRegistration, takeStoredCardUpdate } from './change-registration.ts';
export {
  endByShopper,
  endPending,
  finishDecided,
  finishReturned,
  settlePending,
} from './finish-payment.ts';
export { postChargeback, postOrRelease, type ReferenceType, reserve } from './ledger.ts';
export { newPayment, unsettledPayment } from './new-payment.ts';
export {
  brandFor,
  installmentsOf,
  minorUnitsOf,
  type PaymentOrder,
  placeOrder,
  riskDefaults,
} from './order.ts';
export { endOverduePayments } from './overdue-payments.ts';
export { clearSpentCvvKeys, purge, purgeCards } from './purge.ts';
export { recoverPayments } from './recovery.ts';
export {
  type Answered,
  authenticate,
  cardFrom,
  checkChain,
  createPayment,
  payWithRegistration,
} from './server-payment.ts';
export { takeReceipt } from './take-receipt.ts';
export { refuseWhileOutcomeUnknown } from './unknown-outcome.ts';
