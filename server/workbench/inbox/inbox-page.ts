import { html } from '../html.ts';
import { layout } from '../pages/layout.ts';
import type { InboxMessage } from './inbox.ts';

export const inboxPage = (
  messages: readonly InboxMessage[],
  { isConnected, trouble }: { isConnected: boolean; trouble?: string },
): string =>
  layout({
    title: 'Webhook inbox',
    inCart: 0,
    main: html`
<div class="inbox">
<h1>Webhook inbox</h1>
<p class="quiet">Receives the notifications and events of the demo channel, for whoever has no public address. It keeps the last ones in memory, decrypted with the key that it subscribed with.</p>
${trouble !== undefined && html`<p role="alert">${trouble}</p>`}
<form method="post" action="/inbox">
<button class="button-quiet" type="submit">${isConnected ? 'Subscribe again' : 'Subscribe'}</button>
</form>
${isConnected && messages.length === 0 && html`<p>Nothing has arrived yet.</p>`}
<ol>${messages.map(inboxMessage)}</ol>
</div>`,
  });

const inboxMessage = ({ id, kind, at, message, times }: InboxMessage) => html`
<li>
<details>
<summary><span class="quiet">${clockOf(at)} ${kind}</span> <span>${message ? summaryOf(message) : 'Cannot be read with the keys of this inbox'}</span></summary>
<p class="quiet">${kind}, ${new Date(at).toISOString()}${times > 1 && `, came ${times} times`}, id ${id}</p>
${message !== undefined && html`<pre tabindex="0" role="region" aria-label="Message ${id}">${JSON.stringify(message, null, 2)}</pre>`}
${message?.['type'] !== 'TEST' && replayForm(kind, id)}
</details>
</li>`;

const replayForm = (kind: string, id: string) => html`
<form method="post" action="/inbox/replay">
<input type="hidden" name="kind" value="${kind}">
<input type="hidden" name="delivery" value="${id}">
<button class="button-quiet" type="submit">Send again</button>
</form>`;

/** Time of day, UTC; the whole moment is inside. */
const clockOf = (at: number) => new Date(at).toISOString().slice(11, 19);

/** Type, action or status, and result. */
function summaryOf(message: Readonly<Record<string, unknown>>): string {
  const { type, action, paymentChargeStatus, paymentAgreementStatus, payload } = message;
  const { paymentType, amount, currency, result } = Object(payload);
  const parts = [
    type,
    action,
    paymentType,
    amount,
    currency,
    result?.code,
    paymentChargeStatus ?? paymentAgreementStatus,
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}
