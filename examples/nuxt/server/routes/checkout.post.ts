import { connect, gatewayUrl } from '../utils/gateway';

/** The amount comes from the server: a page could be made to ask for less. */
export default defineEventHandler(async () => {
  const { id } = await connect().checkouts.create({
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
  });
  return { gateway: gatewayUrl, checkoutId: id };
});
