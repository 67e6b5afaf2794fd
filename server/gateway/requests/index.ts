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
  withAdvice,
} from './api-error.ts';
export { IDEMPOTENCY_ENVELOPES, onceByKey } from './idempotency.ts';
export {
  checkResultUrl,
  missingMeans,
  type Pairs,
  readServerParameters,
  refuseUnlessOffered,
  requestedAny,
  requestedChannel,
  requestedRegistrar,
} from './merchant-request.ts';
