/** A checkout's life, and how a shopper pays it. The door of this room: others enter by it. */
export {
  createCheckout,
  offeredRegistrations,
  ownerToBe,
  refuseForeignOrigin,
  updateCheckout,
} from './create-checkout.ts';
export { deleteCheckout } from './delete-checkout.ts';
export { type Device, deviceOf, type FormVisits, openFormVisits } from './form-visits.ts';
export {
  claimForRegistration,
  claimOf,
  keepRefusal,
  newSealNonce,
  refuseUsedNonce,
  repeatRefusal,
  sealedPost,
} from './nonces.ts';
export { endUnfinished, payCheckout } from './pay-checkout.ts';
export {
  chooseRelease,
  findRelease,
  type ListedRelease,
  listReleases,
  pinRelease,
  type Release,
  ReleaseError,
  RULES_PLACEHOLDER,
  registerRelease,
  releaseOfCheckout,
  rollBack,
  rollForward,
} from './releases.ts';
export {
  callResultUrls,
  expectRead,
  noteRead,
  paymentOf,
  registrationOf,
  resultPageOf,
} from './result.ts';
export { hasSealedValue, readSubmission } from './submission.ts';
export { refusalOfEvidence } from './unseal.ts';
