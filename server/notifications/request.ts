/** A message as the HTTP requests that tell it. */
import type { OutgoingRequest } from '../outgoing/guarded-client.ts';
import { realNow } from '../store/clock.ts';
import type { WebhookRow } from '../store/tables.ts';
import { withoutCustomerData } from './customer-data.ts';
import { cipherKey, encryptBody } from './encrypted-body.ts';
import { signedHeaders } from './signed-headers.ts';

/** Any 2xx within this time acknowledges. */
export const TIME_LIMIT_MS = 30_000;

/**
 * The request of a message; after a rotation two, for notifications: a body can be encrypted with one
 * key only, so what is not acknowledged with the new one is sent again with the one before.
 * @param deliveryId what the receiver tells duplicates by
 * @param message JSON
 */
export type RequestsOf = (deliveryId: string, message: string) => OutgoingRequest[];

/** @param secrets the valid ones, newest first */
export function requestsFor(
  webhook: Pick<WebhookRow, 'kind' | 'wrapper' | 'fields'>,
  secrets: readonly string[],
): RequestsOf {
  const shown = webhook.fields === 'ALL' ? (message: string) => message : withoutCustomerData;
  if (webhook.kind === 'events') {
    return (deliveryId, message) => {
      const text = shown(message);
      const headers = signedHeaders(deliveryId, realNow(), text, secrets);
      return [post(text, { ...headers, 'content-type': 'application/json' })];
    };
  }
  const keys = secrets.map(cipherKey);
  const isWrapped = webhook.wrapper === 'JSON';
  return (deliveryId, message) =>
    keys.map((key) => {
      const { ciphertext, headers } = encryptBody(shown(message), key);
      return post(isWrapped ? JSON.stringify({ encryptedBody: ciphertext }) : ciphertext, {
        ...headers,
        'webhook-id': deliveryId,
        'content-type': isWrapped ? 'application/json' : 'text/plain',
      });
    });
}

const post = (body: string, headers: Readonly<Record<string, string>>): OutgoingRequest => ({
  method: 'POST',
  timeLimitMs: TIME_LIMIT_MS,
  body,
  headers: {
    'user-agent': 'payment-gateway-webhooks/1',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  },
});
