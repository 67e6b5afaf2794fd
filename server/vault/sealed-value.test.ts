import {
  createCipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto';
import fc from 'fast-check';
import { CompactEncrypt, type CompactJWEHeaderParameters, generateKeyPair, importJWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SealedClaims } from '../../contract/sealed-value.ts';
import { openTestDatabase, type TestDatabase } from '../tests/support/test-database.ts';
import { type KeyRing, openKeyRing } from './key-ring.ts';
import { openSealedValue, SealedValueError } from './sealed-value.ts';
import {
  currentSealingKey,
  openingKey,
  RETIRED_KEY_OPENS_MS,
  rotateSealingKey,
} from './sealing-keys.ts';

const claims: SealedClaims = {
  nonce: 'a'.repeat(64),
  checkoutId: '8ac7a4a1.uat01-vm-tx01',
  field: 'card.number',
  origin: 'https://shop.example',
  at: 1_700_000_000_000,
  value: '4200000000000000',
  evidence: '00000000',
};
const header = (kid: string) => ({ alg: 'ECDH-ES', enc: 'A256GCM', kid });

let opened: TestDatabase;
let db: TestDatabase['db'];
let ring: KeyRing;
beforeAll(async () => {
  opened = await openTestDatabase();
  ({ db } = opened);
  ring = await openKeyRing({ dataDir: opened.location.dataDir });
});
afterAll(() => opened.drop());

/** Seals as a frame does. */
async function seal(
  content: unknown,
  changed: Partial<CompactJWEHeaderParameters> = {},
): Promise<string> {
  const key = await currentSealingKey(db, ring);
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const bytes = content instanceof Uint8Array ? content : new TextEncoder().encode(text);
  return new CompactEncrypt(bytes)
    .setProtectedHeader({ ...header(key.kid), ...changed })
    .encrypt(await importJWK({ ...key }, 'ECDH-ES'));
}

/** Seals as RFC 7518 says (4.6, C), but for the length of the IV. */
async function sealWithIv(iv: Buffer): Promise<string> {
  const { kid, ...key } = await currentSealingKey(db, ring);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const secret = diffieHellman({
    privateKey,
    publicKey: createPublicKey({ key: { ...key }, format: 'jwk' }),
  });
  const info = Buffer.from([
    0,
    0,
    0,
    7,
    ...Buffer.from('A256GCM'),
    ...Array(8).fill(0),
    0,
    0,
    1,
    0,
  ]);
  const derived = createHash('sha256')
    .update(Buffer.from([0, 0, 0, 1]))
    .update(secret)
    .update(info);
  const cipher = createCipheriv('aes-256-gcm', derived.digest(), iv);
  const protectedHeader = { ...header(kid), epk: publicKey.export({ format: 'jwk' }) };
  const encoded = Buffer.from(JSON.stringify(protectedHeader)).toString('base64url');
  cipher.setAAD(Buffer.from(encoded));
  const text = Buffer.concat([cipher.update(JSON.stringify(claims)), cipher.final()]);
  const parts = [iv, text, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return `${encoded}..${parts.join('.')}`;
}

const open = (jwe: string, now = Date.now()) =>
  openSealedValue(jwe, (kid) => openingKey(db, ring, kid, now));

/** It is refused, and the error says nothing of the value, wherever one looks in it. */
async function expectRefused(jwe: string, message?: RegExp) {
  const error = await open(jwe).catch((reason: unknown) => reason);
  if (!(error instanceof SealedValueError)) throw new Error('it was not refused', { cause: error });
  if (message !== undefined) expect(error.message).toMatch(message);
  expect(error.cause).toBeUndefined();
  expect(`${error.stack}`).not.toContain(claims.value);
}

describe('a sealed value', () => {
  test('opens to its claims', async () => {
    expect(await open(await seal(claims))).toEqual(claims);
    const cvv = { ...claims, field: 'card.cvv', value: '737', origin: 'null' };
    expect(await open(await seal(cvv))).toEqual(cvv);
  });

  test('still opens for a day after the key was rotated', async () => {
    const jwe = await seal(claims);
    const now = Date.now();
    await rotateSealingKey(db, ring, now);
    expect(await open(jwe, now + RETIRED_KEY_OPENS_MS - 1)).toEqual(claims);
    await expect(open(jwe, now + RETIRED_KEY_OPENS_MS)).rejects.toThrow(SealedValueError);
  });
});

test.each<[string, Partial<SealedClaims>]>([
  ['the longest checkout id', { checkoutId: 'x'.repeat(64) }],
  ['the longest origin', { origin: 'x'.repeat(300) }],
  ['the first moment of time', { at: 0 }],
])('a sealed value may have %s', async (_, changed) => {
  expect(await open(await seal({ ...claims, ...changed }))).toEqual({ ...claims, ...changed });
});

test('what it held is wiped from memory, whether it was right or not', async () => {
  const wiped: string[] = [];
  const { fill } = Buffer.prototype;
  const sealed = await Promise.all(
    [claims, { ...claims, field: 'card.holder' }].map((one) => seal(one)),
  );
  vi.spyOn(Buffer.prototype, 'fill').mockImplementation(function (
    this: Buffer,
    ...given: unknown[]
  ) {
    wiped.push(new TextDecoder().decode(this));
    return Reflect.apply(fill, this, given);
  });
  await Promise.allSettled(sealed.map((jwe) => open(jwe)));
  vi.restoreAllMocks();
  expect(wiped.filter((text) => text.includes(claims.value))).toHaveLength(2);
});

describe('is refused', () => {
  test.each([['../key'], ['key id'], [' key'], ['x'.repeat(65)], [7], [undefined]])(
    'a key id that none of ours can be, and none is looked for: %j',
    async (kid) => {
      const jwe = await seal(claims, { kid } as Partial<CompactJWEHeaderParameters>);
      const find = vi.fn();
      await expect(openSealedValue(jwe, find)).rejects.toThrow('names no key of ours');
      expect(find).not.toHaveBeenCalled();
    },
  );

  test('what is no UTF-8', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...claims, origin: 'https://?' }));
    bytes[bytes.indexOf('?'.charCodeAt(0))] = 0xff;
    await expectRefused(await seal(bytes), /wrong content/);
  });

  test.each([
    ['nothing', ''],
    ['a word', 'hello'],
    ['a card number in the clear', '4200000000000000'],
    ['five empty parts', '....'],
    ['a header that is no JSON', 'aGk.a.a.a.a'],
    ['null bytes', '\0.\0.\0.\0.\0'],
  ])('%s', async (_, text) => {
    await expectRefused(text);
  });

  test('what is too long, before anything else', async () => {
    await expectRefused('x'.repeat(2049), /too long/);
    await expectRefused(await seal({ ...claims, origin: 'x'.repeat(1500) }), /too long/);
  });

  test('what is damaged anywhere', async () => {
    const jwe = await seal(claims);
    const characters = fc.constantFrom(...'ABCxyz019_-.=+ ');
    await fc.assert(
      fc.asyncProperty(fc.nat(jwe.length - 1), characters, async (index, character) => {
        fc.pre(jwe[index] !== character);
        await expectRefused(jwe.slice(0, index) + character + jwe.slice(index + 1));
      }),
      { numRuns: 300 },
    );
  });

  test('the same bytes in another text: a value that was used could be used again', async () => {
    const jwe = await seal(claims);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const character of alphabet) {
      const other = jwe.slice(0, -1) + character;
      if (other !== jwe) await expectRefused(other);
    }
    for (const other of [`${jwe}=`, `${jwe}\n`, ` ${jwe}`]) await expectRefused(other);
  });

  test('what was sealed to a stranger’s key, under the id of ours', async () => {
    const { kid } = await currentSealingKey(db, ring);
    const theirs = await generateKeyPair('ECDH-ES', { crv: 'P-256' });
    const jwe = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader(header(kid))
      .encrypt(theirs.publicKey);
    await expectRefused(jwe, /damaged/);
  });

  test.each([
    ['another algorithm', { alg: 'ECDH-ES+A256KW' }],
    ['another encryption', { enc: 'A128GCM' }],
    ['an unknown key', { kid: 'unknown' }],
  ])('%s', async (_, changed) => {
    await expectRefused(await seal(claims, changed), /names no key/);
  });

  test('an encrypted key: the key is agreed', async () => {
    await expectRefused((await seal(claims)).replace('..', '.AAAA.'), /damaged/);
  });

  test('parts beyond the five', async () => {
    await expectRefused(`${await seal(claims)}.AAAA`, /damaged/);
  });

  test.each([
    [12, true],
    [16, false],
    [8, false],
  ])('an IV that has not 12 bytes, although the tag is right: %d', async (length, opens) => {
    const jwe = await sealWithIv(randomBytes(length));
    if (opens) expect(await open(jwe)).toEqual(claims);
    else await expectRefused(jwe, /damaged/);
  });

  test.each<[string, unknown]>([
    ['none', undefined],
    ['null', null],
    ['a word', 'key'],
    ['a point that is not on the curve', { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA' }],
    ['of numbers', { kty: 'EC', crv: 'P-256', x: 1, y: 2 }],
    [
      'of another curve',
      generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' }),
    ],
    ['of another kind', { kty: 'OKP', crv: 'X25519', x: 'A'.repeat(43) }],
  ])('a sender’s key that is none: %s', async (_, epk) => {
    const { kid } = await currentSealingKey(db, ring);
    const changed = Buffer.from(JSON.stringify({ ...header(kid), epk })).toString('base64url');
    await expectRefused((await seal(claims)).replace(/^[^.]+/, changed), /damaged/);
  });

  test('names of parties, which no frame writes and the key would be of', async () => {
    const key = await currentSealingKey(db, ring);
    const jwe = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader(header(key.kid))
      .setKeyManagementParameters({ apu: new TextEncoder().encode('Alice') })
      .encrypt(await importJWK({ ...key }, 'ECDH-ES'));
    await expectRefused(jwe, /names no key/);
  });

  test('a header that asks for compression or for extensions', async () => {
    const jwe = await seal(claims);
    const { kid } = await currentSealingKey(db, ring);
    for (const extra of [{ zip: 'DEF' }, { crit: ['x'], x: 1 }, { kid: 5 }]) {
      const changed = Buffer.from(JSON.stringify({ ...header(kid), ...extra })).toString(
        'base64url',
      );
      await expectRefused(jwe.replace(/^[^.]+/, changed), /names no key/);
    }
  });

  const { value: _value, ...withoutValue } = claims;
  test.each([
    ['text', '4200000000000000!'],
    ['a list', [claims]],
    ['null', null],
    ['nothing at all', {}],
    ['a claim missing', withoutValue],
    ['a claim too many', { ...claims, amount: '0.01' }],
    ['a checkout id that is a number', { ...claims, checkoutId: 1 }],
    ['an empty checkout id', { ...claims, checkoutId: '' }],
    ['a checkout id without end', { ...claims, checkoutId: 'x'.repeat(65) }],
    ['another field', { ...claims, field: 'card.holder' }],
    ['a field of every object', { ...claims, field: 'toString' }],
    ['no origin', { ...claims, origin: '' }],
    ['an origin without end', { ...claims, origin: 'x'.repeat(301) }],
    ['an origin that is a list', { ...claims, origin: ['https://shop.example'] }],
    ['a time that is text', { ...claims, at: '1700000000000' }],
    ['a time between milliseconds', { ...claims, at: 0.5 }],
    ['a time before all times', { ...claims, at: -1 }],
    ['a value with spaces', { ...claims, value: '4200 0000 0000 0000' }],
    ['a value in other digits', { ...claims, value: '٤٢٠٠٠٠٠٠٠٠٠٠٠٠٠٠' }],
    ['a value that is a number', { ...claims, value: 4_200_000_000_000_000 }],
    ['a value too long', { ...claims, value: '4'.repeat(20) }],
    ['a value with a line end', { ...claims, value: '4200000000000000\n' }],
    ['evidence that is no text', { ...claims, evidence: 0 }],
    ['evidence of another width', { ...claims, evidence: '0000000' }],
    ['evidence that counts nothing', { ...claims, evidence: '0000x000' }],
    ['an empty value', { ...claims, value: '' }],
  ])('with content that is wrong: %s', async (_, content) => {
    await expectRefused(await seal(content), /wrong content/);
  });
});
