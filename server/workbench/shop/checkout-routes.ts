import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../html.ts';
import { checkoutPage } from '../pages/checkout.ts';
import { noticePage, toTheShop } from '../pages/notice.ts';
import { resultPage } from '../pages/result.ts';
import { sendPage } from '../pages/send-page.ts';
import { type RecordedCall, recording } from '../record-calls.ts';
import { paymentPagePolicy } from '../security-headers.ts';
import { checkoutIdOf, createCheckout, GatewayError, readPayment } from '../shop-server.ts';
import { cartCookie, pieces, readCart } from './cart.ts';
import type { ShopContext } from './context.ts';
import { SWITCHES } from './form-options.ts';
import { formValue } from './form-value.ts';
import { findLanguage } from './languages.ts';
import { HOME_MARKET, type Market } from './markets.ts';
import { orderFor } from './orders.ts';

/** From the cart to the paid order. */
export function addCheckoutRoutes(app: FastifyInstance, shop: ShopContext): void {
  app.post('/checkout', async (request, reply) => {
    const cart = readCart(request.headers.cookie);
    if (cart.length === 0) return reply.redirect('/cart', 303);

    const country = formValue(request.body, 'country') ?? HOME_MARKET.country;
    const market = shop.markets.find((open) => open.country === country);
    if (!market) return reply.callNotFound();
    const order = orderFor(cart, market);
    const createCalls: RecordedCall[] = [];
    try {
      const gateway = recording(market.gateway, 'Create the checkout', createCalls);
      const storedCards = keepsCards(market)
        ? shop.shoppers.storedCards(request.headers.cookie)
        : [];
      const checkout = await createCheckout(gateway, order, storedCards).catch((error) => {
        if (storedCards.length === 0) throw error;
        // One of the cards may have been deleted: no reason not to sell.
        return createCheckout(gateway, order);
      });
      shop.orders.add({ order, cart, market, checkout, createCalls, paid: false });
    } catch (error) {
      return gatewayTrouble(request, reply, error, createCalls, '/cart');
    }
    return reply.redirect(`/checkout/${order.reference}`, 303);
  });

  app.get('/checkout/:reference', async (request, reply) => {
    const placed = shop.orders.byReference(formValue(request.params, 'reference') ?? '');
    if (!placed) return unknownOrder(request, reply);
    if (placed.paid) return reply.redirect(resultAddress(placed.checkout.id), 303);

    const nonce = randomBytes(16).toString('base64url');
    await reply.helmet({ contentSecurityPolicy: paymentPagePolicy(shop.gatewayUrl, nonce) });
    return sendPage(
      reply,
      checkoutPage({
        placed,
        language: findLanguage(formValue(request.query, 'lang')),
        switchedOn: SWITCHES.map(({ name }) => name).filter((name) =>
          formValue(request.query, name),
        ),
        gatewayUrl: shop.gatewayUrl,
        markets: shop.markets,
        shopUrl: shop.shopUrl,
        nonce,
        inCart: cartCount(request),
      }),
    );
  });

  app.get('/result', async (request, reply) => {
    const resourcePath = formValue(request.query, 'resourcePath') ?? '';
    const checkoutId = checkoutIdOf(resourcePath);
    if (!checkoutId) return notALink(request, reply);
    const placed = shop.orders.byCheckout(checkoutId);
    if (!placed) return unknownOrder(request, reply);

    const calls: RecordedCall[] = [];
    const here = resultAddress(checkoutId);
    try {
      const gateway = recording(placed.market.gateway, 'Read the final status', calls);
      const payment = await readPayment(gateway, placed.order, resourcePath);
      placed.paid = payment.state === 'paid';
      if (placed.paid) reply.header('set-cookie', cartCookie([]));
      if (placed.paid && payment.registrationId && keepsCards(placed.market)) {
        const { cookie } = request.headers;
        reply.header('set-cookie', shop.shoppers.keepCard(cookie, payment.registrationId));
      }
      const inCart = placed.paid ? 0 : cartCount(request);
      return sendPage(reply, resultPage({ placed, payment, calls, here, inCart }));
    } catch (error) {
      return gatewayTrouble(request, reply, error, [...placed.createCalls, ...calls], here);
    }
  });
}

/** A stored card is one of its channel: the shop keeps those of the general one. */
const keepsCards = ({ country }: Market): boolean => country === HOME_MARKET.country;

const resultAddress = (checkoutId: string) =>
  `/result?${new URLSearchParams({ resourcePath: `/v1/checkouts/${checkoutId}/payment` })}`;

const cartCount = (request: FastifyRequest) => pieces(readCart(request.headers.cookie));

const notALink = (request: FastifyRequest, reply: FastifyReply) =>
  sendPage(
    reply,
    noticePage({
      heading: 'This address is incomplete',
      text: 'It does not name a payment, so there is nothing to show. Nothing has changed.',
      next: toTheShop,
      inCart: cartCount(request),
    }),
    400,
  );

const unknownOrder = (request: FastifyRequest, reply: FastifyReply) =>
  sendPage(
    reply,
    noticePage({
      heading: 'We do not know this order',
      text: 'The demo shop keeps its latest orders in memory and forgets them when it restarts. A payment that was made stays with the gateway.',
      next: toTheShop,
      inCart: cartCount(request),
    }),
    404,
  );

/** The shopper learns that nothing is known of the payment, the developer why. */
function gatewayTrouble(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  calls: readonly RecordedCall[],
  again: string,
) {
  if (!(error instanceof GatewayError)) throw error;
  request.log.error(error);
  return sendPage(
    reply,
    noticePage({
      heading: 'Payment cannot be reached right now',
      text: error.message,
      next: html`<a class="button" href="${again}">Try again</a>`,
      inCart: cartCount(request),
      calls,
    }),
    502,
  );
}
