/** How a merchant's request is read, answered once, and refused. The door of this room: others enter by it. */
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
export { alwaysFirst, IDEMPOTENCY_ENVELOPES, type IsFirst, onceByKey } from './idempotency.ts';
export {
  channelRules,
  checkResultUrl,
  missingMeans,
  type Pairs,
  readServerParameters,
  refuseUnlessOffered,
  requestedAny,
  requestedChannel,
  requestedRegistrar,
} from './merchant-request.ts';
