import { outcomeOf } from '@payment-widgets/server';
import { paymentOf } from '../gateway';

interface Props {
  /** As anyone may type it: none, one or several. */
  readonly searchParams: Promise<{ id?: string | string[] }>;
}

export default async function Result({ searchParams }: Props) {
  const payment = await paymentOf((await searchParams).id);
  if (!payment) return <h1>There is nothing to see here.</h1>;
  // Compare amount and currency with the order, before anything is shipped.
  const isOurs = payment.amount === '92.00' && payment.currency === 'EUR';
  const { category } = outcomeOf(payment);
  // It is pending before anybody has tried to pay, too: then there is no payment with an id.
  if (category === 'pending' && payment.id)
    return <h1>We are checking your payment. Do not pay again.</h1>;
  const isPaid = category === 'success' && isOurs;
  return <h1>{isPaid ? 'Thank you. 92.00 EUR are paid.' : 'This was not paid.'}</h1>;
}
