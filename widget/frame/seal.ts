/**
 * Encrypts a claim to the gateway's sealing key as a compact JWE (RFC 7516) with direct key
 * agreement (RFC 7518, 4.6). WebCrypto does the work; this file only writes the format.
 */
import {
  SEALING_ALGORITHM,
  SEALING_ENCRYPTION,
  type SealedClaims,
} from '../../contract/sealed-value.ts';

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const KEY_BITS = 256;
const TAG_BYTES = 16;
const IV_BYTES = 12;

/** The public key, a JWK with its `kid`. */
export interface SealingKey {
  readonly kid: string;
  readonly key: CryptoKey;
}

const utf8 = (text: string) => new TextEncoder().encode(text);

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const encodeJson = (value: unknown) => toBase64Url(utf8(JSON.stringify(value)));

/** Four bytes, big-endian, of a number below 65,536. */
const uint32 = (value: number) => [0, 0, value >> 8, value & 0xff];

/** Reads the key as the gateway writes it into the document: `{kid, kty, crv, x, y}` as JSON. */
export async function readSealingKey(encoded: string): Promise<SealingKey> {
  const { kid, ...jwk } = JSON.parse(encoded) as JsonWebKey & { kid: string };
  return { kid, key: await crypto.subtle.importKey('jwk', jwk, CURVE, false, []) };
}

/** One round of the Concat KDF gives all 256 bits: hash length and key length are the same. */
async function deriveKey(ours: CryptoKey, theirs: CryptoKey): Promise<CryptoKey> {
  const secret = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, ours, KEY_BITS);
  const noParty = uint32(0);
  const material = new Uint8Array([
    ...uint32(1),
    ...new Uint8Array(secret),
    ...uint32(SEALING_ENCRYPTION.length),
    ...utf8(SEALING_ENCRYPTION),
    ...noParty,
    ...noParty,
    ...uint32(KEY_BITS),
  ]);
  const hash = await crypto.subtle.digest('SHA-256', material);
  return crypto.subtle.importKey('raw', hash, 'AES-GCM', false, ['encrypt']);
}

export async function seal(claims: SealedClaims, { kid, key }: SealingKey): Promise<string> {
  const pair = await crypto.subtle.generateKey(CURVE, false, ['deriveBits']);
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const header = encodeJson({
    alg: SEALING_ALGORITHM,
    enc: SEALING_ENCRYPTION,
    kid,
    epk: { kty, crv, x, y },
  });
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: utf8(header) },
      await deriveKey(pair.privateKey, key),
      utf8(JSON.stringify(claims)),
    ),
  );
  const text = toBase64Url(sealed.subarray(0, -TAG_BYTES));
  const tag = toBase64Url(sealed.subarray(-TAG_BYTES));
  return `${header}..${toBase64Url(iv)}.${text}.${tag}`;
}
