/**
 * Reads what the gateway's webhooks send. Copy this file: it needs Node 18 or later and nothing else.
 * How to use it stands in docs/webhooks.md.
 *
 * Both functions take the body exactly as it arrived, as text: what was parsed and written again is
 * another text. Both throw where a message is not from the gateway: answer 400 then. Answer 2xx once
 * you have stored the message, and do the work afterwards. `id` is the same whenever the same message
 * is sent again.
 */
import { createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';

/** Older messages may be a recording, in seconds. */
const TOLERANCE = 5 * 60;

/**
 * A notification (`kind` notifications, and `notificationUrl`): decrypted and proved to be genuine.
 *
 * @param {Record<string, string | string[] | undefined>} headers names in lower case
 * @param {string} body as it arrived
 * @param {string | readonly string[]} keys 64 hexadecimal characters; several during a rotation
 * @returns {{ id: string, message: any }}
 */
export function readNotification(headers, body, keys) {
  mustBeText(body);
  const iv = bytes(header(headers, 'x-initialization-vector'), 12, 'X-Initialization-Vector');
  const tag = bytes(header(headers, 'x-authentication-tag'), 16, 'X-Authentication-Tag');
  const isWrapped = body.trimStart().startsWith('{');
  const hex = isWrapped ? JSON.parse(body).encryptedBody : body.trim();
  if (!/^([0-9a-f]{2})*$/i.test(hex)) throw new Error('the body is not hexadecimal');
  const all = [keys].flat();
  if (all.length === 0) throw new Error('there is no key');
  for (const key of all) {
    const decipher = createDecipheriv('aes-256-gcm', bytes(key, 32, 'the key'), iv);
    decipher.setAuthTag(tag);
    try {
      const text = Buffer.concat([decipher.update(hex, 'hex'), decipher.final()]).toString('utf8');
      return { id: header(headers, 'webhook-id'), message: JSON.parse(text) };
    } catch {
      // Not this key.
    }
  }
  throw new Error('no key fits the message, or it was changed');
}

/**
 * An event (`kind` events): proved to be genuine and recent (Standard Webhooks).
 *
 * @param {Record<string, string | string[] | undefined>} headers names in lower case
 * @param {string} body as it arrived
 * @param {string | readonly string[]} secrets `whsec_…`; several during a rotation
 * @param {number} [now] milliseconds
 * @returns {{ id: string, event: any }}
 */
export function readEvent(headers, body, secrets, now = Date.now()) {
  mustBeText(body);
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const sent = header(headers, 'webhook-signature').split(' ');
  const age = Math.round(now / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || Math.abs(age) > TOLERANCE) {
    throw new Error(`the message is not of these minutes: by this clock it is ${age} seconds old`);
  }
  for (const secret of [secrets].flat()) {
    if (!/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(secret)) {
      throw new Error('the secret must be whsec_ and 24 to 64 bytes in base64');
    }
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const hash = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    if (sent.some((signature) => isEqual(signature, `v1,${hash}`))) {
      return { id, event: JSON.parse(body) };
    }
  }
  throw new Error('no secret fits the signature, or the message was changed');
}

function mustBeText(body) {
  if (typeof body === 'string') return;
  throw new Error('the body must be text as it arrived: something has parsed it before');
}

function header(headers, name) {
  const value = headers[name];
  if (typeof value !== 'string') throw new Error(`the header ${name} is missing`);
  return value;
}

function bytes(hex, length, name) {
  if (!new RegExp(`^[0-9a-f]{${2 * length}}$`, 'i').test(hex)) {
    throw new Error(`${name} must be ${2 * length} hexadecimal characters`);
  }
  return Buffer.from(hex, 'hex');
}

function isEqual(one, other) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
