/** One payment: attempt, authorisation, ledger, settlement, what it stores. The door of this room: others enter by it. */
export {
  authorise,
  insertInDoubt,
  LOOK_AGAIN_MS,
  newPayment,
  outcomeOf,
  SWEEPER_TIME_MS,
  settleWith,
  unsettledPayment,
  writeInDoubt,
} from './attempt.ts';
export { settleOrStepUp } from './authorisation.ts';
export { keptCardOf } from './card-in-hand.ts';
export {
  postChargeback,
  postOrRelease,
  postReceipt,
  type ReferenceType,
  reserve,
} from './ledger.ts';
export { changeRegistration, takeStoredCardUpdate } from './registration.ts';
export {
  type Answered,
  authenticate,
  checkChain,
  createPayment,
  makePayment,
  payWithRegistration,
} from './server-payment.ts';
export { holding, leaseEnd, settle, settleIn } from './settle.ts';
