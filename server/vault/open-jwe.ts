/**
 * Opens a compact JWE (RFC 7516) with direct key agreement (RFC 7518, 4.6), as a field frame writes it
 * (`widget/frame/seal.ts`). By `node:crypto` and with an imported key: WebCrypto hands each of the six steps to
 * another thread and imports a key for each, which took more of a payment than its statements take on SQLite.
 */
import {
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  type KeyObject,
} from 'node:crypto';
import { SEALING_ENCRYPTION } from '../../contract/sealed-value.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BITS = 256;

/** Header, encrypted key (none: the key is agreed), IV, ciphertext and tag, each in base64url. */
export type CompactJwe = readonly [string, string, string, string, string];

/** The sender's key of this one value. */
export interface PublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

/** @throws Error for whatever does not open: no key on the curve, other lengths, a tag that is not right */
export function openJwe(jwe: CompactJwe, epk: PublicJwk, privateKey: KeyObject): Buffer {
  const [header, encryptedKey, iv, ciphertext, tag] = jwe;
  if (jwe.length !== 5 || encryptedKey !== '') throw new Error('this is no such JWE');
  const { kty, crv, x, y } = epk;
  if (kty !== 'EC' || crv !== 'P-256') throw new Error('the key is of another curve');
  const [ivBytes, tagBytes] = [bytesOf(iv), bytesOf(tag)];
  // Node.js takes any length of an IV.
  if (ivBytes.length !== IV_BYTES) throw new Error('the IV has another length');
  // Whether the point is on the curve is looked at here.
  const publicKey = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
  const key = concatKdf(diffieHellman({ privateKey, publicKey }));
  const decipher = createDecipheriv('aes-256-gcm', key, ivBytes, { authTagLength: TAG_BYTES });
  key.fill(0);
  decipher.setAAD(Buffer.from(header, 'ascii'));
  decipher.setAuthTag(tagBytes);
  const plaintext = decipher.update(bytesOf(ciphertext));
  try {
    decipher.final();
  } catch (error) {
    plaintext.fill(0);
    throw error;
  }
  return plaintext;
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const NO_PARTY = uint32(0);
const ROUND = uint32(1);
/** What the key is for: its length and name, no party, and how long it is. */
const OTHER_INFO = Buffer.concat([
  uint32(SEALING_ENCRYPTION.length),
  Buffer.from(SEALING_ENCRYPTION, 'ascii'),
  NO_PARTY,
  NO_PARTY,
  uint32(KEY_BITS),
]);

/** One round gives all 256 bits: hash length and key length are the same. */
function concatKdf(secret: Buffer): Buffer {
  const key = createHash('sha256').update(ROUND).update(secret).update(OTHER_INFO).digest();
  secret.fill(0);
  return key;
}
