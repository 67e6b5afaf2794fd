/** A voucher on a page of its own: to be printed, and for shops whose servers pay. Its script prints. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { html } from '../../html.ts';
import { inline, type ShopperDocument, sendShopperDocument } from '../shopper-document.ts';
import type { VoucherView } from './voucher-view.ts';

const style = inline(readFileSync(join(import.meta.dirname, 'voucher-page.css'), 'utf8'));
const script = inline("document.querySelector('button').onclick = () => print();");
const POLICY = [
  "default-src 'none'",
  `style-src ${style.hash}`,
  `script-src ${script.hash}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface VoucherPage extends Pick<ShopperDocument, 'language' | 'direction' | 'scheme'> {
  readonly word: (key: string) => string;
  readonly view: VoucherView;
  readonly merchant: string;
  /** Where the shopper can go on to, each with its words. */
  readonly links: readonly { readonly url: string; readonly label: string }[];
}

export function sendVoucherPage(reply: FastifyReply, page: VoucherPage): FastifyReply {
  const { language, direction, scheme } = page;
  const document = { language, direction, scheme, title: page.view.name, style, script };
  return sendShopperDocument(reply, { ...document, main: mainOf(page) }, POLICY);
}

function mainOf({ word, view, merchant, links }: VoucherPage) {
  const { name, how, rows, code } = view;
  return html`<main>
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
</main>`;
}
