/** Who calls. */

import type { FastifyRequest } from 'fastify';
import { RESULT } from '../../contract/result-by-name.ts';
import { entityOfToken } from '../gateway/entities/index.ts';
import { ApiError } from '../gateway/requests/index.ts';
import type { Database } from '../store/database.ts';

/** Counts a failed authentication for an address; true when there were too many. */
export type FailureCounter = (request: FastifyRequest, failed: boolean) => Promise<boolean>;

/**
 * The entity of the request's access token.
 * @throws ApiError 401 without a well-formed header, 403 for an unknown or revoked token, 429 for an
 * address that fails too often
 */
export async function authenticate(
  db: Database,
  request: FastifyRequest,
  tooManyFailures: FailureCounter,
): Promise<string> {
  if (await tooManyFailures(request, false)) throw tooManyRequests();
  const token = /^Bearer ([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const entityId = token && (await entityOfToken(db, token));
  if (entityId) return entityId;
  if (await tooManyFailures(request, true)) throw tooManyRequests();
  throw token === undefined
    ? new ApiError(
        401,
        RESULT.credentialsInvalid,
        'send the header Authorization: Bearer <access token>',
      )
    : new ApiError(403, RESULT.credentialsInvalid, 'the access token is unknown or revoked');
}

export const tooManyRequests = (): ApiError =>
  new ApiError(429, RESULT.tooManyRequests, 'try again later');
