/**
 * Opens a token of Google Pay, ECv2: a root key of Google signs an intermediate key, that one the
 * message, and the message is encrypted to the recipient's key (ECIES: HKDF, AES-256-CTR, HMAC).
 */
import {
  createDecipheriv,
  createHash,
  createHmac,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { publicKeyOfPoint } from './ec-keys.ts';
import {
  cardParts,
  NO_IV,
  type OpenedToken,
  parseObject,
  textIn,
  WalletTokenError,
} from './wallet-token.ts';

const VERSION = 'ECv2';
const SENDER = 'Google';
const KEY_BYTES = 32;
/** Of the intermediate key: one of each root key that Google uses at a time. Each takes time to verify. */
const MOST_SIGNATURES = 8;

export interface GoogleRecipient {
  /** `merchant:{id}` or `gateway:{id}`. */
  readonly id: string;
  /** Of a gateway's recipient: the merchant that the message has to name. */
  readonly gatewayMerchantId?: string;
  /** All that may be used: during a rotation the one before, too. */
  readonly privateKeys: readonly KeyObject[];
  /** Google's own list of its root keys (`keys.json`). */
  readonly rootKeys: string;
}

/**
 * @param now epoch milliseconds
 * @throws WalletTokenError
 */
export function openGoogleToken(
  token: string,
  recipient: GoogleRecipient,
  now: number,
): OpenedToken {
  const message = parseObject(openMessage(token, recipient, now), 'what was encrypted');
  const endsAt = Number(message['messageExpiration']);
  if (!(endsAt > now)) throw new WalletTokenError('has expired');
  const { gatewayMerchantId } = recipient;
  if (gatewayMerchantId !== undefined && message['gatewayMerchantId'] !== gatewayMerchantId) {
    throw new WalletTokenError('is for another merchant of this gateway');
  }
  if (message['paymentMethod'] !== 'CARD') throw new WalletTokenError('holds no card');
  const details: Readonly<Record<string, unknown>> = Object(message['paymentMethodDetails']);
  const { authMethod, cryptogram, eciIndicator } = details;
  const isNetworkToken = authMethod === 'CRYPTOGRAM_3DS';
  if (!isNetworkToken && authMethod !== 'PAN_ONLY') {
    throw new WalletTokenError('has an authMethod that is neither PAN_ONLY nor CRYPTOGRAM_3DS');
  }
  if (isNetworkToken && (typeof cryptogram !== 'string' || cryptogram === '')) {
    throw new WalletTokenError('has no cryptogram');
  }
  return {
    ...cardParts(details['pan'], details['expirationMonth'], details['expirationYear']),
    ...(isNetworkToken && { cryptogram: String(cryptogram) }),
    ...(isNetworkToken &&
      typeof eciIndicator === 'string' &&
      eciIndicator !== '' && { eci: eciIndicator.padStart(2, '0') }),
    fingerprint: createHash('sha256')
      .update(textIn(parseObject(token, 'it'), 'signedMessage'))
      .digest('hex'),
    endsAt,
  };
}

/**
 * What the token's sender has encrypted.
 * @throws WalletTokenError
 */
export function openMessage(
  token: string,
  { id, privateKeys, rootKeys }: GoogleRecipient,
  now: number,
): string {
  const parts = parseObject(token, 'it');
  if (parts['protocolVersion'] !== VERSION) {
    throw new WalletTokenError(`must have the protocolVersion ${VERSION}`);
  }
  const intermediate = parts['intermediateSigningKey'];
  const signer = signingKey(Object(intermediate), rootKeys, now);
  const signedMessage = textIn(parts, 'signedMessage');
  const signed = lengthPrefixed([SENDER, id, VERSION, signedMessage]);
  if (!isSignedBy([signer], signed, textIn(parts, 'signature'))) {
    throw new WalletTokenError(`is not signed for ${id} by its own signing key`);
  }
  const message = parseObject(signedMessage, 'signedMessage');
  const sent = {
    encrypted: bytesOf(message, 'encryptedMessage'),
    point: bytesOf(message, 'ephemeralPublicKey'),
    tag: bytesOf(message, 'tag'),
  };
  for (const privateKey of privateKeys) {
    const opened = decrypt(privateKey, sent);
    if (opened !== undefined) return opened;
  }
  throw new WalletTokenError('is encrypted to another key than those of this channel');
}

/** The intermediate key, which a root key has signed. */
function signingKey(
  intermediate: Readonly<Record<string, unknown>>,
  rootKeys: string,
  now: number,
): KeyObject {
  const signedKey = textIn(intermediate, 'signedKey');
  const signatures: unknown = intermediate['signatures'];
  const signed = lengthPrefixed([SENDER, VERSION, signedKey]);
  const roots = rootKeysIn(rootKeys, now);
  const isSigned = [signatures]
    .flat()
    .slice(0, MOST_SIGNATURES)
    .some((signature) => typeof signature === 'string' && isSignedBy(roots, signed, signature));
  if (!isSigned) throw new WalletTokenError('is not signed by a root key of Google');
  const { keyValue, keyExpiration } = parseObject(signedKey, 'signedKey');
  if (!(Number(keyExpiration) > now))
    throw new WalletTokenError('has a signing key that has expired');
  return publicKeyOf(String(keyValue));
}

function rootKeysIn(json: string, now: number): KeyObject[] {
  const { keys } = parseObject(json, "the list of Google's root keys");
  return [keys]
    .flat()
    .map((key): Readonly<Record<string, unknown>> => Object(key))
    .filter(({ protocolVersion }) => protocolVersion === VERSION)
    .filter(({ keyExpiration }) => Number(keyExpiration) > now)
    .map(({ keyValue }) => publicKeyOf(String(keyValue)));
}

function publicKeyOf(base64: string): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
  } catch {
    throw new WalletTokenError('names a key that is none');
  }
}

const isSignedBy = (keys: readonly KeyObject[], signed: Buffer, signature: string): boolean =>
  keys.some((key) => verify('sha256', signed, key, Buffer.from(signature, 'base64')));

/** Each with its length before it, in four bytes, the smallest first. */
export function lengthPrefixed(parts: readonly string[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(bytes.length);
      return [length, bytes];
    }),
  );
}

const bytesOf = (from: Readonly<Record<string, unknown>>, name: string): Buffer =>
  Buffer.from(textIn(from, name), 'base64');

/** Of the secret that both sides know: the keys for AES and for HMAC. */
export function messageKeys(
  shared: Buffer,
  point: Buffer,
): { readonly aes: Buffer; readonly mac: Buffer } {
  const secret = Buffer.concat([point, shared]);
  const keys = Buffer.from(
    hkdfSync('sha256', secret, Buffer.alloc(KEY_BYTES), SENDER, 2 * KEY_BYTES),
  );
  return { aes: keys.subarray(0, KEY_BYTES), mac: keys.subarray(KEY_BYTES) };
}

/** Undefined for what another key is needed for, or what was tampered with. */
function decrypt(
  privateKey: KeyObject,
  { encrypted, point, tag }: Readonly<Record<'encrypted' | 'point' | 'tag', Buffer>>,
): string | undefined {
  const shared = diffieHellman({ privateKey, publicKey: publicKeyOfPoint(point) });
  const { aes, mac } = messageKeys(shared, point);
  const expected = createHmac('sha256', mac).update(encrypted).digest();
  if (tag.length !== expected.length || !timingSafeEqual(tag, expected)) return undefined;
  const decipher = createDecipheriv('aes-256-ctr', aes, NO_IV);
  return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
}
