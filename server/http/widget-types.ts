/** `GET /v1/paymentWidgets.d.ts`: the types of `wpwlOptions` and `wpwl`, beside their script. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { allowAnyOrigin } from './answer-headers.ts';
import { encodeBody, sendEncoded } from './encoded-body.ts';

const FILE = join(import.meta.dirname, '..', '..', 'public', 'paymentWidgets.d.ts');

export async function widgetTypeRoutes(app: FastifyInstance): Promise<void> {
  const types = await encodeBody(await readFile(FILE, 'utf8'));
  app.get('/v1/paymentWidgets.d.ts', { onRequest: allowAnyOrigin }, async (request, reply) => {
    reply
      .header('cache-control', 'no-cache')
      .header('x-content-type-options', 'nosniff')
      .type('text/plain; charset=utf-8');
    return sendEncoded(request, reply, types);
  });
}
