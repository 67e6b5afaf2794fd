import { expect, test } from 'vitest';
import { GUEST_DELIVERY } from './demo-shoppers.ts';
import { HOME_MARKET } from './markets.ts';
import { createOrderBook, orderFor, type PlacedOrder } from './orders.ts';
import { PRODUCTS } from './products.ts';

const cart = PRODUCTS.slice(0, 2).map((product) => ({ product, quantity: 1 }));
const placed = (n: number): PlacedOrder => ({
  order: { ...orderFor(cart, HOME_MARKET, GUEST_DELIVERY), reference: `order-${n}` },
  cart,
  delivery: GUEST_DELIVERY,
  account: { cards: [] },
  placedAt: new Date(),
  market: { ...HOME_MARKET, gateway: { url: '', entityId: '', accessToken: '' } },
  checkout: { id: `checkout-${n}`, integrity: '' },
  createCalls: [],
});

test('an order has the amount of its cart and a reference that the gateway takes', () => {
  const order = orderFor(cart, HOME_MARKET, GUEST_DELIVERY);
  expect(order).toMatchObject({ amount: '92.00', currency: 'EUR' });
  expect(order.reference).toMatch(/^KL-[2-9A-Z]{12}$/);
  expect(orderFor(cart, HOME_MARKET, GUEST_DELIVERY).reference).not.toBe(order.reference);
});

test('the book finds an order by reference and by checkout, and forgets the oldest', () => {
  const book = createOrderBook(2);
  for (const n of [1, 2, 3]) book.add(placed(n));
  expect(book.byReference('order-1')).toBeUndefined();
  expect(book.byCheckout('checkout-1')).toBeUndefined();
  expect(book.byReference('order-2')?.checkout.id).toBe('checkout-2');
  expect(book.byCheckout('checkout-3')?.order.reference).toBe('order-3');
});
