/** What other rooms and routes use of this room. */
export {
  ApiError,
  type ApiErrorStatus,
  foreignOrigin,
  invalidParameter,
  invalidParameters,
  noSuchCheckout,
  refuseLiveWithoutConnector,
  sameRefusal,
  tooManyRequests,
} from './api-error.ts';
export { IDEMPOTENCY_ENVELOPES, onceByKey } from './idempotency.ts';
export { requestedAny, requestedChannel, requestedRegistrar } from './requested-entity.ts';
export {
  missingMeans,
  type Pairs,
  readServerParameters,
  refuseUnlessOffered,
} from './server-parameters.ts';
export { backToMerchant, checkResultUrl, ofCheckout, ofPayment } from './shopper-result-url.ts';
