/**
 * The pages that hold a bank's page, and that the shopper comes back through: few words, one script,
 * one style, both named by their hashes in the policy.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { BrowserRequest } from '../../connectors/connector.ts';
import { isPlainOrigin } from '../../gateway/entities/index.ts';
import { html } from '../../html.ts';
import { inline, type ShopperDocument, sendShopperDocument } from '../shopper-document.ts';

export interface ShopperPage
  extends Pick<ShopperDocument, 'language' | 'direction' | 'scheme' | 'title'> {
  /**
   * `hold`: the bank's page is inside; `method`: out of sight; `inner`: inside of those two; `done`:
   * goes on by itself; `over`: the shopper has to read it, and goes on then; `choose`: the sandbox's wallet.
   */
  readonly step: 'hold' | 'method' | 'inner' | 'done' | 'over' | 'stop' | 'choose';
  readonly text: string;
  /** What the sandbox's wallet lets one choose, and where that is posted. */
  readonly choice?: {
    readonly url: string;
    readonly note: string;
    readonly label: string;
    readonly options: readonly { readonly value: string; readonly label: string }[];
    readonly confirm: string;
  };
  /** What the sandbox's wallet gives to the form. */
  readonly token?: string | undefined;
  /** What the browser requests for the frame. */
  readonly request?: BrowserRequest;
  /** Says that the frame's page was enough, or has failed for too long. */
  readonly next?: string;
  /**
   * Origin that hears the end of the method call in our place, so that all that we see is that the
   * frame has loaded something.
   */
  readonly relayedTo?: string;
  /** Milliseconds until the payment is ended by itself. */
  readonly endsIn?: number | undefined;
  /** Where the shopper goes at the end. */
  readonly result?: { readonly url: string; readonly label: string } | undefined;
  /** A way out of the bank's page. */
  readonly leave?: { readonly url: string; readonly label: string };
  /** What is offered when the bank's page does not come. */
  readonly trouble?: { readonly text: string; readonly offline: string; readonly label: string };
  /** Origin of the merchant's page, which is told when it is over. */
  readonly embedder?: string | null;
  /** Origins that may show this page in a frame; none named: any. */
  readonly ancestors?: readonly string[];
  /** Origins whose own frame the bank's page may come up in, beside ours; absent: any. */
  readonly holders?: readonly string[] | undefined;
  /** The whole tab, for a shopper whom another page has led here. */
  readonly elsewhere?: { readonly url: string; readonly label: string };
  readonly status?: number;
}

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');
const style = inline(read('shopper-page.css'));
const script = inline(read('take-step.js'));

export function sendShopperPage(reply: FastifyReply, page: ShopperPage): FastifyReply {
  const { status = 200, language, direction, scheme, title } = page;
  reply.code(status).header('cross-origin-resource-policy', 'cross-origin');
  const main = page.step === 'hold' ? holding(page) : speaking(page);
  const document = { language, direction, scheme, title, style, script, data: dataOf(page), main };
  return sendShopperDocument(reply, document, policyOf(page));
}

function policyOf({ request, relayedTo, ancestors = [] }: ShopperPage): string {
  // An issuer may lead its question on to another of its hosts.
  const origins = [
    ...(request ? ['https:', new URL(request.url).origin] : []),
    ...(relayedTo ? [relayedTo] : []),
  ];
  const bank = origins.map((origin) => ` ${origin}`).join('');
  return [
    "default-src 'none'",
    `script-src ${script.hash}`,
    `style-src ${style.hash}`,
    `frame-src 'self'${bank}`,
    `form-action 'self'${bank}`,
    "base-uri 'none'",
    // The pages that come back inside of the bank's frame are framed by this origin, too.
    ...framedBy(ancestors),
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/** A page in a sandbox has an origin that no directive can name: where it may show it, all may. */
function framedBy(ancestors: readonly string[]): string[] {
  if (ancestors.includes('null')) return [];
  const named = ["'self'", ...ancestors.filter(isPlainOrigin)].join(' ');
  return [`frame-ancestors ${ancestors.length > 0 ? named : '*'}`];
}

function dataOf(page: ShopperPage) {
  const { step, next, result, embedder, endsIn } = page;
  const holders = page.holders && (page.holders.join(' ') || 'none');
  const until = page.relayedTo && 'load';
  const values = {
    step,
    token: page.token,
    next,
    result: result?.url,
    embedder,
    'ends-in': endsIn,
    holders,
    until,
  };
  return Object.entries(values)
    .filter(([, value]) => value)
    .map(([name, value]) => html` data-${name}="${String(value)}"`);
}

/** The bank's page is the child of this one, so the merchant's policy names one host only (D15). */
const holding = (page: ShopperPage) => html`<main class="hold" aria-label="${page.title}">
<div class="top">
<h1>${page.text}</h1>
${leaving(page)}
</div>
${offering(page)}
<iframe name="bank" title="${page.title}"></iframe>
${requesting(page)}
${movingOn(page)}
</main>`;

const speaking = (page: ShopperPage) => html`<main aria-label="${page.title}">
<h1>${page.title}</h1>
<p role="status">${page.text}</p>
${choosing(page)}
${page.step === 'method' && html`<iframe name="bank" title="" aria-hidden="true" tabindex="-1" hidden></iframe>`}
${requesting(page)}
${leaving(page)}
${movingOn(page)}
${page.result && html`<a class="button" href="${page.result.url}" target="_top">${page.result.label}</a>`}
</main>`;

const choosing = ({ choice }: ShopperPage) =>
  choice &&
  html`<form method="post" action="${choice.url}" id="choice">
<label for="card">${choice.label}</label>
<select name="card" id="card">
${choice.options.map(({ value, label }) => html`<option value="${value}">${label}</option>`)}
</select>
<p>${choice.note}</p>
<button name="choice" value="confirm">${choice.confirm}</button>
</form>`;

const offering = ({ trouble }: ShopperPage) =>
  trouble &&
  html`<div class="top" id="trouble" role="alert" data-offline="${trouble.offline}" hidden>
<p>${trouble.text}</p>
<button type="button">${trouble.label}</button>
</div>`;

const leaving = ({ leave }: ShopperPage) =>
  leave && html`<form method="post" action="${leave.url}"><button>${leave.label}</button></form>`;

/** In a frame a page around could lay something over the bank's question; not over a tab. */
const movingOn = ({ elsewhere }: ShopperPage) =>
  elsewhere &&
  html`<a class="button" id="elsewhere" href="${elsewhere.url}" target="_top" hidden>${elsewhere.label}</a>`;

const requesting = ({ request }: ShopperPage) =>
  request &&
  html`<form id="request" method="${request.method}" action="${request.url}" target="bank" hidden>
${request.parameters.map(
  ({ name, value }) => html`<input type="hidden" name="${name}" value="${value}">`,
)}
</form>`;
