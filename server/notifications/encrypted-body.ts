/**
 * Notifications are encrypted as existing receivers expect (compatibility.md, section 6): AES-256-GCM,
 * everything in hexadecimal.
 */
import { createCipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

/** Hexadecimal characters of a key. */
export const KEY_LENGTH = 64;
const IV_BYTES = 12;

export interface EncryptedBody {
  /** Hexadecimal. */
  readonly ciphertext: string;
  readonly headers: {
    readonly 'x-initialization-vector': string;
    readonly 'x-authentication-tag': string;
  };
}

export const newKey = (): string => randomBytes(KEY_LENGTH / 2).toString('hex');

export const isKey = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text);

/** A key as the cipher takes it: made once for many messages. */
export const cipherKey = (key: string): KeyObject => createSecretKey(key, 'hex');

/** @param iv 12 bytes that were never used with the key before */
export function encryptBody(
  text: string,
  key: KeyObject,
  iv: Buffer = randomBytes(IV_BYTES),
): EncryptedBody {
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return {
    ciphertext: hex(ciphertext),
    headers: {
      'x-initialization-vector': hex(iv),
      'x-authentication-tag': hex(cipher.getAuthTag()),
    },
  };
}

const hex = (bytes: Buffer): string => bytes.toString('hex').toUpperCase();
