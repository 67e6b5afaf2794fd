/** A voucher on a page of its own: to be printed, and for shops whose servers pay. Its script prints. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { ColorScheme } from '../../../contract/color-scheme.ts';
import { Html, html } from '../../html.ts';
import type { VoucherView } from './voucher-view.ts';

const STYLE = readFileSync(join(import.meta.dirname, 'voucher-page.css'), 'utf8');
const SCRIPT = "document.querySelector('button').onclick = () => print();";
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hashOf(STYLE)}'`,
  `script-src 'sha256-${hashOf(SCRIPT)}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface VoucherPage {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly scheme?: ColorScheme;
  readonly word: (key: string) => string;
  readonly view: VoucherView;
  readonly merchant: string;
  /** Where the shopper can go on to, each with its words. */
  readonly links: readonly { readonly url: string; readonly label: string }[];
}

export const sendVoucherPage = (reply: FastifyReply, page: VoucherPage): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', POLICY)
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .send(documentOf(page).source);

function documentOf({ language, direction, scheme, word, view, merchant, links }: VoucherPage) {
  const { name, how, rows, code } = view;
  return html`<!doctype html>
<html lang="${language}" dir="${direction}"${scheme && html` data-scheme="${scheme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${name}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<p><bdi>${merchant}</bdi> · <bdi>${name}</bdi></p>
<h1>${word('voucherOpen')}</h1>
<p>${word(how)}</p>
${
  code &&
  html`<svg viewBox="0 0 ${code.width} ${code.height}" role="img" aria-label="${name}"><path d="${code.path}"/></svg>`
}
<dl>
${rows.map(
  ({ label, value, isNumber }) => html`<div><dt>${/^[A-Z]+$/.test(label) ? label : word(label)}</dt>
<dd><bdi${isNumber && html` dir="ltr"`}>${value}</bdi></dd></div>
`,
)}</dl>
<p class="links"><button type="button">${word('print')}</button> ${links.map(({ url, label }) => html`<a href="${url}">${label}</a> `)}</p>
</main>
<script>${new Html(SCRIPT)}</script>
</body>
</html>
`;
}
