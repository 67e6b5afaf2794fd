/** What other rooms and routes use of this room. */
export {
  createCheckout,
  offeredRegistrations,
  ownerToBe,
  refuseForeignOrigin,
  updateCheckout,
} from './create-checkout.ts';
export { deleteCheckout } from './delete-checkout.ts';
export { refusalOfEvidence } from './field-evidence.ts';
export {
  claimForRegistration,
  claimOf,
  keepRefusal,
  refuseUsedNonce,
  repeatRefusal,
  sealedPost,
} from './nonce-claims.ts';
export { payCheckout } from './pay-checkout.ts';
export { paymentOf, registrationOf } from './read-checkout.ts';
export {
  chooseRelease,
  type ListedRelease,
  listReleases,
  ReleaseError,
  refuseUnservedRelease,
  rollBack,
  rollForward,
} from './release-choice.ts';
export {
  findRelease,
  type Release,
  RULES_PLACEHOLDER,
  registerRelease,
  releaseOfCheckout,
} from './releases.ts';
export { callResultUrls, expectRead, noteRead } from './result-call.ts';
export { newSealNonce } from './seal-nonce.ts';
export { hasSealedValue, readSubmission } from './submission.ts';
