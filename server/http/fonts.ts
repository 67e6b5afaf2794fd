/**
 * `GET /v1/fonts/{digits,text}/{SHA-256}.{otf,woff2}`: the fonts of channels, for their pages and for the
 * frames in them. The address names the content, so what is behind it never changes.
 */
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type FontUse, findFontFile, fontPath } from '../gateway/fonts/index.ts';
import { allowAnyOrigin } from './answer-headers.ts';
import type { Context } from './context.ts';
import { noSuchPath } from './error-answer.ts';

interface FontRoute {
  Params: { use: string; file: string };
}

/** In memory; a large font has half a megabyte. */
const KNOWN_BYTES = 32 * 1024 * 1024;
/** A font that was removed is not served for longer. */
const KNOWN_MS = 60_000;

const USES: Readonly<Record<string, FontUse>> = { digits: 'digits', text: 'text' };

export function fontRoutes(app: FastifyInstance, context: Context): void {
  const files = new LRUCache<string, Buffer>({
    maxSize: KNOWN_BYTES,
    ttl: KNOWN_MS,
    sizeCalculation: ({ length }) => length,
  });

  const fileAt = async (use: FontUse, hash: string): Promise<Buffer> => {
    const path = fontPath(use, hash);
    const file = files.get(path) ?? (await findFontFile(context.gateway.db, use, hash));
    if (!file) throw noSuchPath();
    files.set(path, file);
    return file;
  };

  app.get<FontRoute>(
    '/v1/fonts/:use/:file',
    { onRequest: allowAnyOrigin },
    async ({ params: { use, file } }, reply) => {
      const [, hash = ''] = /^([a-f0-9]{64})\.(?:otf|woff2)$/.exec(file) ?? [];
      const known = Object.hasOwn(USES, use) ? USES[use] : undefined;
      if (!known || !fontPath(known, hash).endsWith(`/${file}`)) throw noSuchPath();
      const content = await fileAt(known, hash);
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('x-content-type-options', 'nosniff')
        .type(known === 'digits' ? 'font/otf' : 'font/woff2')
        .send(content);
    },
  );
}
