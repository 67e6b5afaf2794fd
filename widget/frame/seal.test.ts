import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { describe, expect, test, vi } from 'vitest';
import { readSealingKey, seal } from './seal.ts';

const CLAIMS = {
  nonce: 'a'.repeat(64),
  checkoutId: `${'A'.repeat(32)}.uat01`,
  field: 'card.number',
  origin: 'https://shop.example',
  at: 1_795_171_333_460,
  value: '4200000000000000',
  evidence: '00000000',
} as const;

async function sealed() {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256' });
  const { kty, crv, x, y } = await exportJWK(publicKey);
  const text = JSON.stringify({ kid: 'key-1', kty, crv, x, y });
  const key = await readSealingKey(text);
  return { jwe: await seal(CLAIMS, key), key, privateKey };
}

describe('a sealed value', () => {
  test('is opened by the holder of the key, with a library that is not ours', async () => {
    const { jwe, privateKey } = await sealed();
    const { plaintext, protectedHeader } = await compactDecrypt(jwe, privateKey, {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    expect(JSON.parse(new TextDecoder().decode(plaintext))).toEqual(CLAIMS);
    expect(protectedHeader).toMatchObject({ alg: 'ECDH-ES', enc: 'A256GCM', kid: 'key-1' });
  });

  test('keeps texts beyond ASCII', async () => {
    const { key, privateKey } = await sealed();
    const jwe = await seal({ ...CLAIMS, origin: 'https://bücher.example' }, key);
    const { plaintext } = await compactDecrypt(jwe, privateKey);
    expect(new TextDecoder().decode(plaintext)).toContain('bücher');
  });

  test('is written without padding', async () => {
    const { key } = await sealed();
    const texts = ['4', '42', '420'].map((value) => seal({ ...CLAIMS, value }, key));
    for (const jwe of await Promise.all(texts)) expect(jwe).toMatch(/^[\w-]+\.\.[\w.-]+$/);
  });

  test('is made with keys that nothing can read out', async () => {
    const { key } = await sealed();
    const made: CryptoKey[] = [];
    const { importKey, generateKey } = crypto.subtle;
    vi.spyOn(crypto.subtle, 'importKey').mockImplementation(async (...request: unknown[]) => {
      const imported = await Reflect.apply(importKey, crypto.subtle, request);
      made.push(imported);
      return imported;
    });
    vi.spyOn(crypto.subtle, 'generateKey').mockImplementation(async (...request: unknown[]) => {
      const pair = await Reflect.apply(generateKey, crypto.subtle, request);
      made.push(pair.privateKey);
      return pair;
    });
    await seal(CLAIMS, key);
    vi.restoreAllMocks();
    expect(made.map(({ type }) => type)).toEqual(['private', 'secret']);
    for (const { extractable } of [key.key, ...made]) expect(extractable).toBe(false);
  });

  test('shows nothing of its content and is never the same twice', async () => {
    const { jwe, key } = await sealed();
    const again = await seal(CLAIMS, key);
    expect(again).not.toBe(jwe);
    for (const part of jwe.split('.')) {
      expect(Buffer.from(part, 'base64url').toString()).not.toContain('4200');
    }
  });

  test.each([0, 2, 3, 4])('is refused when its part %d was changed', async (part) => {
    const { jwe, privateKey } = await sealed();
    const parts = jwe.split('.');
    const text = parts[part] ?? '';
    parts[part] = (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
    await expect(compactDecrypt(parts.join('.'), privateKey)).rejects.toThrow();
  });

  test('is not opened by another key', async () => {
    const { jwe } = await sealed();
    const { privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256' });
    await expect(compactDecrypt(jwe, privateKey)).rejects.toThrow();
  });
});

test('a key that is none is an error', async () => {
  await expect(readSealingKey('__SEALING_KEY__')).rejects.toThrow();
});
