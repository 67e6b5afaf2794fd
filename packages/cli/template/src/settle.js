import { NotFoundError, outcomeOf } from '@payment-widgets/server';

/**
 * Asks the gateway what became of an order, and ships it once. The result page and the webhook both come
 * here, in any order and as often as they like: what a browser brings proves nothing.
 */
export async function settle(order, gateway, ship) {
  if (order.status === 'paid') return order;
  const payment = await paymentOf(order, gateway);
  // While the gateway was asked, the other one may have been here.
  if (order.status === 'paid') return order;
  order.status = statusOf(order, payment);
  if (order.status === 'paid') ship(order);
  return order;
}

/** Undefined where the time to pay is over, and it was not paid. */
const paymentOf = ({ checkoutId }, gateway) =>
  gateway.checkouts.payment(checkoutId).catch((error) => {
    if (!(error instanceof NotFoundError)) throw error;
  });

function statusOf(order, payment) {
  if (!payment) return 'expired';
  const { category } = outcomeOf(payment);
  // It is pending before anybody has tried to pay, too: then there is no payment with an id.
  if (category === 'pending') return payment.id ? 'pending' : 'open';
  const isOurs = payment.amount === order.amount && payment.currency === order.currency;
  return category === 'success' && isOurs ? 'paid' : 'failed';
}
