/**
 * `GET /v1/scripts.json`: what a payment page loads from the gateway, with hash, version and purpose,
 * for the inventory that PCI DSS 6.4.3 asks of merchants.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { findRelease, type Release } from '../gateway/checkout/index.ts';
import { invalidParameter } from '../gateway/requests/index.ts';
import { allowAnyOrigin } from './answer-headers.ts';
import type { Context } from './context.ts';
import { single } from './request-values.ts';

export interface ListedScript {
  /** Path on the gateway's origin; a part in braces differs from checkout to checkout. */
  readonly path: string;
  readonly version: string;
  /** As in an `integrity` attribute; of the script inside, where the path is a document. */
  readonly integrity: string;
  readonly loadedBy: string;
  readonly purpose: string;
}

const hash = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const inlineScript = (html: string) => /<script\b[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';

const FORM_PURPOSE =
  'Draws the payment form, checks it, and posts the sealed payment to the gateway.';

export function listScripts({
  id,
  script,
  numberFrame,
  cvvFrame,
  ibanFrame,
}: Release): ListedScript[] {
  const frame = (name: string, html: string, purpose: string): ListedScript => ({
    path: `/v1/frames/${id}/{checkoutId}/${name}.html`,
    version: id,
    integrity: hash(inlineScript(html)),
    loadedBy: '/v1/paymentWidgets.js',
    purpose,
  });
  return [
    {
      path: '/v1/paymentWidgets.js',
      version: id,
      integrity: hash(script),
      loadedBy: 'the payment page',
      purpose: FORM_PURPOSE,
    },
    {
      path: `/v1/releases/${id}/paymentWidgets.js`,
      version: id,
      integrity: hash(script),
      loadedBy: 'the payment page, in place of the one before, where it pins the release',
      purpose: FORM_PURPOSE,
    },
    frame('number', numberFrame, 'Takes the card number in a frame of the gateway and seals it.'),
    frame('cvv', cvvFrame, 'Takes the CVV in a frame of the gateway and seals it.'),
    ...(ibanFrame === null
      ? []
      : [frame('iban', ibanFrame, 'Takes the IBAN in a frame of the gateway and seals it.')]),
  ];
}

interface ListRoute {
  Querystring: { release?: string | string[] };
}

/** Of the instance's own release, or of the one that `?release=` names. */
export function scriptListRoutes(app: FastifyInstance, { gateway, release }: Context): void {
  app.get<ListRoute>(
    '/v1/scripts.json',
    { onRequest: allowAnyOrigin },
    async ({ query }, reply) => {
      const id = single(query.release) ?? release.id;
      const listed = id === release.id ? release : await findRelease(gateway.db, id);
      if (!listed) throw invalidParameter('release', id, 'is not a release that is served');
      reply.header('cache-control', 'no-cache');
      return { release: id, scripts: listScripts(listed) };
    },
  );
}
