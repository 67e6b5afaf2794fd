/** `GET /.well-known/security.txt` (RFC 9116): whom to tell of a hole in this gateway. */
import type { FastifyInstance } from 'fastify';
import { realNow } from '../store/clock.ts';

/** After this long, a copy has to be read again. */
const VALID_MS = 180 * 24 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * @param contact `mailto:` or `https:` address of the operator; without one there is no file
 * @param publicUrl the gateway's own address
 */
export function securityTextRoutes(
  app: FastifyInstance,
  contact: string | undefined,
  publicUrl: () => string,
): void {
  if (contact === undefined) return;
  app.get('/.well-known/security.txt', async (_request, reply) => {
    // The same all day long.
    const expires = Math.floor((realNow() + VALID_MS) / DAY_MS) * DAY_MS;
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400');
    return [
      `Contact: ${contact}`,
      `Expires: ${new Date(expires).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl()}/.well-known/security.txt`,
      '',
    ].join('\n');
  });
}
