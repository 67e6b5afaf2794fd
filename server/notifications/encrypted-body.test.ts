/** The published vector, and that nothing of a body can be changed unnoticed. */
import { createDecipheriv } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cipherKey, encryptBody, isKey, newKey } from './encrypted-body.ts';

const VECTOR = {
  key: '000102030405060708090a0b0c0d0e0f'.repeat(2),
  iv: Buffer.alloc(12),
  tag: 'CE573FB7A41AB78E743180DC83FF09BD',
  body: '0A3471C72D9BE49A8520F79C66BBD9A12FF9',
  text: '{"type":"PAYMENT"}',
};

describe('an encrypted body', () => {
  it('is the published vector', () => {
    const { ciphertext, headers } = encryptBody(VECTOR.text, cipherKey(VECTOR.key), VECTOR.iv);
    expect(ciphertext).toBe(VECTOR.body);
    expect(headers).toEqual({
      'x-initialization-vector': '000000000000000000000000',
      'x-authentication-tag': VECTOR.tag,
    });
  });

  it('is another one each time, and reads the same', () => {
    const key = newKey();
    const text = '{"customer":"Søren → 𝒳"}';
    const [first, second] = [key, key].map((each) => encryptBody(text, cipherKey(each)));
    if (!first || !second) throw new Error('nothing was encrypted');
    expect(first.ciphertext).not.toBe(second.ciphertext);
    for (const { ciphertext, headers } of [first, second]) {
      const decipher = createDecipheriv(
        'aes-256-gcm',
        Buffer.from(key, 'hex'),
        Buffer.from(headers['x-initialization-vector'], 'hex'),
      );
      decipher.setAuthTag(Buffer.from(headers['x-authentication-tag'], 'hex'));
      const plain = Buffer.concat([decipher.update(ciphertext, 'hex'), decipher.final()]);
      expect(plain.toString()).toBe(text);
    }
  });

  it('needs a key of 64 hexadecimal characters', () => {
    expect(isKey(newKey())).toBe(true);
    for (const wrong of ['', 'ab'.repeat(16), 'ab'.repeat(33), 'xy'.repeat(32)]) {
      expect(isKey(wrong)).toBe(false);
      expect(() => encryptBody('{}', cipherKey(wrong))).toThrow();
    }
  });
});
