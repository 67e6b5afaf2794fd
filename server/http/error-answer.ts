/** Every error as the JSON envelope. */

import type { FastifyError } from 'fastify';
import { RESULT } from '../../contract/result-by-name.ts';
import { ApiError } from '../gateway/requests/index.ts';
import { isTimedOut } from '../store/dialect.ts';
import { isConnectionLost } from '../store/postgres/prepared-client.ts';

/** Errors of the HTTP layer itself, by their status. */
const HTTP_ERRORS: Readonly<Record<number, (detail: string) => ApiError>> = {
  400: (detail) => new ApiError(400, RESULT.invalidParameter, detail),
  413: () => new ApiError(413, RESULT.invalidParameter, 'the body is larger than 64 kB'),
  415: () =>
    new ApiError(
      415,
      RESULT.invalidParameter,
      'the body must be application/x-www-form-urlencoded in UTF-8',
    ),
};

/** The refusal that tells of an error; an unforeseen one tells nothing of itself. */
export function asApiError(error: Error | FastifyError): ApiError {
  if (error instanceof ApiError) return error;
  // What was begun is settled by itself. The same request may be made again.
  if (isConnectionLost(error) || isTimedOut(error)) return new ApiError(503, RESULT.databaseError);
  const status = 'statusCode' in error ? error.statusCode : undefined;
  const known = status === undefined ? undefined : HTTP_ERRORS[status];
  return known?.(error.message) ?? new ApiError(500, RESULT.undefinedError);
}

export const noSuchPath = (): ApiError => new ApiError(404, RESULT.entityNotFound);

export const brokenPath = (): ApiError =>
  new ApiError(400, RESULT.invalidParameter, 'the path has broken percent-encoding');

/** @param instead where what was probably meant is answered */
export const wrongMethod = (allowed: readonly string[], instead?: string): ApiError => {
  const takes = `this path takes ${allowed.join(', ')}`;
  return new ApiError(405, RESULT.methodNotAllowed, instead ? `${takes}; ${instead}` : takes);
};
