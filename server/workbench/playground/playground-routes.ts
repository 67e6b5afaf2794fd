/** `/playground`: where designers see every state of the form, change its look and take it home. */
import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { sendPage } from '../pages/send-page.ts';
import { paymentPagePolicy, playgroundPolicy } from '../security-headers.ts';
import type { ChannelAccess } from '../shop/markets.ts';
import { type GatewayAccess, GatewayError } from '../shop-server.ts';
import {
  CHECKOUT_ID,
  PREVIEW,
  previewPage,
  previewResultPage,
  problemsOf,
  refusedPreviewPage,
} from './preview-page.ts';
import { createSamples, SAMPLE } from './sample-checkouts.ts';

/** Of `vite build`. */
const BUILT = join(import.meta.dirname, '..', '..', '..', 'dist', 'playground');
const PAGE = join(BUILT, 'index.html');

/** @param shopUrl the workbench's own address, without a slash at the end */
export async function addPlaygroundRoutes(
  app: FastifyInstance,
  gateway: GatewayAccess,
  shopUrl: string,
  installments?: Readonly<Record<string, ChannelAccess>>,
): Promise<void> {
  const samples = createSamples(gateway, installments);

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
    return unlessRefused(reply, async () => ({ id: await samples.create(sample.data) }));
  });

  app.delete<{ Params: { id: string } }>('/playground/checkouts/:id', async ({ params }, reply) => {
    const id = CHECKOUT_ID.safeParse(params.id);
    if (!id.success) return reply.code(400).send({ error: z.prettifyError(id.error) });
    return unlessRefused(reply, async () => {
      await samples.end(id.data);
      return { ended: id.data };
    });
  });

  app.get('/playground/preview', async ({ query }, reply) => {
    const preview = PREVIEW.safeParse(query);
    if (!preview.success) {
      await reply.helmet({ contentSecurityPolicy: playgroundPolicy });
      return sendPage(reply, refusedPreviewPage(problemsOf(preview.error, query)), 400);
    }
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

/** What the gateway has refused is told to the page. */
async function unlessRefused(reply: FastifyReply, answer: () => Promise<object>) {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof GatewayError) return reply.code(502).send({ error: error.message });
    throw error;
  }
}
