/** Answers that any page on any origin may read. They never depend on cookies. */
import type { FastifyReply, FastifyRequest } from 'fastify';

export const PUBLIC_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-ignored-parameters',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
} as const;

/** A route hook. Set first, so that the page can read refusals too. */
export async function allowAnyOrigin(
  _request: FastifyRequest | undefined,
  reply: FastifyReply,
): Promise<void> {
  reply.headers(PUBLIC_HEADERS);
}
