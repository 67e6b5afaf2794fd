/** A client of the payment gateway, for a merchant's server: see README.md. */
export { type Call, type Client, createClient } from './client.ts';
export {
  AuthenticationError,
  GatewayError,
  IdempotencyError,
  InvalidRequestError,
  NotFoundError,
  type ParameterError,
  type ParameterHint,
  RateLimitError,
  RequestError,
  UnknownOutcomeError,
} from './errors.ts';
export type * from './generated/api.ts';
export {
  type DeclineAdvice,
  type Outcome,
  outcomeOf,
  type ResultGroup,
  resultGroup,
} from './outcome.ts';
export type { RequestOptions } from './request-options.ts';
export type { ClientOptions, Notice } from './transport.ts';
export {
  constructEvent,
  type GatewayEvent,
  type Notification,
  WebhookError,
  type WebhookKeys,
  type WebhookMessage,
} from './webhooks.ts';
