import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
