import { toAmount } from '../../../contract/currency.ts';
import type { Money } from '../../../contract/events/shared-types.ts';
import { html } from '../../html.ts';
import { layout } from '../pages/layout.ts';
import type { Visit } from '../shop/visit.ts';
import type { InboxGroup, InboxMessage } from './inbox.ts';
import { headerRows, verifyWords } from './verify-words.ts';

interface InboxState {
  readonly isConnected: boolean;
  /** Ascends with everything that changes what is shown. */
  readonly version: number;
  /** Calls that are kept at most. */
  readonly capacity: number;
  /** What the gateway says against what was asked for. */
  readonly trouble?: string;
}

export const inboxPage = (
  visit: Visit,
  groups: readonly InboxGroup[],
  { isConnected, version, capacity, trouble }: InboxState,
): string => {
  const messages = groups.flatMap((group) => group.messages);
  return layout({
    visit,
    title: 'Webhook inbox',
    head: html`<script src="/assets/shop/inbox.js" type="module"></script>`,
    main: html`
<div class="inbox" lang="en" dir="ltr">
<h1>Webhook inbox</h1>
<p class="quiet">Receives the notifications and events of the demo channel, for machines without a public address. It keeps the last ${capacity} calls in memory, decrypted with the key that it subscribed with, and shows what comes as it comes.</p>
${trouble !== undefined && html`<p role="alert">${trouble}</p>`}
<div class="inbox-actions">
<form method="post" action="/inbox">
<button class="${isConnected ? 'button-quiet' : 'button'}" type="submit">${isConnected ? 'Test again with new keys' : 'Subscribe'}</button>
</form>
${isConnected && html`<noscript><a class="button-quiet" href="/inbox">Show what has come since</a></noscript>`}
</div>
<p class="hidden-text" role="status" id="inbox-status"></p>
<div class="inbox-live" id="inbox-live" data-version="${version}" data-count="${messages.length}">
${!isConnected && messages.length > 0 && html`<p>The gateway was started anew, and the keys went with it. Subscribe, then have what cannot be read sent again.</p>`}
${messages.every(isTest) && html`<p>${isConnected ? 'Nothing has happened yet.' : 'First subscribe.'} Then <a href="/">buy something in the shop</a>, or pay by the API with the demo channel’s access token: what happens appears here, by payment, the latest first.</p>`}
${groups.map((group) => inboxGroup(group, isConnected))}
</div>
</div>`,
  });
};

const inboxGroup = ({ id, messages }: InboxGroup, isConnected: boolean) => html`
<section aria-labelledby="group-${id ?? 'tests'}">
<h2 id="group-${id ?? 'tests'}">${id === undefined ? 'Tests and samples' : html`${subjectOf(messages)} <span class="inbox-id">${id}</span>`}</h2>
<ol>${messages.map((each) => inboxMessage(each, isConnected))}</ol>
</section>`;

const inboxMessage = (one: InboxMessage, isConnected: boolean) => {
  const { id, kind, at, body, message, times } = one;
  const sequence = one.headers['webhook-sequence'];
  const place = `${kind}-${id}`;
  return html`
<li>
<details id="${place}">
<summary><span class="quiet">${clockOf(at)} ${kind}</span> <span>${message ? summaryOf(message) : 'Cannot be read with the keys of this inbox'}</span></summary>
<p class="quiet">${kind}, ${new Date(at).toISOString()}${times > 1 && `, came ${times} times`}${sequence !== undefined && `, number ${sequence} of its payment`}, id ${id}</p>
${message !== undefined && html`<pre tabindex="0" role="region" aria-label="Message ${id}">${JSON.stringify(message, null, 2)}</pre>`}
<details id="${place}-raw">
<summary>The call as it came</summary>
<dl class="inbox-headers">${headerRows(one).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<code class="raw" tabindex="0" role="region" aria-label="Body of ${id}, as it came">${body}</code>
</details>
<details id="${place}-verify">
<summary>How to verify it</summary>
${verifyWords(one)}
</details>
${isConnected && !isTest({ message }) && replayForm(kind, id)}
</details>
</li>`;
};

/** What a group is about, in a word. */
function subjectOf(messages: readonly InboxMessage[]): string {
  const types = messages.map(({ message }) => String(message?.['type'] ?? ''));
  const has = (pattern: RegExp) => types.some((type) => pattern.test(type));
  if (has(/^(PAYMENT|PAYMENT_CHARGE_.*|CHARGEBACK_.*)$/)) return 'Payment';
  if (has(/^(REGISTRATION|PAYMENT_AGREEMENT_.*)$/)) return 'Registration';
  if (has(/^SCHEDULE$/)) return 'Schedule';
  return has(/^WEBHOOK$/) ? 'Webhook' : 'Message';
}

const isTest = ({ message }: Pick<InboxMessage, 'message'>) => message?.['type'] === 'TEST';

const replayForm = (kind: string, id: string) => html`
<form method="post" action="/inbox/replay">
<input type="hidden" name="kind" value="${kind}">
<input type="hidden" name="delivery" value="${id}">
<button class="button-quiet" type="submit">Send again</button>
</form>`;

/** Time of day, UTC; the whole moment is inside. */
const clockOf = (at: number) => new Date(at).toISOString().slice(11, 19);

/** Type, action or status, money, and result. */
function summaryOf(message: Readonly<Record<string, unknown>>): string {
  const { type, action, paymentChargeStatus, paymentAgreementStatus, payload } = message;
  const { paymentType, amount: paid, currency, result } = Object(payload);
  const money = message['amount'] as Money | undefined;
  const parts = [
    type,
    action,
    paymentType,
    paid,
    currency,
    result?.code,
    paymentChargeStatus ?? paymentAgreementStatus,
    money && moneyOf(money),
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}

/** `92.00 EUR`, as notifications have it. */
function moneyOf({ value, currency }: Money): string | undefined {
  if (value === undefined || currency === undefined) return undefined;
  return `${toAmount(value, currency)} ${currency}`;
}
