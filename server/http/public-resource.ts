/** Answers that any page on any origin may read. They never depend on cookies. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A route hook. Set first, so that the page can read refusals too. */
export async function allowAnyOrigin(
  _request: FastifyRequest | undefined,
  reply: FastifyReply,
): Promise<void> {
  reply
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', 'x-ignored-parameters')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('timing-allow-origin', '*');
}
