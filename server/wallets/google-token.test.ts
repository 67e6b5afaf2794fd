/** Google Pay tokens that are signed and encrypted as they should be, and what is in them. */
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { pointOf, publicBytes } from './ec-keys.ts';
import { openGoogleToken } from './google-token.ts';
import { googleToken, signText } from './sandbox-wallet.ts';

const now = Date.UTC(2030, 0, 2, 3, 4, 5);
const DAY_MS = 24 * 60 * 60_000;
const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ID = 'merchant:shop';
const SIGNERS = { root: newKey(), intermediate: newKey() };

const rootKey = (key: KeyObject, more: object = {}) => ({
  keyValue: publicBytes(key).toString('base64'),
  protocolVersion: 'ECv2',
  keyExpiration: String(now + DAY_MS),
  ...more,
});

const DETAILS = {
  pan: '4200000000000000',
  expirationMonth: 5,
  expirationYear: 2034,
  authMethod: 'CRYPTOGRAM_3DS',
  cryptogram: 'AAECAwQFBgcICQoLDA0ODxAREhM=',
};
const CARD = { number: '4200000000000000', expiryMonth: '05', expiryYear: '2034' };

const tokenOf = (message: object = {}, details: object = {}) =>
  googleToken(
    {
      messageExpiration: String(now + DAY_MS),
      paymentMethod: 'CARD',
      paymentMethodDetails: { ...DETAILS, ...details },
      ...message,
    },
    { id: ID, publicKey },
    SIGNERS,
    now,
  );

const open = (token: string, at = now, roots: readonly object[] = [rootKey(SIGNERS.root)]) =>
  openGoogleToken(
    token,
    { id: ID, privateKeys: [privateKey], rootKeys: JSON.stringify({ keys: roots }) },
    at,
  );

/** The token with another intermediate key, or other signatures of it. */
function withKey(
  token: string,
  change: (key: { signedKey: string; signatures: unknown }) => object,
) {
  const parts = JSON.parse(token);
  const intermediateSigningKey = change(parts.intermediateSigningKey);
  return JSON.stringify({ ...parts, intermediateSigningKey });
}

const signedBy = (key: KeyObject, signedKey: string) => ({
  signedKey,
  signatures: [signText(key, ['Google', 'ECv2', signedKey])],
});

/** The token with another message, signed for the merchant. */
function withMessage(change: (message: Record<string, string>) => unknown) {
  const parts = JSON.parse(tokenOf());
  const signedMessage = JSON.stringify(change(JSON.parse(parts.signedMessage)));
  const signature = signText(SIGNERS.intermediate, ['Google', ID, 'ECv2', signedMessage]);
  return JSON.stringify({ ...parts, signedMessage, signature });
}

it('is a card with what proves its shopper, until it expires', () => {
  const token = tokenOf();
  const { signedMessage } = JSON.parse(token);
  expect(open(token)).toEqual({
    ...CARD,
    cryptogram: DETAILS.cryptogram,
    fingerprint: createHash('sha256').update(signedMessage).digest('hex'),
    endsAt: now + DAY_MS,
  });
  const ending = tokenOf({ messageExpiration: String(now + 1000) });
  expect(open(ending, now + 999)).toMatchObject(CARD);
  expect(() => open(ending, now + 1000)).toThrow(/^has expired$/);
});

it('is a card alone where Google has not authenticated its shopper', () => {
  const plain = open(tokenOf({}, { authMethod: 'PAN_ONLY', eciIndicator: '05' }));
  expect(plain).toMatchObject(CARD);
  expect(plain).not.toHaveProperty('cryptogram');
  expect(plain).not.toHaveProperty('eci');
});

it.each([
  ['7', '07'],
  ['05', '05'],
  ['', undefined],
  [5, undefined],
  [undefined, undefined],
])('has for the eciIndicator %o the ECI %o', (eciIndicator, eci) => {
  expect(open(tokenOf({}, { eciIndicator })).eci).toBe(eci);
});

it.each<[object, object, string]>([
  [{ paymentMethod: 'TOKENIZED_CARD' }, {}, 'holds no card'],
  [
    { paymentMethodDetails: undefined },
    {},
    'has an authMethod that is neither PAN_ONLY nor CRYPTOGRAM_3DS',
  ],
  [{}, { authMethod: '3DS' }, 'has an authMethod that is neither PAN_ONLY nor CRYPTOGRAM_3DS'],
  [{}, { cryptogram: undefined }, 'has no cryptogram'],
  [{}, { cryptogram: '' }, 'has no cryptogram'],
  [{}, { cryptogram: 7 }, 'has no cryptogram'],
  [{ messageExpiration: undefined }, {}, 'has expired'],
])('is none with %o, and of its card %o', (message, details, why) => {
  const token = tokenOf(message, details);
  expect(() => open(token)).toThrow(new RegExp(`^${why}$`));
});

it('says which of its parts is no object', () => {
  const noObject = googleToken([], { id: ID, publicKey }, SIGNERS, now);
  expect(() => open(noObject)).toThrow(/: what was encrypted is no JSON object$/);
  expect(() => open(withMessage(() => []))).toThrow(/: signedMessage is no JSON object$/);
  const noKey = withKey(tokenOf(), () => signedBy(SIGNERS.root, '[]'));
  expect(() => open(noKey)).toThrow(/: signedKey is no JSON object$/);
  const recipient = { id: ID, privateKeys: [privateKey], rootKeys: '[]' };
  expect(() => openGoogleToken(tokenOf(), recipient, now)).toThrow(
    /: the list of Google's root keys is no JSON object$/,
  );
});

it('names no merchant of a gateway, unless it is for one', () => {
  expect(open(tokenOf({ gatewayMerchantId: 'another' }))).toMatchObject(CARD);
});

describe('the key that signs it', () => {
  it('is signed by one of the root keys of its protocol that have not expired', () => {
    const token = tokenOf();
    const another = rootKey(newKey());
    const right = rootKey(SIGNERS.root);
    expect(open(token, now, [another, right])).toMatchObject(CARD);
    const ending = rootKey(SIGNERS.root, { keyExpiration: String(now + 1000) });
    expect(open(token, now + 999, [ending])).toMatchObject(CARD);
    for (const [roots, at] of [
      [[another], now],
      [[{ ...right, protocolVersion: 'ECv1' }], now],
      [[{ ...right, protocolVersion: 'ECv2SigningOnly' }], now],
      [[ending], now + 1000],
      [[{ ...right, keyExpiration: undefined }], now],
      [[], now],
    ] as const) {
      expect(() => open(token, at, roots)).toThrow(/^is not signed by a root key of Google$/);
    }
    // Other protocols may have keys that are none of ours.
    const foreign = { keyValue: 'another kind', protocolVersion: 'ECv3' };
    expect(open(token, now, [foreign, right])).toMatchObject(CARD);
  });

  it('may have the signatures of several root keys, eight at most', () => {
    const token = (before: number) =>
      withKey(tokenOf(), ({ signedKey }) => {
        const { signatures } = signedBy(SIGNERS.root, signedKey);
        const others = signedBy(newKey(), signedKey).signatures;
        return { signedKey, signatures: [...Array(before).fill(others[0]), ...signatures] };
      });
    expect(open(token(7))).toMatchObject(CARD);
    expect(() => open(token(8))).toThrow(/^is not signed by a root key of Google$/);
  });

  it('has signatures that are texts', () => {
    const token = (more: unknown[]) =>
      withKey(tokenOf(), ({ signedKey }) => ({
        signedKey,
        signatures: [...more, ...signedBy(SIGNERS.root, signedKey).signatures],
      }));
    expect(open(token([7, null, {}]))).toMatchObject(CARD);
    const none = withKey(tokenOf(), ({ signedKey }) => ({ signedKey, signatures: [7] }));
    expect(() => open(none)).toThrow(/^is not signed by a root key of Google$/);
  });

  it('has not expired, and is a key', () => {
    const parts = (keyExpiration: number, keyValue = publicBytes(SIGNERS.intermediate)) =>
      withKey(tokenOf(), () =>
        signedBy(
          SIGNERS.root,
          JSON.stringify({ keyValue: keyValue.toString('base64'), keyExpiration }),
        ),
      );
    expect(open(parts(now + 1000), now + 999)).toMatchObject(CARD);
    expect(() => open(parts(now + 1000), now + 1000)).toThrow(
      /^has a signing key that has expired$/,
    );
    expect(() => open(parts(now + 1000, Buffer.from('none')))).toThrow(
      /^names a key that is none$/,
    );
  });
});

describe('what is encrypted', () => {
  it('has the right tag, of the right length', () => {
    for (const tag of ['', 'AAAA', Buffer.alloc(32).toString('base64')]) {
      const token = withMessage((message) => ({ ...message, tag: tag || 'AA==' }));
      expect(() => open(token)).toThrow(/^is encrypted to another key than those of this channel$/);
    }
  });

  it('is encrypted from a point of the curve', () => {
    const point = pointOf(newKey());
    const compressed = Buffer.concat([Buffer.of(2), point.subarray(1, 33)]);
    const offCurve = Buffer.concat([point.subarray(0, 64), Buffer.of(point.readUInt8(64) ^ 1)]);
    const markedOtherwise = Buffer.concat([Buffer.of(6), point.subarray(1)]);
    for (const bad of [compressed, offCurve, markedOtherwise, Buffer.of(4)]) {
      const token = withMessage((message) => ({
        ...message,
        ephemeralPublicKey: bad.toString('base64'),
      }));
      expect(() => open(token)).toThrow(
        /^has an ephemeralPublicKey that is no point of its curve$/,
      );
    }
  });

  it('has a tag over all of it', () => {
    const token = withMessage((message) => {
      const { encryptedMessage = '' } = message;
      return { ...message, encryptedMessage: `${encryptedMessage.slice(0, -4)}AAAA` };
    });
    expect(() => open(token)).toThrow(/^is encrypted to another key than those of this channel$/);
  });
});
