import { connect, gatewayUrl } from '../gateway';
import { Payment } from './payment';

/** Each shopper has a checkout of their own: this page is never rendered ahead. */
export const dynamic = 'force-dynamic';

/** The amount comes from the server: a page could be made to ask for less. */
export default async function Pay() {
  const { id } = await connect().checkouts.create({
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
  });
  return <Payment gateway={gatewayUrl} checkoutId={id} />;
}
