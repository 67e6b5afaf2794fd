/** `/inspector`: the page that `wpwl.inspect()` opens, and what it asks of its server. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type KnownNames, withoutPlural } from '../../../contract/option-advice.ts';
import { translationFor } from '../../../locales/translations.ts';
import { publishedOptions } from '../../published-options.ts';
import { sendPage } from '../pages/send-page.ts';
import { livePagePolicy } from '../security-headers.ts';
import { adviceOn } from './advice.ts';
import { inspectorPage } from './inspector-page.ts';

/** Larger than 500 entries of a long address each. */
const BODY_LIMIT = 1024 * 1024;

/** The page that reports may be any. */
const text = z.string().max(2_000);
const REPORT = z.object({
  snapshot: z.object({
    checkoutId: text,
    brands: z.array(text).max(200),
    moreBrands: z.array(text).max(200).default([]),
    globals: z.array(text).max(200),
    options: z.array(z.tuple([text, z.union([text, z.array(text).max(1_000)])])).max(500),
    elements: z.array(z.array(text).max(10)).max(2_000),
  }),
  entries: z
    .array(
      z.tuple([
        z.number(),
        z.enum(['answer', 'callback', 'console', 'shopper', 'policy']),
        text,
        text,
      ]),
    )
    .max(1_000),
});

export function addInspectorRoutes(app: FastifyInstance): void {
  const { texts } = translationFor('en');
  const known: KnownNames = {
    options: publishedOptions(),
    texts: Object.keys(texts).map(withoutPlural),
  };

  app.get('/inspector', async (_, reply) => {
    await reply.helmet({
      contentSecurityPolicy: livePagePolicy,
      // The page that opened it is of another origin, and speaks to it.
      crossOriginOpenerPolicy: { policy: 'unsafe-none' },
    });
    return sendPage(reply, inspectorPage());
  });

  app.post('/inspector/advice', { bodyLimit: BODY_LIMIT }, async ({ body }, reply) => {
    const report = REPORT.safeParse(body);
    if (!report.success) {
      return reply.code(400).send({ error: z.prettifyError(report.error) });
    }
    return { advice: adviceOn(report.data, known) };
  });
}
