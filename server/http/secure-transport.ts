/** All requests must use SSL (gateway-api.md, "Authentication"; D11). */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { RESULT } from '../../contract/result-by-name.ts';
import type { GatewayContext } from '../gateway/context.ts';
import { ApiError } from '../gateway/requests/index.ts';
import { pathOfTarget } from '../path-of-target.ts';

/**
 * For gateways behind a proxy: a plain-HTTP GET is sent to HTTPS, anything else is refused unread,
 * since a redirect would make the client send its data once more in the clear.
 */
export const requireHttps =
  (publicUrl: GatewayContext['publicUrl']) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (request.protocol === 'https') return undefined;
    if (request.method === 'GET' || request.method === 'HEAD') {
      // Not to the host of the request, which any client can choose.
      const { host } = new URL(publicUrl());
      return reply.redirect(`https://${host}${pathOfTarget(request.url)}`, 307);
    }
    reply.header('connection', 'close');
    throw new ApiError(403, RESULT.credentialsInvalid, 'all requests must use SSL');
  };

const A_YEAR_S = 365 * 24 * 60 * 60;

/** HSTS on everything that is served over TLS, the documents with headers of their own, too. */
export async function stayOnHttps(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.protocol === 'https') tellHsts(reply);
}

/** Over plain HTTP browsers take no notice of it. */
export const tellHsts = (reply: FastifyReply): void =>
  void reply.header('strict-transport-security', `max-age=${A_YEAR_S}; includeSubDomains`);
