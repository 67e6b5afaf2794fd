/** How a receiver proves a call to be genuine, with the values of that call. */
import { type Html, html } from '../../html.ts';
import type { InboxMessage } from './inbox.ts';

/** Beside the usual ones of HTTP: what the gateway says of the message. */
const TOLD = /^(webhook-|x-initialization-vector$|x-authentication-tag$|content-type$|user-agent$)/;

/** The headers that matter, in the order in which they came. */
export const headerRows = ({ headers }: InboxMessage): [name: string, value: string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    TOLD.test(name) && value !== undefined ? [[name, String(value)]] : [],
  );

/** @param verified whether the keys of this inbox fit */
export const verifyWords = (message: InboxMessage): Html =>
  message.kind === 'events' ? ofEvent(message) : ofNotification(message);

const verdict = (isGenuine: boolean): Html =>
  isGenuine
    ? html`<p>This one was verified here with the file that merchants copy, <code>docs/receivers/receive.mjs</code>: it is genuine.</p>`
    : html`<p>No key of this inbox fits: it was sent with another one, or changed on its way.</p>`;

const ofEvent = ({ id, headers, message }: InboxMessage) => html`
${verdict(message !== undefined)}
<p>The signature is the HMAC-SHA256 of <code>id.timestamp.body</code> with your secret (the base64 behind <code>whsec_</code>). During a rotation one of several has to fit; a timestamp more than five minutes off is refused.</p>
<code class="raw" tabindex="0" role="region" aria-label="Code that verifies the signature of ${id}">${`const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
const signed = '${headers['webhook-id']}.${headers['webhook-timestamp']}.' + body;
const expected = 'v1,' + createHmac('sha256', key).update(signed).digest('base64');
// One of these has to be the same:
${headers['webhook-signature']}`}</code>
<p><code>webhook-id</code> is signed, so it tells duplicates. The headers beside these three are not.</p>`;

const ofNotification = ({ id, headers, message }: InboxMessage) => html`
${verdict(message !== undefined)}
<p>The body is AES-256-GCM in hexadecimal: the initialization vector and the tag are in headers, the key is yours. What does not decrypt is not genuine.</p>
<code class="raw" tabindex="0" role="region" aria-label="Code that decrypts the body of ${id}">${`const iv = Buffer.from('${headers['x-initialization-vector']}', 'hex');
const tag = Buffer.from('${headers['x-authentication-tag']}', 'hex');
const decipher = createDecipheriv('aes-256-gcm', Buffer.from(KEY, 'hex'), iv).setAuthTag(tag);
const text = decipher.update(body, 'hex', 'utf8') + decipher.final('utf8');`}</code>
<p>Headers are not part of it, so they prove nothing: tell duplicates by the payload’s id and result.</p>`;
