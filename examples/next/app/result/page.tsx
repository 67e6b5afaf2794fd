import { outcomeOf } from '@payment-widgets/server';
import { connect } from '../gateway';

/** The shopper's browser has brought the id: the gateway says what came of the checkout. */
export default async function Result({ searchParams }: { searchParams: Promise<{ id?: string }> }) {
  const { id } = await searchParams;
  if (!id) return <h1>There is nothing to see here.</h1>;
  const payment = await connect().checkouts.payment(id);
  // Compare amount and currency with the order, before anything is shipped.
  const isOurs = payment.amount === '92.00' && payment.currency === 'EUR';
  const isPaid = outcomeOf(payment).category === 'success' && isOurs;
  return <h1>{isPaid ? 'Thank you. 92.00 EUR are paid.' : 'This was not paid.'}</h1>;
}
