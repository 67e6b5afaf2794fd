import { createHmac, type KeyObject } from 'node:crypto';
import { deriveKey } from './vault-secret.ts';

/**
 * Tells whether two cards are the same without knowing their numbers: HMAC-SHA-256, hexadecimal. The
 * key matters: there are so few card numbers that a plain hash is undone by trying them all.
 *
 * @param secret of the vault
 * @returns a function from a card number (digits only) to its fingerprint
 */
export const fingerprinter = (secret: KeyObject): ((number: string) => string) =>
  keyedHash(secret, 'card fingerprint');

/** A keyed hash of texts for one use, HMAC-SHA-256 in hexadecimal. */
export function keyedHash(secret: KeyObject, use: string): (text: string) => string {
  const key = deriveKey(secret, use);
  return (text) => createHmac('sha256', key).update(text, 'utf8').digest('hex');
}
