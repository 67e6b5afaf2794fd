/**
 * The wallets of the sandbox: they encrypt a test card as Apple and Google do, signed by keys of this
 * installation, so that a test channel opens their tokens in the very way of real ones.
 */
import {
  createCipheriv,
  createHash,
  createHmac,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
} from 'node:crypto';
import { messageKey } from './apple-token.ts';
import { currencyNumber } from './currency-numbers.ts';
import { pointOf, privateKeyFrom, publicBytes } from './ec-keys.ts';
import { lengthPrefixed, messageKeys } from './google-token.ts';
import { type Chain, rootCertificate, signAsApple } from './sandbox-certificates.ts';
import { NO_IV } from './wallet-token.ts';

const VALID_MS = 24 * 60 * 60_000;
const CRYPTOGRAM_BYTES = 20;

export interface SandboxCard {
  /** Digits only. */
  readonly number: string;
  /** 01 to 12. */
  readonly expiryMonth: string;
  /** Four digits. */
  readonly expiryYear: string;
  /** The card itself, as a web browser's wallet has it, and no network token with a cryptogram. */
  readonly isPlain?: boolean;
}

/** The merchant that a token is for. */
export interface TokenRecipient {
  /** The merchant at Apple; at Google `merchant:{id}` or `gateway:{id}`. */
  readonly id: string;
  readonly publicKey: KeyObject;
}

export interface SandboxWallet {
  /** PEM of the certificate that the sandbox's chain ends at. */
  appleRoot(now: number): Promise<string>;
  /** As Google lists its own. */
  googleRootKeys(now: number): string;
  /** @param amount smallest units */
  issueApple(
    card: SandboxCard,
    recipient: TokenRecipient & { readonly amount: number; readonly currency: string },
    now: number,
  ): Promise<string>;
  issueGoogle(
    card: SandboxCard,
    recipient: TokenRecipient & { readonly gatewayMerchantId?: string },
    now: number,
  ): string;
}

/** @param secretOf 32 bytes for a use, in hexadecimal: the same in every instance */
export function openSandboxWallet(secretOf: (use: string) => string): SandboxWallet {
  const keyOf = (use: string) => secretKey(secretOf, use);
  const chain = (): Chain => [
    { name: 'Sandbox root', key: keyOf('root') },
    { name: 'Sandbox intermediate', key: keyOf('intermediate') },
    { name: 'Sandbox leaf', key: keyOf('leaf') },
  ];

  return {
    appleRoot: (now) => rootCertificate(chain(), now),
    googleRootKeys: (now) =>
      JSON.stringify({ keys: [{ ...signingKey(keyOf('root'), now), protocolVersion: 'ECv2' }] }),
    issueApple({ number, expiryMonth, expiryYear }, { amount, currency, ...recipient }, now) {
      const payment = {
        applicationPrimaryAccountNumber: number,
        applicationExpirationDate: `${expiryYear.slice(2)}${expiryMonth}28`,
        currencyCode: currencyNumber(currency),
        transactionAmount: amount,
        deviceManufacturerIdentifier: '000000000000',
        paymentDataType: '3DSecure',
        paymentData: { onlinePaymentCryptogram: cryptogram() },
      };
      return appleToken(payment, recipient, chain(), now);
    },
    issueGoogle({ number, expiryMonth, expiryYear, isPlain = false }, recipient, now) {
      const { gatewayMerchantId } = recipient;
      const message = {
        messageExpiration: String(now + VALID_MS),
        messageId: randomUUID(),
        ...(gatewayMerchantId && { gatewayMerchantId }),
        paymentMethod: 'CARD',
        paymentMethodDetails: {
          pan: number,
          expirationMonth: Number(expiryMonth),
          expirationYear: Number(expiryYear),
          authMethod: isPlain ? 'PAN_ONLY' : 'CRYPTOGRAM_3DS',
          ...(!isPlain && { cryptogram: cryptogram() }),
        },
      };
      const signers = { root: keyOf('root'), intermediate: keyOf('intermediate') };
      return googleToken(message, recipient, signers, now);
    },
  };
}

/** @param payment what is encrypted @param chain whose leaf signs */
export async function appleToken(
  payment: object,
  { id, publicKey }: TokenRecipient,
  chain: Chain,
  now: number,
): Promise<string> {
  const { privateKey: ephemeral } = newKeyPair();
  const key = messageKey(diffieHellman({ privateKey: ephemeral, publicKey }), id);
  const cipher = createCipheriv('aes-256-gcm', key, NO_IV);
  const data = Buffer.concat([
    cipher.update(JSON.stringify(payment)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const transactionId = randomBytes(32);
  const signed = Buffer.concat([publicBytes(ephemeral), data, transactionId]);
  const signature = await signAsApple(signed, chain, now);
  return JSON.stringify({
    version: 'EC_v1',
    data: data.toString('base64'),
    signature: signature.toString('base64'),
    header: {
      ephemeralPublicKey: publicBytes(ephemeral).toString('base64'),
      publicKeyHash: createHash('sha256').update(publicBytes(publicKey)).digest('base64'),
      transactionId: transactionId.toString('hex'),
    },
  });
}

/** @param message what is encrypted @param signers the root key signs the intermediate one, that the token */
export function googleToken(
  message: object,
  { id, publicKey }: TokenRecipient,
  { root, intermediate }: { readonly root: KeyObject; readonly intermediate: KeyObject },
  now: number,
): string {
  const { privateKey: ephemeral } = newKeyPair();
  const point = pointOf(ephemeral);
  const { aes, mac } = messageKeys(diffieHellman({ privateKey: ephemeral, publicKey }), point);
  const cipher = createCipheriv('aes-256-ctr', aes, NO_IV);
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(message)), cipher.final()]);
  const signedMessage = JSON.stringify({
    encryptedMessage: encrypted.toString('base64'),
    ephemeralPublicKey: point.toString('base64'),
    tag: createHmac('sha256', mac).update(encrypted).digest('base64'),
  });
  const signedKey = JSON.stringify(signingKey(intermediate, now));
  return JSON.stringify({
    protocolVersion: 'ECv2',
    signature: signText(intermediate, ['Google', id, 'ECv2', signedMessage]),
    intermediateSigningKey: {
      signedKey,
      signatures: [signText(root, ['Google', 'ECv2', signedKey])],
    },
    signedMessage,
  });
}

export const secretKey = (secretOf: (use: string) => string, use: string): KeyObject =>
  privateKeyFrom(Buffer.from(secretOf(use), 'hex'));

const newKeyPair = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

const signingKey = (key: KeyObject, now: number) => ({
  keyValue: publicBytes(key).toString('base64'),
  keyExpiration: String(now + VALID_MS),
});

export const signText = (key: KeyObject, parts: readonly string[]): string =>
  sign('sha256', lengthPrefixed(parts), key).toString('base64');

const cryptogram = (): string => randomBytes(CRYPTOGRAM_BYTES).toString('base64');
