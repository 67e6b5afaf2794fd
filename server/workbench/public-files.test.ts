import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PRODUCTS } from './shop/products.ts';

const folder = new URL('../../public/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, folder), 'utf8');
const logos = readdirSync(new URL('brands/', folder));

describe('brand logos', () => {
  test('there is one for an unknown card', () => {
    expect(logos).toContain('GENERIC.svg');
  });

  // The form draws them from path data alone, and every shopper downloads them.
  test.each(logos)('%s is nothing but filled paths in 36 × 24, and small', (logo) => {
    const svg = read(`brands/${logo}`);
    expect(svg.trim()).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 36 24">(<path d="[MmLlHhVvQqTtAaZz\d .-]+" fill="#(?:[\da-f]{3}|[\da-f]{6})"\/>)+<\/svg>$/,
    );
    expect(svg.length).toBeLessThan(700);
  });
});

test.each(PRODUCTS)('there is a drawing of the product $id', ({ id }) => {
  expect(read(`shop/${id}.svg`)).toContain('<title>');
});
