/** `GET /v1/frames/{release}/{number,cvv}.html`: the documents that shoppers type their cards into. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findRelease, type Release } from '../gateway/checkout/releases.ts';
import type { Context } from './context.ts';
import { type EncodedBody, encodeBody, sendEncoded } from './encoded-body.ts';
import { noSuchPath } from './error-answer.ts';

interface FrameRoute {
  Params: { release: string };
}

interface Frame {
  readonly body: EncodedBody;
  readonly policy: string;
}

/** Where the build leaves room for the sealing key. */
const KEY_PLACEHOLDER = '__SEALING_KEY__';
/** Shorter than the day for which a retired sealing key still opens. */
const MAX_AGE_S = 3600;

export function frameRoutes(app: FastifyInstance, context: Context): void {
  const { db, vault } = context.gateway;
  /** By document and sealing key; frames of keys that are gone are never asked for again. */
  const frames = new Map<string, Promise<Frame>>();

  const frameOf = async (id: string, document: 'numberFrame' | 'cvvFrame'): Promise<Frame> => {
    const key = await vault.currentSealingKey(db);
    const cacheKey = `${id} ${document} ${key.kid}`;
    const known = frames.get(cacheKey);
    if (known) return known;
    const release: Release | undefined =
      id === context.release.id ? context.release : await findRelease(db, id);
    if (!release) throw noSuchPath();
    const made = makeFrame(release[document], JSON.stringify(key));
    frames.set(cacheKey, made);
    return made;
  };

  const serve =
    (document: 'numberFrame' | 'cvvFrame') =>
    async (request: FastifyRequest<FrameRoute>, reply: FastifyReply) => {
      const { body, policy } = await frameOf(request.params.release, document);
      reply
        .header('cache-control', `public, max-age=${MAX_AGE_S}`)
        .header('content-security-policy', policy)
        .header('cross-origin-embedder-policy', 'require-corp')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('referrer-policy', 'origin')
        .header('x-content-type-options', 'nosniff')
        .type('text/html; charset=utf-8');
      return sendEncoded(request, reply, body);
    };
  app.get<FrameRoute>('/v1/frames/:release/number.html', { helmet: false }, serve('numberFrame'));
  app.get<FrameRoute>('/v1/frames/:release/cvv.html', { helmet: false }, serve('cvvFrame'));
}

/** Puts the key in. The policy names the inline scripts by their hashes and allows nothing else. */
async function makeFrame(html: string, key: string): Promise<Frame> {
  const scripts = [...html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = scripts.map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return {
    body: await encodeBody(
      html.replace(KEY_PLACEHOLDER, Buffer.from(key, 'utf8').toString('base64url')),
    ),
    policy: [
      "default-src 'none'",
      `script-src ${hashes.join(' ')}`,
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
    ].join('; '),
  };
}
