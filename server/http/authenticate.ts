/** Who calls. */

import type { FastifyRequest } from 'fastify';
import { RESULT } from '../../contract/result-by-name.ts';
import {
  type AccessToken,
  auditMisuse,
  findToken,
  type Misuse,
  misuseOf,
  noteUse,
} from '../gateway/access/index.ts';
import type { GatewayContext } from '../gateway/context.ts';
import { ApiError, tooManyRequests } from '../gateway/requests/index.ts';

/** Counts a failed authentication for an address; true when there were too many. */
export type FailureCounter = (request: FastifyRequest) => Promise<boolean>;

/** What the caller is told of a token that may not be used. */
const MISUSED: Readonly<Record<Misuse, readonly [code: string, why: string]>> = {
  revoked: [RESULT.credentialsInvalid, 'the access token is unknown or revoked'],
  expired: [RESULT.credentialsInvalid, 'the access token has expired'],
  network: [RESULT.ipAddressInvalid, 'the access token is not for this address'],
};

/** The token that was sent, valid or not. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer +([\x21-\x7e]+)$/i.exec(headers.authorization ?? '')?.[1];

/**
 * The request's access token. A valid one is never refused, however often others behind its address
 * fail: it has 256 random bits, so a guess gains nothing by being looked at.
 * @throws ApiError 401 without a well-formed header, 403 for an unknown or revoked token, 429 for an
 * address that fails too often
 */
export async function authenticate(
  { db, vault }: Pick<GatewayContext, 'db' | 'vault'>,
  request: FastifyRequest,
  tooManyFailures: FailureCounter,
): Promise<AccessToken> {
  const sent = bearerOf(request);
  const token = sent === undefined ? undefined : await findToken(db, sent);
  const misuse = token && misuseOf(token, request.ip);
  if (token && !misuse) {
    await noteUse(db, token);
    return token;
  }
  if (await tooManyFailures(request)) throw tooManyRequests();
  if (token && misuse) {
    await auditMisuse({ db, vault }, token, misuse, request.ip);
    throw new ApiError(403, ...MISUSED[misuse]);
  }
  throw sent === undefined
    ? new ApiError(
        401,
        RESULT.credentialsInvalid,
        'send the header Authorization: Bearer <access token>',
      )
    : new ApiError(403, RESULT.credentialsInvalid, 'the access token is unknown or revoked');
}
