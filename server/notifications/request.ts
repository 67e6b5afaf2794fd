/** A message as the HTTP requests that tell it. */
import type { OutgoingRequest } from '../outgoing/guarded-client.ts';
import type { WebhookRow } from '../store/tables.ts';
import { withoutCustomerData } from './customer-data.ts';
import { cipherKey, encryptBody } from './encrypted-body.ts';
import type { MessageHeaders } from './message-headers.ts';
import { signedHeaders } from './signed-headers.ts';

/** Any 2xx within this time acknowledges. */
export const TIME_LIMIT_MS = 30_000;

/**
 * The request of a message; after a rotation two, for notifications: a body can be encrypted with one
 * key only, so what is not acknowledged with the new one is sent again with the one before.
 * @param deliveryId what the receiver tells duplicates by
 * @param message JSON
 */
export type RequestsOf = (
  deliveryId: string,
  message: string,
  about?: MessageHeaders,
) => OutgoingRequest[];

/** What a receiver is told of a message, JSON. */
export const shownTo = ({ fields }: Pick<WebhookRow, 'fields'>, message: string): string =>
  fields === 'ALL' ? message : withoutCustomerData(message);

/** Headers that every attempt to deliver a message has. */
export const constantHeaders = (
  { kind, wrapper }: Pick<WebhookRow, 'kind' | 'wrapper'>,
  deliveryId: string,
  about: MessageHeaders = {},
): MessageHeaders => ({
  'user-agent': 'payment-gateway-webhooks/1',
  'content-type': kind === 'events' || wrapper === 'JSON' ? 'application/json' : 'text/plain',
  'webhook-id': deliveryId,
  ...about,
});

/**
 * @param secrets the valid ones, newest first
 * @param now by which a message is signed
 */
export function requestsFor(
  webhook: Pick<WebhookRow, 'kind' | 'wrapper' | 'fields'>,
  secrets: readonly string[],
  now: () => number,
): RequestsOf {
  if (webhook.kind === 'events') {
    return (deliveryId, message, about) => {
      const text = shownTo(webhook, message);
      const signed = signedHeaders(deliveryId, now(), text, secrets);
      return [post(text, { ...constantHeaders(webhook, deliveryId, about), ...signed })];
    };
  }
  const keys = secrets.map(cipherKey);
  const isWrapped = webhook.wrapper === 'JSON';
  return (deliveryId, message, about) =>
    keys.map((key) => {
      const { ciphertext, headers } = encryptBody(shownTo(webhook, message), key);
      return post(isWrapped ? JSON.stringify({ encryptedBody: ciphertext }) : ciphertext, {
        ...constantHeaders(webhook, deliveryId, about),
        ...headers,
      });
    });
}

const post = (body: string, headers: MessageHeaders): OutgoingRequest => ({
  method: 'POST',
  timeLimitMs: TIME_LIMIT_MS,
  body,
  headers: { 'content-length': String(Buffer.byteLength(body)), ...headers },
});
