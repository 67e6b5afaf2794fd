import { outcomeOf } from '@payment-widgets/server';

/**
 * Asks the gateway what became of an order, and ships it once. The result page and the webhook both come
 * here, in any order and as often as they like: what a browser brings proves nothing.
 */
export async function settle(order, gateway, ship) {
  if (order.status === 'paid') return order;
  const payment = await gateway.checkouts.payment(order.checkoutId);
  const { category } = outcomeOf(payment);
  if (category === 'pending') return order;
  const isOurs = payment.amount === order.amount && payment.currency === order.currency;
  // While the gateway was asked, the other one may have been here.
  if (order.status === 'paid') return order;
  order.status = category === 'success' && isOurs ? 'paid' : 'failed';
  if (order.status === 'paid') ship(order);
  return order;
}
