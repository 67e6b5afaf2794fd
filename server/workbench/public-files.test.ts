import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PRODUCTS } from './shop/products.ts';

const folder = new URL('../../public/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, folder), 'utf8');

test.each(PRODUCTS)('there is a drawing of the product $id', ({ id }) => {
  expect(read(`shop/${id}.svg`)).toContain('<title>');
});
