/** Keys on the curve P-256, in the forms in which the wallets write them. */
import { createECDH, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { WalletTokenError } from './wallet-token.ts';

const CURVE = 'prime256v1';
const NUMBER_BYTES = 32;
/** How a point begins that has both of its coordinates. */
const UNCOMPRESSED = 4;

/** @throws WalletTokenError for bytes that are no point of the curve */
export function publicKeyOfPoint(point: Buffer): KeyObject {
  try {
    if (point[0] !== UNCOMPRESSED) throw new TypeError('it is compressed');
    return createPublicKey({
      key: { ...coordinates(point), kty: 'EC', crv: 'P-256' },
      format: 'jwk',
    });
  } catch {
    throw new WalletTokenError('has an ephemeralPublicKey that is no point of its curve');
  }
}

/** The point of a public key, uncompressed. */
export function pointOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.of(UNCOMPRESSED),
    Buffer.from(x, 'base64url'),
    Buffer.from(y, 'base64url'),
  ]);
}

/** The private key that a secret number is: for keys of the sandbox, which are the same in every instance. */
export function privateKeyFrom(secret: Buffer): KeyObject {
  const ecdh = createECDH(CURVE);
  ecdh.setPrivateKey(secret);
  const d = secret.toString('base64url');
  const key = { ...coordinates(ecdh.getPublicKey()), d, kty: 'EC', crv: 'P-256' };
  return createPrivateKey({ key, format: 'jwk' });
}

/** DER of the public half, as certificates have it. */
export const publicBytes = (key: KeyObject): Buffer =>
  (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'der', type: 'spki' });

const coordinates = (point: Buffer) => ({
  x: point.subarray(1, 1 + NUMBER_BYTES).toString('base64url'),
  y: point.subarray(1 + NUMBER_BYTES).toString('base64url'),
});
