import { createSecretKey, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decrypt, EnvelopeError, encrypt } from './envelope.ts';

const key = { id: 'k-1', key: createSecretKey(randomBytes(32)) };
const find = (id: string) => (id === key.id ? key.key : undefined);
const context = { recordId: 'payment', entityId: 'channel', purpose: 'card number' };
const envelope = encrypt(Buffer.from('4200000000000000'), key, context);

test('whatever was put in comes out, in its place only', () => {
  const place = fc.record({ recordId: fc.string(), entityId: fc.string(), purpose: fc.string() });
  fc.assert(
    fc.property(fc.uint8Array(), place, place, (content, here, there) => {
      const text = encrypt(content, key, here);
      expect(new Uint8Array(decrypt(text, find, here))).toEqual(content);
      fc.pre(JSON.stringify(here) !== JSON.stringify(there));
      expect(() => decrypt(text, find, there)).toThrow(EnvelopeError);
    }),
  );
});

test('a change of any character is noticed', () => {
  fc.assert(
    fc.property(fc.nat(envelope.length - 1), fc.string({ minLength: 1 }), (index, text) => {
      const changed = envelope.slice(0, index) + text + envelope.slice(index + 1);
      fc.pre(changed !== envelope);
      expect(() => decrypt(changed, find, context)).toThrow(EnvelopeError);
    }),
    { numRuns: 500 },
  );
});

test('one content has one text: bits that decoders ignore are not ignored', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const opening = [...alphabet].filter((last) => {
    try {
      return decrypt(envelope.slice(0, -1) + last, find, context);
    } catch {
      return false;
    }
  });
  expect(opening).toEqual([envelope.at(-1)]);
});

test('any text opens or is an EnvelopeError', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((end) => `v1.k-1.${end}`),
      ),
      (text) => {
        expect(() => decrypt(text, find, context)).toThrow(EnvelopeError);
      },
    ),
  );
});

test('the same content never gives the same envelope', () => {
  expect(encrypt(Buffer.from('4200000000000000'), key, context)).not.toBe(envelope);
});

describe('it does not open', () => {
  test('in a place whose names only run together to the same text', () => {
    const text = encrypt(Buffer.from('x'), key, { ...context, entityId: 'a,b', recordId: 'c' });
    const there = { ...context, entityId: 'a', recordId: 'b,c' };
    expect(() => decrypt(text, find, there)).toThrow(EnvelopeError);
  });

  test('with another key of the same id', () => {
    const other = createSecretKey(randomBytes(32));
    expect(() => decrypt(envelope, () => other, context)).toThrow(/damaged or misplaced/);
  });

  test('without its key, whose id the error names', () => {
    expect(() => decrypt(envelope, () => undefined, context)).toThrow('no key "k-1"');
  });

  test('when it says another key than it was made with, even one of the same bytes', () => {
    const renamed = envelope.replace('v1.k-1.', 'v1.k-2.');
    expect(() => decrypt(renamed, () => key.key, context)).toThrow(EnvelopeError);
  });
});
