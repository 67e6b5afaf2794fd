/** Signatures of Standard Webhooks (https://www.standardwebhooks.com), scheme v1: HMAC-SHA256. */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** What the standard asks for, in bytes. */
const SHORTEST_SECRET = 24;
const LONGEST_SECRET = 64;

/** `whsec_` and 32 random bytes in base64. */
export const newEventSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** Whether it is `whsec_` and 24 to 64 bytes in base64. */
export function isEventSecret(secret: string): boolean {
  const encoded = secret.slice(PREFIX.length);
  const { length } = Buffer.from(encoded, 'base64');
  return (
    secret.startsWith(PREFIX) &&
    /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) &&
    encoded.length % 4 === 0 &&
    length >= SHORTEST_SECRET &&
    length <= LONGEST_SECRET
  );
}

/**
 * The headers that a message is sent with.
 * @param id the same in every attempt of a delivery: receivers tell duplicates by it
 * @param sentAt epoch milliseconds: receivers refuse what is minutes old
 * @param body exactly as it is sent
 * @param secrets each signs; during a rotation both are valid
 */
export function signedHeaders(
  id: string,
  sentAt: number,
  body: string,
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(sentAt / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    const hash = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    return `v1,${hash}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
