/** What the client throws. A payment that was declined is no error: it is an answer. */
import type { Envelope } from './generated/api.ts';

/** Of everything that is thrown here; `instanceof GatewayError` catches all of it. */
export class GatewayError extends Error {
  override name = 'GatewayError';
}

/** A parameter that is wrong, as the gateway says it. */
export interface ParameterError {
  readonly name: string;
  /** What was sent; null where it was missing or must not be repeated. */
  readonly value: string | null;
  readonly message: string;
}

/** A longer value is not shown to its end. */
const SHOWN_LENGTH = 100;

const told = ({ name, message, value }: ParameterError): string =>
  `${name} ${message}${typeof value === 'string' ? `; it is ${value.slice(0, SHOWN_LENGTH)}` : ''}`;

export interface ParameterHint {
  readonly name: string;
  readonly message: string;
  readonly nearest?: string;
}

/** The gateway has refused the request; nothing was made. */
export class RequestError extends GatewayError {
  override name = 'RequestError';
  /** HTTP status. */
  readonly status: number;
  /** `result.code`: '200.300.404'; empty where the answer was not the gateway's. */
  readonly code: string;
  /** Every parameter that is wrong, and why. */
  readonly parameterErrors: readonly ParameterError[];
  /** On test channels: names that were not understood, with the nearest. */
  readonly parameterHints: readonly ParameterHint[];
  /** In the sandbox: the page of the reference. */
  readonly docs: string | undefined;
  /** The gateway's id of the request, for its operator. */
  readonly ndc: string | undefined;
  /** The whole answer; undefined where it was not JSON. */
  readonly answer: Envelope | undefined;

  /** @param location of a redirect: it is not followed */
  constructor(status: number, answer: Envelope | undefined, what: string, location?: string) {
    const { result, parameterHints = [], docs, ndc } = answer ?? {};
    const parameterErrors = (result?.parameterErrors ?? []) as readonly ParameterError[];
    const named = [
      ...parameterErrors.map(told),
      ...parameterHints.map(({ name, message }) => `${name} ${message}`),
    ];
    const leads = location ? `; it leads to ${location}` : '';
    super(
      [
        `${what}: HTTP ${status}, ${saidBy(answer)}${leads}`,
        ...named,
        ...(docs ? [docs] : []),
      ].join('\n  '),
    );
    this.status = status;
    this.code = result?.code ?? '';
    this.parameterErrors = parameterErrors;
    this.parameterHints = parameterHints as readonly ParameterHint[];
    this.docs = docs;
    this.ndc = ndc;
    this.answer = answer;
  }
}

/** 400, 413, 415: a parameter is wrong. */
export class InvalidRequestError extends RequestError {
  override name = 'InvalidRequestError';
}

/** 401, 403: the access token is missing, unknown, or for something else. */
export class AuthenticationError extends RequestError {
  override name = 'AuthenticationError';
}

/** 404: the id or the path is unknown, or another merchant's. */
export class NotFoundError extends RequestError {
  override name = 'NotFoundError';
}

/** 409, 422: the Idempotency-Key is in use, or was used for another request. */
export class IdempotencyError extends RequestError {
  override name = 'IdempotencyError';
}

/** 429: later, please. */
export class RateLimitError extends RequestError {
  override name = 'RateLimitError';
}

/**
 * 5xx, or no answer that can be read: what became of the request is not known. The same request with the same
 * `idempotencyKey` may be made again, and tells.
 */
export class UnknownOutcomeError extends GatewayError {
  override name = 'UnknownOutcomeError';
  /** HTTP status; undefined where there was no answer. */
  readonly status: number | undefined;
  /** Under which the request may be made again; undefined of one that has none. */
  readonly idempotencyKey: string | undefined;

  constructor(
    message: string,
    about: {
      readonly status?: number;
      readonly idempotencyKey?: string | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: about.cause });
    this.status = about.status;
    this.idempotencyKey = about.idempotencyKey;
  }
}

/** The result in words; what answered may be no gateway. */
export const saidBy = (answer: Envelope | undefined): string =>
  answer?.result?.code
    ? `${answer.result.description} (${answer.result.code})`
    : 'no answer of a gateway';

/** The error that tells of a refusal, by its HTTP status. */
export function requestError(
  status: number,
  answer: Envelope | undefined,
  what: string,
  location?: string,
): RequestError {
  const known: Readonly<Record<number, typeof RequestError>> = {
    400: InvalidRequestError,
    413: InvalidRequestError,
    415: InvalidRequestError,
    401: AuthenticationError,
    403: AuthenticationError,
    404: NotFoundError,
    405: NotFoundError,
    409: IdempotencyError,
    422: IdempotencyError,
    429: RateLimitError,
  };
  return new (known[status] ?? RequestError)(status, answer, what, location);
}
