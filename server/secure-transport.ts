/** What keeps callers of each origin at HTTPS. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from './config-values.ts';
import { pathOfTarget } from './path-of-target.ts';

const A_YEAR_S = 365 * 24 * 60 * 60;

/** Over plain HTTP browsers take no notice of it. */
export const addHsts = (reply: FastifyReply): void =>
  void reply.header('strict-transport-security', `max-age=${A_YEAR_S}; includeSubDomains`);

/** Under a loopback name it would outlive the server, for every other program on this machine. */
export const takesHsts = (address: string): boolean =>
  address.startsWith('https:') && !isLoopback(new URL(address).hostname);

/**
 * Behind a proxy: a plain-HTTP GET is sent to HTTPS, anything else is refused unread, since a redirect
 * would make the client send its data once more in the clear.
 * @param address of the origin: not the host of the request, which any client can choose
 */
export function leadToHttps(
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
  refusal: () => Error,
): FastifyReply | undefined {
  if (request.protocol === 'https') return undefined;
  if (request.method === 'GET' || request.method === 'HEAD') {
    const { host } = new URL(address);
    return reply.redirect(`https://${host}${pathOfTarget(request.url)}`, 307);
  }
  reply.header('connection', 'close');
  throw refusal();
}
