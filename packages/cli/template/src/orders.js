import { randomUUID } from 'node:crypto';

/** Orders, in memory: they are gone with the process. Put your database here. */
export function createOrders() {
  const orders = new Map();
  return {
    /** The price is the shop's: a browser could say less. */
    create() {
      const order = {
        id: randomUUID(),
        product: 'Stoneware mug',
        amount: '24.00',
        currency: 'EUR',
        /** open, pending, paid, failed or expired */
        status: 'open',
        checkoutId: undefined,
      };
      orders.set(order.id, order);
      return order;
    },
    byCheckout: (checkoutId) =>
      [...orders.values()].find((order) => order.checkoutId === checkoutId),
  };
}
