/** A request that the gateway refuses, with the answer it gets. Nothing has been changed by it. */

import { maskedText } from '../../../contract/card-numbers-in-text.ts';
import { looksLikeCardNumber } from '../../../contract/free-text.ts';
import type { ParameterError, Result } from '../../../contract/result.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { describeResult } from '../../../contract/result-codes.ts';
import { shortened } from '../../../contract/shortened.ts';
import type { Channel } from '../entities/index.ts';

export type ApiErrorStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 408
  | 409
  | 413
  | 415
  | 417
  | 422
  | 429
  | 431
  | 500
  | 503;

export class ApiError extends Error {
  readonly status: ApiErrorStatus;
  readonly result: Result;

  constructor(status: ApiErrorStatus, code: string, detail = '', errors: ParameterError[] = []) {
    const description = describeResult(code) + (detail && `: ${maskedText(detail)}`);
    super(description);
    this.name = 'ApiError';
    this.status = status;
    this.result = {
      code,
      description,
      ...(errors.length > 0 && { parameterErrors: errors.map(withoutSecrets) }),
    };
  }
}

/** An address with a user’s password in it, which may have an `@` too. */
const PASSWORD = /(\/\/[^\s/:@]*:)[^\s/]*@/g;

/** A client can send a card number in every place, as a name too; an answer is kept in its log. */
const withoutSecrets = ({ name, value, message }: ParameterError): ParameterError => ({
  name: shortened(maskedText(name)),
  value:
    value === null || looksLikeCardNumber(value)
      ? null
      : shortened(value.replace(PASSWORD, '$1…@')),
  message: maskedText(message),
});

/** The refusal that the same request was answered with before. */
export function sameRefusal({ status, result }: Pick<ApiError, 'status' | 'result'>): ApiError {
  const error = new ApiError(status, result.code);
  return Object.assign(error, { result, message: result.description });
}

/** The same refusal, that says more. */
export const withAdvice = ({ status, result }: ApiError, advice: string): ApiError =>
  sameRefusal({
    status,
    result: { ...result, description: `${result.description}; ${maskedText(advice)}` },
  });

/** So that a small request cannot ask for a large answer. */
const MOST_NAMED = 50;

/** 400 with 200.300.404, naming every parameter that is wrong: the first 50, and how many more. */
export const invalidParameters = (errors: readonly ParameterError[]): ApiError => {
  const more = errors.length - MOST_NAMED;
  const detail = more > 0 ? `${more} more are wrong than are named here` : '';
  return new ApiError(400, RESULT.invalidParameter, detail, errors.slice(0, MOST_NAMED));
};

/** 400 with 200.300.404 for one parameter; `value` null where it must not be repeated. */
export const invalidParameter = (name: string, value: string | null, message: string): ApiError =>
  invalidParameters([{ name, value, message }]);

/**
 * 404 for a checkout that does not exist, has ended, or belongs to another entity.
 * @param why for the server of the merchant whose it is, and for nobody else
 */
export const noSuchCheckout = (why = ''): ApiError =>
  new ApiError(
    404,
    RESULT.invalidParameter,
    `no payment session found for the requested id${why && `: ${why}`}`,
  );

/** 429: the same request may be made later. */
export const tooManyRequests = (): ApiError =>
  new ApiError(429, RESULT.tooManyRequests, 'try again later');

/** 403 for a page that the channel does not list. */
export const foreignOrigin = (origin: string): ApiError =>
  new ApiError(
    403,
    RESULT.invalidParameter,
    `the origin ${origin} is not one of those that this channel lists: add it to its setting origins`,
  );

/** @throws ApiError: a live channel never reaches the simulator */
export function refuseLiveWithoutConnector({ settings }: Channel): void {
  const { mode, connector } = settings;
  if (mode === 'live' && (connector === null || connector.kind === 'simulator')) {
    throw new ApiError(400, RESULT.channelDisabled, 'this channel is live and has no connector');
  }
}
