/** Apple Pay tokens that are signed and encrypted as they should be, and what is in them. */
import { createCipheriv, createHash, diffieHellman, generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { messageKey, openAppleToken } from './apple-token.ts';
import { publicBytes } from './ec-keys.ts';
import { type Chain, rootCertificate, signAsApple } from './sandbox-certificates.ts';
import { appleToken } from './sandbox-wallet.ts';
import { NO_IV } from './wallet-token.ts';

const now = Date.UTC(2030, 0, 2, 3, 4, 5);
const MINUTE_MS = 60_000;
const newKey = (namedCurve = 'P-256') => generateKeyPairSync('ec', { namedCurve }).privateKey;
const MERCHANT = 'merchant.shop';
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const CHAIN: Chain = [
  { name: 'Root', key: newKey() },
  { name: 'Intermediate', key: newKey() },
  { name: 'Leaf', key: newKey() },
];
const root = await rootCertificate(CHAIN, now);

const PAYMENT = {
  applicationPrimaryAccountNumber: '4200000000000000',
  applicationExpirationDate: '340531',
  currencyCode: '978',
  transactionAmount: 9200,
  paymentDataType: '3DSecure',
  paymentData: { onlinePaymentCryptogram: 'AAECAwQFBgcICQoLDA0ODxAREhM=' },
};

const tokenOf = (more: object = {}) =>
  appleToken({ ...PAYMENT, ...more }, { id: MERCHANT, publicKey }, CHAIN, now);
const open = (token: string, at = now) =>
  openAppleToken(token, { merchantId: MERCHANT, privateKeys: [privateKey], root }, at);

it('is a card with what proves its shopper, for a sum, until five minutes after its signature', async () => {
  const token = await tokenOf();
  const { header, data } = JSON.parse(token);
  const signed = Buffer.concat([
    Buffer.from(header.ephemeralPublicKey, 'base64'),
    Buffer.from(data, 'base64'),
    Buffer.from(header.transactionId, 'hex'),
  ]);
  expect(open(token)).toEqual({
    number: '4200000000000000',
    expiryMonth: '05',
    expiryYear: '2034',
    cryptogram: 'AAECAwQFBgcICQoLDA0ODxAREhM=',
    agreed: { amount: 9200, currencyNumber: '978' },
    fingerprint: createHash('sha256').update(signed).digest('hex'),
    endsAt: now + 5 * MINUTE_MS,
  });
});

it('is taken for five minutes, and from a clock that is as far ahead', async () => {
  const token = await tokenOf();
  for (const most of [5 * MINUTE_MS, -5 * MINUTE_MS]) {
    expect(open(token, now + most).number).toBe('4200000000000000');
    expect(() => open(token, now + most + Math.sign(most))).toThrow(
      /^was signed more than 5 minutes ago$/,
    );
  }
});

it.each([
  ['holder', { cardholderName: 'Jane Jones' }, 'Jane Jones'],
  ['holder', { cardholderName: '' }, undefined],
  ['holder', { cardholderName: 7 }, undefined],
  ['eci', { paymentData: { ...PAYMENT.paymentData, eciIndicator: '7' } }, '07'],
  ['eci', { paymentData: { ...PAYMENT.paymentData, eciIndicator: '' } }, undefined],
  ['eci', { paymentData: { ...PAYMENT.paymentData, eciIndicator: 5 } }, undefined],
  ['agreed', { currencyCode: 36 }, { amount: 9200, currencyNumber: '036' }],
  ['agreed', { transactionAmount: undefined }, { amount: Number.NaN, currencyNumber: '978' }],
])('tells its %s of %o', async (name, more, value) => {
  const { [name]: found, ...others }: Record<string, unknown> = { ...open(await tokenOf(more)) };
  expect(found).toEqual(value);
  expect(others).not.toHaveProperty('undefined');
});

const NO_PROOF = 'has no cryptogram of 3-D Secure';
it.each([
  [{ paymentDataType: 'EMV' }, NO_PROOF],
  [{ paymentData: {} }, NO_PROOF],
  [{ paymentData: { onlinePaymentCryptogram: '' } }, NO_PROOF],
  [{ paymentData: { onlinePaymentCryptogram: 7 } }, NO_PROOF],
  [{ paymentData: undefined }, NO_PROOF],
  [{ applicationExpirationDate: '20340531' }, 'holds no card'],
  [{ applicationExpirationDate: '3405310' }, 'holds no card'],
  [{ applicationExpirationDate: '34053' }, 'holds no card'],
  [{ applicationExpirationDate: undefined }, 'holds no card'],
])('is none with %o', async (more, why) => {
  const token = await tokenOf(more);
  expect(() => open(token)).toThrow(new RegExp(`^${why}$`));
});

it('is none where what was encrypted is no object', async () => {
  const token = await appleToken([], { id: MERCHANT, publicKey }, CHAIN, now);
  expect(() => open(token)).toThrow(/: what was encrypted is no JSON object$/);
});

it('is signed with what the page said of the order, too', async () => {
  const parts = JSON.parse(await tokenOf());
  const sign = async (applicationData: string, signed = applicationData) => {
    const { ephemeralPublicKey, transactionId } = parts.header;
    const content = Buffer.concat([
      Buffer.from(ephemeralPublicKey, 'base64'),
      Buffer.from(parts.data, 'base64'),
      Buffer.from(transactionId, 'hex'),
      Buffer.from(signed, 'hex'),
    ]);
    const signature = (await signAsApple(content, CHAIN, now)).toString('base64');
    return JSON.stringify({ ...parts, signature, header: { ...parts.header, applicationData } });
  };
  const one = open(await sign('ab'.repeat(32)));
  expect(one.number).toBe('4200000000000000');
  expect(open(await sign('cd'.repeat(32))).fingerprint).not.toBe(one.fingerprint);
  const other = await sign('ab'.repeat(32), 'cd'.repeat(32));
  expect(() => open(other)).toThrow(/not of its content/);
});

/** Signed by Apple with another ephemeral key, or other data. */
async function signedAnew(ephemeral: Buffer, data: Buffer): Promise<string> {
  const { header, ...parts } = JSON.parse(await tokenOf());
  const content = Buffer.concat([ephemeral, data, Buffer.from(header.transactionId, 'hex')]);
  return JSON.stringify({
    ...parts,
    data: data.toString('base64'),
    signature: (await signAsApple(content, CHAIN, now)).toString('base64'),
    header: { ...header, ephemeralPublicKey: ephemeral.toString('base64') },
  });
}

it('is none with an ephemeral key of another curve', async () => {
  const token = await signedAnew(publicBytes(newKey('P-384')), Buffer.alloc(40));
  expect(() => open(token)).toThrow(/^has an ephemeralPublicKey that is no key of its curve$/);
});

it('is none with a tag of a few bytes, which one could guess', async () => {
  const ephemeral = newKey();
  const key = messageKey(diffieHellman({ privateKey: ephemeral, publicKey }), MERCHANT);
  const cipher = createCipheriv('aes-256-gcm', key, NO_IV);
  cipher.final();
  const token = (tag: Buffer) => signedAnew(publicBytes(ephemeral), tag);
  const [whole, few] = [
    await token(cipher.getAuthTag()),
    await token(cipher.getAuthTag().subarray(0, 4)),
  ];
  expect(() => open(whole)).toThrow(/: what was encrypted is no JSON object$/);
  expect(() => open(few)).toThrow(/^is encrypted for another merchant$/);
});
