/** Headers of answers: for any page on any origin, and for what was not understood. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Such answers never depend on cookies. */
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

const MAX_LENGTH = 2048;

/**
 * Names what was not understood. Names come from the client: what cannot stand in a header is percent-encoded, the
 * rest cut.
 */
export function tellIgnored(reply: FastifyReply, names: readonly string[]): void {
  if (names.length === 0) return;
  const list = names.map((name) => name.replace(/[^\x21-\x7e]|[,%]/gu, encodeURIComponent));
  reply.header('x-ignored-parameters', list.join(', ').slice(0, MAX_LENGTH));
}
