import { toAmount } from '../../../contract/currency.ts';
import type { Money } from '../../../contract/events/shared-types.ts';
import { html } from '../../html.ts';
import { layout } from '../pages/layout.ts';
import type { Visit } from '../shop/visit.ts';
import type { InboxMessage } from './inbox.ts';

interface InboxState {
  readonly isConnected: boolean;
  /** Calls that are kept at most. */
  readonly capacity: number;
  /** What the gateway says against what was asked for. */
  readonly trouble?: string;
}

export const inboxPage = (
  visit: Visit,
  messages: readonly InboxMessage[],
  { isConnected, capacity, trouble }: InboxState,
): string =>
  layout({
    visit,
    title: 'Webhook inbox',
    main: html`
<div class="inbox" lang="en" dir="ltr">
<h1>Webhook inbox</h1>
<p class="quiet">Receives the notifications and events of the demo channel, for machines without a public address. It keeps the last ${capacity} calls in memory, decrypted with the key that it subscribed with.</p>
${trouble !== undefined && html`<p role="alert">${trouble}</p>`}
${!isConnected && messages.length > 0 && html`<p>The gateway was started anew, and the keys went with it. Subscribe, then have what cannot be read sent again.</p>`}
<div class="inbox-actions">
<form method="post" action="/inbox">
<button class="${isConnected ? 'button-quiet' : 'button'}" type="submit">${isConnected ? 'Test again with new keys' : 'Subscribe'}</button>
</form>
${isConnected && html`<a class="button-quiet" href="/inbox">Show what has come since</a>`}
</div>
${messages.every(isTest) && html`<p>${isConnected ? 'Nothing has happened yet.' : 'First subscribe.'} Then <a href="/">buy something in the shop</a>, or pay by the API with the demo channel’s access token: what happens appears here, the latest first.</p>`}
<ol>${messages.map((each) => inboxMessage(each, isConnected))}</ol>
</div>`,
  });

const inboxMessage = ({ id, kind, at, message, times }: InboxMessage, isConnected: boolean) => html`
<li>
<details>
<summary><span class="quiet">${clockOf(at)} ${kind}</span> <span>${message ? summaryOf(message) : 'Cannot be read with the keys of this inbox'}</span></summary>
<p class="quiet">${kind}, ${new Date(at).toISOString()}${times > 1 && `, came ${times} times`}, id ${id}</p>
${message !== undefined && html`<pre tabindex="0" role="region" aria-label="Message ${id}">${JSON.stringify(message, null, 2)}</pre>`}
${isConnected && !isTest({ message }) && replayForm(kind, id)}
</details>
</li>`;

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
