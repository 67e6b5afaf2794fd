/** `GET /v1/paymentWidgets.js`: the same bytes for every checkout of a release (D7). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { findRelease, type Release, releaseOfCheckout } from '../gateway/checkout/index.ts';
import { allowAnyOrigin, PUBLIC_HEADERS } from './answer-headers.ts';
import type { Context } from './context.ts';
import { type EncodedBody, encodeBody, sendEncoded } from './encoded-body.ts';
import { noSuchPath } from './error-answer.ts';

interface ScriptRoute {
  Querystring: { checkoutId?: string };
}

interface ReleaseRoute {
  Params: { release: string };
}

interface Script {
  readonly etag: string;
  readonly body: EncodedBody;
  readonly headers: Readonly<Record<string, string>>;
}

/** The address names the release, so what is behind it never changes. */
const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' };

/** Checkouts whose release is kept in memory: it never changes. */
const KNOWN_CHECKOUTS = 10_000;

export async function scriptRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { db } = context.gateway;
  const quietLog = app.log.child({}, { level: 'warn' });
  const current = await makeScript(context.release);
  const scripts = new Map([[context.release.id, current]]);
  const knownReleases = new LRUCache<string, string>({ max: KNOWN_CHECKOUTS });

  /** What is in memory, so that most requests need no turn of the event loop. */
  const knownScript = (checkoutId: string): Script | undefined =>
    checkoutId === '' ? current : scripts.get(knownReleases.get(checkoutId) ?? '');

  const scriptOf = async (id: string): Promise<Script | undefined> => {
    const known = scripts.get(id);
    if (known) return known;
    const release = await findRelease(db, id);
    const script = release && (await makeScript(release));
    if (script) scripts.set(id, script);
    return script;
  };

  const findScript = async (checkoutId: string): Promise<Script> => {
    const release = await releaseOfCheckout(db, checkoutId);
    if (release === undefined) return current;
    knownReleases.set(checkoutId, release);
    const script = (await scriptOf(release)) ?? current;
    scripts.set(release, script);
    return script;
  };

  app.get<ScriptRoute>(
    '/v1/paymentWidgets.js',
    // Asked for too often for a logger of its own for each request.
    { childLoggerFactory: () => quietLog, helmet: false },
    (request, reply) => {
      // With `/registration` behind it the id is still the checkout's.
      const checkoutId = String(request.query.checkoutId ?? '').split('/')[0] ?? '';
      const known = knownScript(checkoutId);
      if (known) return send(request, reply, known);
      return findScript(checkoutId).then((script) => send(request, reply, script));
    },
  );

  app.get<ReleaseRoute>(
    '/v1/releases/:release/paymentWidgets.js',
    { onRequest: allowAnyOrigin, helmet: false },
    async (request, reply) => {
      const script = await scriptOf(request.params.release);
      if (!script) throw noSuchPath();
      return send(request, reply, { ...script, headers: { ...script.headers, ...FOR_EVER } });
    },
  );
}

async function makeScript({ id, script }: Release): Promise<Script> {
  const etag = `"${id}"`;
  return {
    etag,
    body: await encodeBody(script),
    headers: {
      ...PUBLIC_HEADERS,
      'cache-control': 'no-cache',
      etag,
      'no-vary-search': 'params=("checkoutId")',
      'x-content-type-options': 'nosniff',
      'content-type': 'text/javascript; charset=utf-8',
    },
  };
}

function send(request: FastifyRequest, reply: FastifyReply, script: Script): FastifyReply {
  reply.headers(script.headers);
  if (request.headers['if-none-match']?.includes(script.etag)) return reply.code(304).send();
  return sendEncoded(request, reply, script.body);
}
