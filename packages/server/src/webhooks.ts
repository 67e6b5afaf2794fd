/** What the gateway's webhooks send: opened, and proved to be genuine. Of both kinds. */
import crypto from 'node:crypto';
import { GatewayError } from './errors.ts';

/** Why a message was not taken: answer HTTP 400. */
export class WebhookError extends GatewayError {
  override name = 'WebhookError';
}

/** As `process.env` has it: one that is not set, or empty, counts as none. */
type Secret = string | undefined;

export interface WebhookKeys {
  /** Of events: `whsec_…`; several during a rotation. */
  readonly secret?: Secret | readonly Secret[];
  /** Of notifications: 64 hexadecimal characters; several during a rotation. */
  readonly key?: Secret | readonly Secret[];
}

/** What the API answers at that moment, with what was changed. */
export interface Notification {
  /** PAYMENT, REGISTRATION, SCHEDULE, RISK, PAGE_WATCH, TEST, and what is to come. */
  readonly type: string;
  readonly action?: string;
  readonly payload?: {
    readonly id?: string;
    readonly result?: { readonly code: string; readonly description: string };
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

/** A small step of a charge, an agreement or a chargeback. */
export interface GatewayEvent {
  /** PAYMENT_CHARGE_CREATED and so on; TEST of a test call. */
  readonly type: string;
  readonly [field: string]: unknown;
}

export type WebhookMessage =
  /** `id` is the same whenever the same message is sent again. Of a notification it is not proved. */
  | {
      readonly kind: 'event';
      readonly id: string;
      readonly type: string;
      readonly event: GatewayEvent;
    }
  | {
      readonly kind: 'notification';
      readonly id: string;
      readonly type: string;
      readonly notification: Notification;
    };

type HeaderList = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Older messages may be a recording, in seconds. */
const TOLERANCE_S = 5 * 60;

/**
 * Opens a webhook's message, of whichever kind it is. Answer any 2xx once you have stored it, and do the
 * work afterwards.
 *
 * @param body as it arrived: what was parsed and written again is another text
 * @param headers of the request
 * @param now milliseconds
 * @throws WebhookError for what is not from the gateway or was changed, and for an event that is not of
 *   these minutes
 */
export function constructEvent(
  body: string | Uint8Array,
  headers: HeaderList,
  keys: WebhookKeys,
  now: number = Date.now(),
): WebhookMessage {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new WebhookError(
      'body has to be what arrived, as text or bytes: something has parsed it before',
    );
  }
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  const header = readerOf(headers);
  if (header('webhook-signature') !== undefined) {
    const event = verified(text, header, listOf(keys.secret, 'secret', 'an event'), now);
    return { kind: 'event', id: needed(header, 'webhook-id'), type: String(event.type), event };
  }
  if (header('x-initialization-vector') !== undefined) {
    const notification = decrypted(text, header, listOf(keys.key, 'key', 'a notification'));
    const id = needed(header, 'webhook-id');
    return { kind: 'notification', id, type: String(notification.type), notification };
  }
  throw new WebhookError(
    'neither webhook-signature (an event) nor X-Initialization-Vector (a notification) is among the headers',
  );
}

type ReadHeader = (name: string) => string | undefined;

function readerOf(headers: HeaderList): ReadHeader {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined;
  const byName = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return (name) => {
    const value = byName.get(name);
    return typeof value === 'string' ? value : value?.[0];
  };
}

function needed(header: ReadHeader, name: string): string {
  const value = header(name);
  if (value === undefined) throw new WebhookError(`the header ${name} is missing`);
  return value;
}

function listOf(keys: Secret | readonly Secret[], name: string, what: string): readonly string[] {
  const list = [keys].flat().filter((each): each is string => Boolean(each));
  if (list.length === 0) throw new WebhookError(`this is ${what}, and no ${name} was given`);
  return list;
}

/** Standard Webhooks. */
function verified(
  body: string,
  header: ReadHeader,
  secrets: readonly string[],
  now: number,
): GatewayEvent {
  const id = needed(header, 'webhook-id');
  const timestamp = needed(header, 'webhook-timestamp');
  const sent = needed(header, 'webhook-signature').split(' ');
  if (!/^\d+$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_S) {
    throw new WebhookError('the message is not of these minutes: it may be a recording');
  }
  for (const secret of secrets) {
    if (!/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(secret)) {
      throw new WebhookError('secret has to be whsec_ and 24 to 64 bytes in base64');
    }
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const hash = crypto
      .createHmac('sha256', key)
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
    if (sent.some((signature) => isEqual(signature, `v1,${hash}`))) return parsed(body);
  }
  throw new WebhookError('no secret fits the signature, or the message was changed');
}

/** AES-256-GCM, in hexadecimal. */
function decrypted(body: string, header: ReadHeader, keys: readonly string[]): Notification {
  const iv = bytes(needed(header, 'x-initialization-vector'), 12, 'X-Initialization-Vector');
  const tag = bytes(needed(header, 'x-authentication-tag'), 16, 'X-Authentication-Tag');
  const isWrapped = body.trimStart().startsWith('{');
  const hex: unknown = isWrapped ? Object(parsed(body)).encryptedBody : body.trim();
  if (typeof hex !== 'string' || !/^(?:[0-9a-f]{2})*$/i.test(hex)) {
    throw new WebhookError('the body is not hexadecimal: it has to be as it arrived');
  }
  for (const key of keys) {
    const decipher = crypto.createDecipheriv('aes-256-gcm', bytes(key, 32, 'key'), iv);
    decipher.setAuthTag(tag);
    try {
      const text = Buffer.concat([decipher.update(hex, 'hex'), decipher.final()]).toString('utf8');
      return JSON.parse(text);
    } catch {
      // Not this key.
    }
  }
  throw new WebhookError('no key fits the message, or it was changed');
}

function parsed(body: string): GatewayEvent {
  try {
    return JSON.parse(body);
  } catch {
    throw new WebhookError('the body is no JSON');
  }
}

function bytes(hex: string, length: number, name: string): Buffer {
  if (!new RegExp(`^[0-9a-f]{${2 * length}}$`, 'i').test(hex)) {
    throw new WebhookError(`${name} has to be ${2 * length} hexadecimal characters`);
  }
  return Buffer.from(hex, 'hex');
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && crypto.timingSafeEqual(a, b);
}
