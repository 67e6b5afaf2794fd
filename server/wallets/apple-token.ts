/**
 * Opens a token of Apple Pay, EC_v1: Apple's certificate signs what is encrypted to the merchant's key
 * (ECDH, the KDF of NIST SP 800-56A with SHA-256, AES-256-GCM).
 */
import {
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  type KeyObject,
} from 'node:crypto';
import { verifyAppleSignature } from './apple-signature.ts';
import { publicBytes } from './ec-keys.ts';
import {
  cardParts,
  NO_IV,
  type OpenedToken,
  parseObject,
  textIn,
  WalletTokenError,
} from './wallet-token.ts';

const VERSION = 'EC_v1';
const TAG_BYTES = 16;
/** How old a token may be, and how far its clock may be before ours. */
const VALID_MS = 5 * 60_000;

export interface AppleRecipient {
  /** As the merchant registered it: `merchant.com.shop`. */
  readonly merchantId: string;
  /** All that may be used: during a rotation the one before, too. */
  readonly privateKeys: readonly KeyObject[];
  /** PEM of the certificate that the chain has to end at. */
  readonly root: string;
}

/**
 * @param now epoch milliseconds
 * @throws WalletTokenError
 */
export function openAppleToken(token: string, recipient: AppleRecipient, now: number): OpenedToken {
  const sent = parseObject(token, 'it');
  // Pages send the payment's token, or only what is encrypted of it.
  const parts: Readonly<Record<string, unknown>> = Object(sent['paymentData'] ?? sent);
  if (parts['version'] !== VERSION) throw new WalletTokenError(`must have the version ${VERSION}`);
  const header: Readonly<Record<string, unknown>> = Object(parts['header']);
  const ephemeral = Buffer.from(textIn(header, 'ephemeralPublicKey'), 'base64');
  const data = Buffer.from(textIn(parts, 'data'), 'base64');
  const signed = Buffer.concat([
    ephemeral,
    data,
    Buffer.from(textIn(header, 'transactionId'), 'hex'),
    Buffer.from(header['applicationData'] ? textIn(header, 'applicationData') : '', 'hex'),
  ]);
  const signedAt = verifyAppleSignature(Buffer.from(textIn(parts, 'signature'), 'base64'), signed, {
    root: recipient.root,
    now,
  });
  if (Math.abs(now - signedAt) > VALID_MS) {
    throw new WalletTokenError(`was signed more than ${VALID_MS / 60_000} minutes ago`);
  }
  const privateKey = keyOf(recipient.privateKeys, textIn(header, 'publicKeyHash'));
  const shared = sharedSecret(privateKey, ephemeral);
  const payment = parseObject(
    decrypt(messageKey(shared, recipient.merchantId), data),
    'what was encrypted',
  );
  const { onlinePaymentCryptogram: cryptogram, eciIndicator } = Object(payment['paymentData']);
  const isProof =
    payment['paymentDataType'] === '3DSecure' &&
    typeof cryptogram === 'string' &&
    cryptogram !== '';
  if (!isProof) throw new WalletTokenError('has no cryptogram of 3-D Secure');
  const { cardholderName, transactionAmount, currencyCode } = payment;
  // yyMMdd
  const [, year, month] =
    /^(\d\d)(\d\d)\d\d$/.exec(String(payment['applicationExpirationDate'])) ?? [];
  return {
    ...cardParts(payment['applicationPrimaryAccountNumber'], month, `20${year}`),
    ...(typeof cardholderName === 'string' && cardholderName && { holder: cardholderName }),
    cryptogram,
    ...(typeof eciIndicator === 'string' && eciIndicator && { eci: eciIndicator.padStart(2, '0') }),
    agreed: {
      amount: Number(transactionAmount),
      currencyNumber: String(currencyCode).padStart(3, '0'),
    },
    fingerprint: createHash('sha256').update(signed).digest('hex'),
    endsAt: signedAt + VALID_MS,
  };
}

/** @throws WalletTokenError where the token is for the key of another merchant */
function keyOf(keys: readonly KeyObject[], wanted: string): KeyObject {
  const found = keys.find(
    (key) => createHash('sha256').update(publicBytes(key)).digest('base64') === wanted,
  );
  if (!found) throw new WalletTokenError('is encrypted to another key than those of this channel');
  return found;
}

function sharedSecret(privateKey: KeyObject, ephemeral: Buffer): Buffer {
  try {
    const publicKey = createPublicKey({ key: ephemeral, format: 'der', type: 'spki' });
    return diffieHellman({ privateKey, publicKey });
  } catch {
    throw new WalletTokenError('has an ephemeralPublicKey that is no key of its curve');
  }
}

/** The key is made for one merchant: its private key opens nothing under another name. */
export function messageKey(shared: Buffer, merchantId: string): Buffer {
  const cipher = 'id-aes256-GCM';
  return createHash('sha256')
    .update(Buffer.of(0, 0, 0, 1))
    .update(shared)
    .update(Buffer.of(cipher.length))
    .update(`${cipher}Apple`)
    .update(createHash('sha256').update(merchantId).digest())
    .digest();
}

function decrypt(key: Buffer, data: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, NO_IV, { authTagLength: TAG_BYTES });
  try {
    decipher.setAuthTag(data.subarray(-TAG_BYTES));
    return Buffer.concat([
      decipher.update(data.subarray(0, -TAG_BYTES)),
      decipher.final(),
    ]).toString();
  } catch {
    throw new WalletTokenError('is encrypted for another merchant');
  }
}
