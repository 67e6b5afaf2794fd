/** All requests must use SSL (gateway-api.md, "Authentication"; D11). */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { RESULT } from '../../contract/result-by-name.ts';
import { ApiError } from '../gateway/requests/index.ts';

/**
 * For gateways behind a proxy: a plain-HTTP GET is sent to HTTPS, anything else is refused unread,
 * since a redirect would make the client send its data once more in the clear.
 */
export const requireHttps =
  (publicUrl: string | undefined) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (request.protocol === 'https') return undefined;
    if (request.method === 'GET' || request.method === 'HEAD') {
      return reply.redirect(
        `https://${publicUrl ? new URL(publicUrl).host : request.host}${request.url}`,
        307,
      );
    }
    reply.header('connection', 'close');
    throw new ApiError(403, RESULT.credentialsInvalid, 'all requests must use SSL');
  };
