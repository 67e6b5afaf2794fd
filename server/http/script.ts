/** `GET /v1/paymentWidgets.js`: the same bytes for every checkout of a release (D7). */
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { findRelease, type Release } from '../gateway/releases.ts';
import type { Context } from './context.ts';
import { type EncodedBody, encodeBody, sendEncoded } from './encoded-body.ts';
import { allowAnyOrigin } from './public-resource.ts';

interface ScriptRoute {
  Querystring: { checkoutId?: string };
}

/** Checkouts whose release is kept in memory: it never changes. */
const KNOWN_CHECKOUTS = 10_000;

export function scriptRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context.gateway;
  const releaseOf = new LRUCache<string, string>({ max: KNOWN_CHECKOUTS });
  const scripts = new Map<string, Promise<EncodedBody>>([
    [context.release.id, encodeBody(context.release.script)],
  ]);

  const releaseFor = async (checkoutId: string): Promise<string> => {
    const known = releaseOf.get(checkoutId);
    if (known !== undefined) return known;
    const row = await db
      .selectFrom('checkouts')
      .select('release')
      .where('id', '=', checkoutId)
      .executeTakeFirst();
    if (row) releaseOf.set(checkoutId, row.release);
    return row?.release ?? context.release.id;
  };

  const scriptOf = async (release: string): Promise<EncodedBody> => {
    const known = scripts.get(release);
    if (known) return known;
    const stored: Release = (await findRelease(db, release)) ?? context.release;
    const body = encodeBody(stored.script);
    scripts.set(release, body);
    return body;
  };

  app.get<ScriptRoute>(
    '/v1/paymentWidgets.js',
    { onRequest: allowAnyOrigin, logLevel: 'warn', helmet: false },
    async (request, reply) => {
      // With `/registration` behind it the id is still the checkout's.
      const checkoutId = String(request.query.checkoutId ?? '').split('/')[0] ?? '';
      const release = checkoutId ? await releaseFor(checkoutId) : context.release.id;
      const etag = `"${release}"`;
      reply
        .header('cache-control', 'no-cache')
        .header('etag', etag)
        .header('no-vary-search', 'params=("checkoutId")')
        .header('x-content-type-options', 'nosniff');
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      reply.type('text/javascript; charset=utf-8');
      return sendEncoded(request, reply, await scriptOf(release));
    },
  );
}
