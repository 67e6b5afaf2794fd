import { describe, expect, test } from 'vitest';
import { cartCookie, pieces, quantityFrom, readCart, total, withQuantity } from './cart.ts';
import { PRODUCTS } from './products.ts';

const [mug, lamp] = PRODUCTS;
if (!mug || !lamp) throw new Error('the shelf is empty');

describe('the cart in its cookie', () => {
  test('comes back as it was kept', () => {
    const cart = withQuantity(withQuantity([], lamp, 2), mug, 1);
    const [cookie = ''] = cartCookie(cart).split(';');
    expect(readCart(`theme=dark; ${cookie}; other=1`)).toEqual(cart);
    expect({ pieces: pieces(cart), total: total(cart) }).toEqual({ pieces: 3, total: 160_00 });
  });

  test('ends when the cart is empty', () => {
    expect(cartCookie([])).toContain('Max-Age=0');
  });

  test('is not for scripts or other sites', () => {
    expect(cartCookie([])).toMatch(/HttpOnly; SameSite=Lax$/);
  });

  test.each([
    undefined,
    '',
    'shop-cart',
    'shop-cart=',
    'shop-cart=yacht-1',
    'shop-cart=mug',
    'shop-cart=mug-0',
    'shop-cart=mug--1',
    'shop-cart=mug-1e9',
    'shop-cart=mug-10',
    'shop-cart=mug-٣',
    'shop-cart=__proto__-1',
    'not-shop-cart=mug-1',
  ])('holds nothing for %j', (header) => {
    expect(readCart(header)).toEqual([]);
  });
});

test.each([
  ['0', 0],
  ['9', 9],
  ['10', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  [' 1', undefined],
  ['', undefined],
  [undefined, undefined],
])('a form that sends the quantity %j means %j', (text, quantity) => {
  expect(quantityFrom(text)).toBe(quantity);
});

test('a tenth piece is not added', () => {
  expect(pieces(withQuantity([], mug, 10))).toBe(9);
});

test('a quantity of 0 removes the line', () => {
  expect(withQuantity([{ product: mug, quantity: 2 }], mug, 0)).toEqual([]);
});
