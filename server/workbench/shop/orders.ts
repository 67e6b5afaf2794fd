import { randomBytes } from 'node:crypto';
import type { RecordedCall } from '../record-calls.ts';
import type { Checkout, Order, PaymentState } from '../shop-server.ts';
import { type Cart, total } from './cart.ts';
import { type Delivery, deliveryParameters, METHODS } from './delivery.ts';
import { DEFAULT_LANGUAGE } from './languages.ts';
import { amountIn, type Market, type OpenMarket } from './markets.ts';
import type { Account } from './shoppers.ts';

/** What the shop knows of an order. A real shop has this in its database. */
export interface PlacedOrder {
  readonly order: Order;
  readonly cart: Cart;
  readonly delivery: Delivery;
  readonly market: OpenMarket;
  readonly account: Account;
  readonly placedAt: Date;
  readonly checkout: Checkout;
  readonly createCalls: readonly RecordedCall[];
  /** What the gateway said of it last; absent before it was asked. */
  known?: { readonly state: PaymentState; readonly since: Date };
}

/** Paid, or it waits for an answer: it must not be paid again. */
export const isUnderWay = ({ known }: Pick<PlacedOrder, 'known'>): boolean =>
  known?.state === 'paid' || known?.state === 'pending';

/** Keeps what the gateway says of an order, and since when it says so. */
export function learnState(placed: PlacedOrder, state: PaymentState): void {
  if (placed.known?.state !== state) placed.known = { state, since: new Date() };
}

/** The last orders, in memory; the oldest make room. */
export interface OrderBook {
  add(order: PlacedOrder): void;
  byReference(reference: string): PlacedOrder | undefined;
  byCheckout(checkoutId: string): PlacedOrder | undefined;
  /** The latest first. */
  ofAccount(account: Account): readonly PlacedOrder[];
}

export function createOrderBook(capacity = 1000): OrderBook {
  const byReference = new Map<string, PlacedOrder>();
  const byCheckout = new Map<string, PlacedOrder>();
  return {
    add(placed) {
      byReference.set(placed.order.reference, placed);
      byCheckout.set(placed.checkout.id, placed);
      const [oldest] = byReference.values();
      if (byReference.size <= capacity || !oldest) return;
      byReference.delete(oldest.order.reference);
      byCheckout.delete(oldest.checkout.id);
    },
    byReference: (reference) => byReference.get(reference),
    byCheckout: (checkoutId) => byCheckout.get(checkoutId),
    ofAccount: (account) =>
      [...byReference.values()].filter((placed) => placed.account === account).reverse(),
  };
}

/** In cents: with what the delivery costs. */
export const orderTotal = (cart: Cart, { method }: Pick<Delivery, 'method'>): number =>
  total(cart) + METHODS[method].price;

export function orderFor(cart: Cart, market: Market, delivery: Delivery): Order {
  const { price } = METHODS[delivery.method];
  return {
    reference: newReference(),
    amount: amountIn(market, orderTotal(cart, delivery)),
    currency: market.currency,
    items: [
      ...cart.map(({ product, quantity }) => ({
        id: product.id,
        name: DEFAULT_LANGUAGE.text(product.id),
        quantity,
        price: amountIn(market, product.price),
      })),
      ...(price > 0
        ? [
            {
              id: 'delivery',
              name: 'Express delivery',
              quantity: 1,
              price: amountIn(market, price),
            },
          ]
        : []),
    ],
    parameters: deliveryParameters(delivery),
  };
}

/** Unguessable, because it is enough to see the order; without letters that read like digits. */
function newReference() {
  const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
  const random = [...randomBytes(12)].map((byte) => letters[byte % letters.length]);
  return `KL-${random.join('')}`;
}
