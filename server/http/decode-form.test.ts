import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { decodeForm } from './request-values.ts';

describe('decoding a form', () => {
  it.each<[body: string, pairs: [string, string][]]>([
    ['', []],
    ['&&', []],
    ['a=1', [['a', '1']]],
    ['a', [['a', '']]],
    ['a=', [['a', '']]],
    ['a=b=c', [['a', 'b=c']]],
    ['a=1+2%2B3', [['a', '1 2+3']]],
    ['a%5B0%5D=%C3%A9', [['a[0]', 'é']]],
    [
      'a=1&a=2',
      [
        ['a', '1'],
        ['a', '2'],
      ],
    ],
  ])('%s', (body, pairs) => {
    expect(decodeForm(body)).toEqual(pairs);
  });

  it('gives back what a browser has encoded', () => {
    const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', ''));
    const name = text.filter((value) => value !== '');
    fc.assert(
      fc.property(fc.array(fc.tuple(name, text)), (pairs) => {
        const wellFormed = pairs.map(([a, b]) => [a.toWellFormed(), b.toWellFormed()] as const);
        const body = new URLSearchParams(wellFormed.map(([a, b]) => [a, b])).toString();
        expect(decodeForm(body)).toEqual(wellFormed);
      }),
    );
  });

  it('reads any bytes as an address does', () => {
    const value = fc
      .array(
        fc.oneof(
          fc.nat(255).map((byte) => `%${byte.toString(16).padStart(2, '0')}`),
          fc.string(),
        ),
      )
      .map((parts) => parts.join('').replaceAll(/[&=+\0]|%00/g, ''));
    const asAddress = (text: string) => {
      try {
        return decodeURIComponent(text);
      } catch {
        return undefined;
      }
    };
    const asForm = (text: string) => {
      try {
        return decodeForm(`a=${text}`)[0]?.[1];
      } catch {
        return undefined;
      }
    };
    fc.assert(
      fc.property(value, (text) => {
        expect(asForm(text)).toBe(asAddress(text));
      }),
    );
  });

  it.each([
    ['broken', '%'],
    ['in another encoding', 'J%E4ger'],
  ])('throws no error for each part that is %s, of which there may be thousands', (_, part) => {
    const decode = vi.spyOn(globalThis, 'decodeURIComponent');
    try {
      expect(() => decodeForm(`a=%2B&${`${part}&`.repeat(10_000)}`)).toThrow(/9950 more are wrong/);
      // Those that are named are looked through for card numbers.
      expect(decode.mock.results.filter(({ type }) => type === 'throw').length).toBeLessThan(500);
    } finally {
      decode.mockRestore();
    }
  });

  it('refuses or reads any text, and throws nothing else', () => {
    fc.assert(
      fc.property(fc.string(), (body) => {
        try {
          decodeForm(body);
        } catch (error) {
          expect(error).toMatchObject({ name: 'ApiError', status: 400 });
        }
      }),
    );
  });
});
