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
<h1>Webhook inbox</h1>
<p>Receives the notifications and events of the demo channel, for whoever has no public address. It keeps the last ones in memory, decrypted with the key that it subscribed with.</p>
${trouble !== undefined && html`<p role="alert">${trouble}</p>`}
<form method="post" action="/inbox">
<button type="submit">${isConnected ? 'Subscribe again' : 'Subscribe'}</button>
</form>
${isConnected && messages.length === 0 && html`<p>Nothing has arrived yet.</p>`}
<ol class="inbox">${messages.map(inboxMessage)}</ol>`,
  });

const inboxMessage = ({ id, kind, at, message, times }: InboxMessage) => html`
<li>
<details>
<summary>${message ? summaryOf(message) : 'Cannot be read with the keys of this inbox'}</summary>
<p class="quiet">${kind}, ${new Date(at).toISOString()}${times > 1 && `, came ${times} times`}, id ${id}</p>
${message !== undefined && html`<pre tabindex="0" role="region" aria-label="Message ${id}">${JSON.stringify(message, null, 2)}</pre>`}
${message?.['type'] !== 'TEST' && replayForm(kind, id)}
</details>
</li>`;

const replayForm = (kind: string, id: string) => html`
<form method="post" action="/inbox/replay">
<input type="hidden" name="kind" value="${kind}">
<input type="hidden" name="delivery" value="${id}">
<button type="submit">Send again</button>
</form>`;

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
