/** Every error as the JSON envelope. */

import type { FastifyError } from 'fastify';
import { RESULT } from '../../contract/result-by-name.ts';
import { Refusal } from '../gateway/requests/api-error.ts';
import { isConnectionLost } from '../store/prepared-client.ts';

/** Errors of the HTTP layer itself, by their status. */
const HTTP_ERRORS: Readonly<Record<number, (detail: string) => Refusal>> = {
  400: (detail) => new Refusal(400, RESULT.invalidParameter, detail),
  413: () => new Refusal(413, RESULT.invalidParameter, 'the body is larger than 64 kB'),
  415: () =>
    new Refusal(
      415,
      RESULT.invalidParameter,
      'the body must be application/x-www-form-urlencoded in UTF-8',
    ),
};

/** The refusal that tells of an error; an unforeseen one tells nothing of itself. */
export function asRefusal(error: Error | FastifyError): Refusal {
  if (error instanceof Refusal) return error;
  // What was begun is settled by itself. The same request may be made again.
  if (isConnectionLost(error)) return new Refusal(503, RESULT.databaseError);
  const status = 'statusCode' in error ? error.statusCode : undefined;
  const known = status === undefined ? undefined : HTTP_ERRORS[status];
  return known?.(error.message) ?? new Refusal(500, RESULT.undefinedError);
}

export const noSuchPath = (): Refusal => new Refusal(404, RESULT.entityNotFound);

export const wrongMethod = (allowed: readonly string[]): Refusal =>
  new Refusal(405, RESULT.methodNotAllowed, `this path takes ${allowed.join(', ')}`);
