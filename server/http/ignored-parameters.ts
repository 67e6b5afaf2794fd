/** The response header that names what was not understood. */
import type { FastifyReply } from 'fastify';

const MAX_LENGTH = 2048;

/** Names come from the client: what cannot stand in a header is percent-encoded, the rest cut. */
export function tellIgnored(reply: FastifyReply, names: readonly string[]): void {
  if (names.length === 0) return;
  const list = names.map((name) => name.replace(/[^\x21-\x7e]|[,%]/gu, encodeURIComponent));
  reply.header('x-ignored-parameters', list.join(', ').slice(0, MAX_LENGTH));
}
