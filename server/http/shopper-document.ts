/**
 * Documents for shoppers outside of the form: few words, one style and one script, both named by their
 * hashes in the policy, so that nothing else is drawn and nothing else runs.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { ColorScheme } from '../../contract/color-scheme.ts';
import { Html, html } from '../html.ts';

export interface Inline {
  readonly source: Html;
  /** As a policy names it. */
  readonly hash: string;
}

export const inline = (text: string): Inline => ({
  source: new Html(text),
  hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
});

export interface ShopperDocument {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** As the shop's page is; the browser's wish where that is not known. */
  readonly scheme?: ColorScheme | undefined;
  readonly title: string;
  readonly style: Inline;
  readonly script: Inline;
  /** Attributes of the body, for the script. */
  readonly data?: readonly Html[];
  readonly main: Html;
}

export function sendShopperDocument(
  reply: FastifyReply,
  { language, direction, scheme, title, style, script, data = [], main }: ShopperDocument,
  policy: string,
): FastifyReply {
  const { source } = html`<!doctype html>
<html lang="${language}" dir="${direction}"${scheme && html` data-scheme="${scheme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style.source}</style>
</head>
<body${data}>
${main}
<script>${script.source}</script>
</body>
</html>
`;
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .send(source);
}
