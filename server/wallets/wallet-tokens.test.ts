/** Tokens of both wallets, made by another implementation (`vectors/make.py`), and what is not taken. */
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { fromBER } from 'asn1js';
import { ContentInfo, SignedData } from 'pkijs';
import { describe, expect, it } from 'vitest';
import { openAppleToken } from './apple-token.ts';
import { publicBytes } from './ec-keys.ts';
import { openGoogleToken } from './google-token.ts';
import { openSandboxWallet, secretKey } from './sandbox-wallet.ts';
import vectors from './vectors/vectors.json' with { type: 'json' };

const { apple, google, madeAt: now } = vectors;
const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const CARD = {
  number: '4200000000000000',
  expiryMonth: '05',
  expiryYear: '2034',
  cryptogram: 'AAECAwQFBgcICQoLDA0ODxAREhM=',
  eci: '05',
};
const MINUTE_MS = 60_000;

/** The token with a part changed; the path's last name is a text's. */
function changed(token: string, path: string, change: (text: string) => unknown): string {
  const parts = JSON.parse(token);
  const names = path.split('.');
  const last = names.pop() ?? '';
  const holder = names.reduce((part, name) => part[name], parts);
  holder[last] = change(holder[last]);
  return JSON.stringify(parts);
}

/** One bit of what a base64 text stands for. */
function flipped(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  return bytes.toString('base64');
}

describe('Apple Pay', () => {
  const recipient = {
    merchantId: apple.merchantId,
    privateKeys: [otherKey, createPrivateKey(apple.privateKey)],
    root: apple.root,
  };
  const open = (token = apple.token, more: Partial<typeof recipient> = {}, at = now) =>
    openAppleToken(token, { ...recipient, ...more }, at);

  it('opens a token, alone or in the token of the page', () => {
    const opened = open();
    expect(opened).toMatchObject({
      ...CARD,
      holder: 'Jane Jones',
      agreed: { amount: 9200, currencyNumber: '978' },
    });
    expect(open(JSON.stringify({ paymentData: JSON.parse(apple.token) }))).toEqual(opened);
  });

  it.each([
    ['no JSON', 'token', /^must be the wallet's token: it is no JSON object$/],
    ['another version', changed(apple.token, 'version', () => 'RSA_v1'), /version EC_v1/],
    ['no data', changed(apple.token, 'data', () => undefined), /data is missing/],
    ['tampered data', changed(apple.token, 'data', flipped), /not of its content/],
    [
      'another transaction',
      changed(apple.token, 'header.transactionId', () => '00'.repeat(32)),
      /not of its content/,
    ],
    [
      'a tampered signature',
      changed(apple.token, 'signature', flipped),
      /^(has|is) .*(signature|certificate|chain)/,
    ],
    ['no signature at all', changed(apple.token, 'signature', () => 'AAAA'), /cannot be read/],
    [
      'a wrong name of the key',
      changed(apple.token, 'header.publicKeyHash', flipped),
      /another key than those of this channel/,
    ],
  ])('refuses %s', (_, token, why) => {
    expect(() => open(token)).toThrow(why);
  });

  it('refuses a token for another merchant', () => {
    expect(() => open(apple.token, { merchantId: 'merchant.example.other' })).toThrow(
      /another merchant/,
    );
    expect(() => open(apple.token, { privateKeys: [otherKey] })).toThrow(/another key/);
  });

  it('refuses a chain that ends elsewhere', async () => {
    const root = await openSandboxWallet(() => '11'.repeat(32)).appleRoot(now);
    expect(() => open(apple.token, { root })).toThrow(/Apple's chain/);
  });

  it('refuses a signature that is old, or from days ahead', () => {
    expect(open(apple.token, {}, now + 4 * MINUTE_MS)).toMatchObject(CARD);
    expect(() => open(apple.token, {}, now + 6 * MINUTE_MS)).toThrow(/more than 5 minutes/);
    expect(() => open(apple.token, {}, now - 6 * MINUTE_MS)).toThrow(/more than 5 minutes/);
  });
});

describe('Google Pay', () => {
  const recipient = {
    id: google.id,
    privateKeys: [otherKey, createPrivateKey(google.privateKey)],
    rootKeys: google.rootKeys,
  };
  const open = (token = google.token, more: Partial<typeof recipient> = {}, at = now) =>
    openGoogleToken(token, { ...recipient, ...more }, at);

  it('opens a token', () => {
    expect(open()).toMatchObject(CARD);
  });

  const signedKey = (change: (text: string) => unknown) =>
    changed(google.token, 'intermediateSigningKey.signedKey', change);

  it.each([
    ['no JSON', '[]', /it is no JSON object/],
    ['another version', changed(google.token, 'protocolVersion', () => 'ECv1'), /ECv2/],
    ['no message', changed(google.token, 'signedMessage', () => ''), /signedMessage is missing/],
    [
      'a tampered message',
      changed(google.token, 'signedMessage', (text) => `${text} `),
      /not signed for/,
    ],
    ['a tampered signature', changed(google.token, 'signature', flipped), /not signed for/],
    ['a tampered key', signedKey((text) => `${text} `), /root key of Google/],
    [
      'no signature of the key',
      changed(google.token, 'intermediateSigningKey.signatures', () => []),
      /root key of Google/,
    ],
  ])('refuses %s', (_, token, why) => {
    expect(() => open(token)).toThrow(why);
  });

  it('refuses a token for another recipient, or another key', () => {
    expect(() => open(google.token, { id: 'merchant:1' })).toThrow(/not signed for merchant:1/);
    expect(() => open(google.token, { privateKeys: [otherKey] })).toThrow(/another key/);
  });

  it('refuses a token that has expired', () => {
    const day = 24 * 60 * MINUTE_MS;
    expect(open(google.token, {}, now + day - MINUTE_MS)).toMatchObject(CARD);
    expect(() => open(google.token, {}, now + day + MINUTE_MS)).toThrow(/^has expired$/);
  });

  it('refuses a token that other root keys have signed, or those of the past', () => {
    const others = openSandboxWallet(() => '11'.repeat(32)).googleRootKeys(now);
    expect(() => open(google.token, { rootKeys: others })).toThrow(/root key of Google/);
    expect(() => open(google.token, {}, 9e12)).toThrow(/root key of Google/);
  });
});

describe('the wallets of the sandbox', () => {
  const secrets = (text: string) => (use: string) =>
    Buffer.from(`${text} ${use}`.padEnd(32)).toString('hex').slice(0, 64);
  const wallet = openSandboxWallet(secrets('one'));
  const card = { number: '5454545454545454', expiryMonth: '12', expiryYear: '2033' };
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const recipient = { id: 'merchant.shop', publicKey };
  const privateKeys = [privateKey];

  it('make a token that the same installation opens', async () => {
    const order = { ...recipient, amount: 12_345, currency: 'JPY' };
    const token = await wallet.issueApple(card, order, now);
    const own = { merchantId: recipient.id, privateKeys, root: await wallet.appleRoot(now) };
    expect(openAppleToken(token, own, now)).toMatchObject({
      ...card,
      agreed: { amount: 12_345, currencyNumber: '392' },
      cryptogram: expect.any(String),
    });
    const root = await openSandboxWallet(secrets('two')).appleRoot(now);
    expect(() => openAppleToken(token, { ...own, root }, now)).toThrow(/Apple's chain/);
  });

  it('give a card itself, or a network token that ends after a day', () => {
    const own = (at = now) => ({
      id: recipient.id,
      privateKeys,
      rootKeys: wallet.googleRootKeys(at),
    });
    const plain = wallet.issueGoogle({ ...card, isPlain: true }, recipient, now);
    expect(openGoogleToken(plain, own(), now)).toEqual({
      ...card,
      fingerprint: expect.any(String),
      endsAt: expect.any(Number),
    });
    const token = wallet.issueGoogle(card, recipient, now);
    expect(openGoogleToken(token, own(), now).cryptogram).toMatch(/^.{28}$/);
    const later = now + 25 * 60 * MINUTE_MS;
    expect(() => openGoogleToken(token, own(later), later)).toThrow(/signing key that has expired/);
  });

  it('have keys of the installation, one for each thing that is signed', async () => {
    const keyOf = (use: string) => publicBytes(secretKey(secrets('one'), use)).toString('base64');
    const order = { ...recipient, amount: 12_345, currency: 'JPY' };
    const { signature } = JSON.parse(await wallet.issueApple(card, order, now));
    const info = new ContentInfo({ schema: fromBER(Buffer.from(signature, 'base64')).result });
    const { certificates = [] } = new SignedData({ schema: info.content });
    const chain = certificates.map(
      (each) => new X509Certificate(Buffer.from(each.toSchema().toBER())),
    );
    const whole = [...chain, new X509Certificate(await wallet.appleRoot(now))];
    expect(
      whole.map(({ subject, publicKey: key }) => [subject, publicBytes(key).toString('base64')]),
    ).toEqual([
      ['CN=Sandbox leaf', keyOf('leaf')],
      ['CN=Sandbox intermediate', keyOf('intermediate')],
      ['CN=Sandbox root', keyOf('root')],
    ]);
    const { intermediateSigningKey } = JSON.parse(wallet.issueGoogle(card, recipient, now));
    expect(JSON.parse(intermediateSigningKey.signedKey).keyValue).toBe(keyOf('intermediate'));
    expect(JSON.parse(wallet.googleRootKeys(now)).keys[0].keyValue).toBe(keyOf('root'));
  });

  it('name the merchant of a gateway', () => {
    const rootKeys = wallet.googleRootKeys(now);
    const gateway = { id: 'gateway:ours', privateKeys, rootKeys };
    const token = (gatewayMerchantId: string) =>
      wallet.issueGoogle(card, { id: gateway.id, publicKey, gatewayMerchantId }, now);
    const open = (text: string) =>
      openGoogleToken(text, { ...gateway, gatewayMerchantId: 'shop' }, now);
    expect(open(token('shop'))).toMatchObject(card);
    expect(() => open(token('other'))).toThrow(/another merchant of this gateway/);
  });
});
