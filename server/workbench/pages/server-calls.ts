import { html } from '../../html.ts';
import type { RecordedCall } from '../record-calls.ts';

/** For the curious: what the merchant's server asked the gateway, and what it was told. */
export const serverCalls = (calls: readonly RecordedCall[]) => html`
<details class="server-calls" lang="en" dir="ltr">
<summary><h2>What the merchant’s server did</h2></summary>
<p class="quiet">The calls as they were made. Only the access token is hidden; it never leaves the server.</p>
<ol>${calls.map(serverCall)}</ol>
</details>`;

const serverCall = (call: RecordedCall) => html`
<li>
<h3>${call.purpose}</h3>
<div class="call">
<pre tabindex="0" role="region" aria-label="${call.purpose}: request">${request(call)}</pre>
<pre tabindex="0" role="region" aria-label="${call.purpose}: answer">${answer(call)}</pre>
</div>
</li>`;

/** Parameters are shown before they are encoded, one in a line. */
const request = ({ method, url, headers, parameters }: RecordedCall) =>
  [
    `${method} ${url}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(parameters.length > 0 ? [''] : []),
    ...parameters.map(([name, value]) => `${name}=${value}`),
  ].join('\n');

const answer = (call: RecordedCall) =>
  call.status === undefined ? call.answer : `HTTP ${call.status}\n\n${call.answer}`;
