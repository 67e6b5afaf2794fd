/** `/playground`: where designers see every state of the form, change its look and take it home. */
import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sendPage } from '../pages/send-page.ts';
import { paymentPagePolicy, playgroundPolicy } from '../security-headers.ts';
import { type GatewayAccess, GatewayError } from '../shop-server.ts';
import { PREVIEW, previewPage, previewResultPage } from './preview-page.ts';
import { createSamples, SAMPLE } from './sample-checkouts.ts';

/** Of `vite build`. */
const BUILT = join(import.meta.dirname, '..', '..', '..', 'dist', 'playground');
const PAGE = join(BUILT, 'index.html');

/** @param shopUrl the workbench's own address, without a slash at the end */
export async function addPlaygroundRoutes(
  app: FastifyInstance,
  gateway: GatewayAccess,
  shopUrl: string,
): Promise<void> {
  const createSample = createSamples(gateway);

  await app.register(files, {
    root: join(BUILT, 'assets'),
    prefix: '/playground/assets/',
    index: false,
    decorateReply: false,
    suppressWarning: true,
  });

  app.get('/playground', async (_, reply) => {
    if (!existsSync(PAGE)) return reply.callNotFound();
    await reply.helmet({ contentSecurityPolicy: playgroundPolicy });
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(createReadStream(PAGE));
  });

  app.post('/playground/checkouts', async ({ body }, reply) => {
    const sample = SAMPLE.safeParse(body);
    if (!sample.success) return reply.code(400).send({ error: z.prettifyError(sample.error) });
    try {
      return { id: await createSample(sample.data) };
    } catch (error) {
      if (error instanceof GatewayError) return reply.code(502).send({ error: error.message });
      throw error;
    }
  });

  app.get('/playground/preview', async ({ query }, reply) => {
    const preview = PREVIEW.safeParse(query);
    if (!preview.success) return reply.code(400).send({ error: z.prettifyError(preview.error) });
    const nonce = randomBytes(16).toString('base64url');
    const { useDefaults, directives } = paymentPagePolicy(gateway.url, nonce);
    const { block } = preview.data;
    await reply.helmet({
      contentSecurityPolicy: {
        useDefaults,
        directives: {
          ...directives,
          'frame-ancestors': ["'self'"],
          ...(block === 'frames' && { 'frame-src': ["'none'"] }),
          ...(block === 'calls' && { 'connect-src': ["'none'"] }),
        },
      },
    });
    const page = { preview: preview.data, gatewayUrl: gateway.url, shopUrl, nonce };
    return sendPage(reply, previewPage(page));
  });

  app.get('/playground/result', async (_, reply) => {
    await reply.helmet({ contentSecurityPolicy: playgroundPolicy });
    return sendPage(reply, previewResultPage());
  });
}
