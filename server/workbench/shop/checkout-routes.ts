import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkoutPage } from '../pages/checkout.ts';
import { deliveryPage } from '../pages/delivery.ts';
import { noticePage } from '../pages/notice.ts';
import { resultPage } from '../pages/result.ts';
import { sendPage } from '../pages/send-page.ts';
import { type RecordedCall, recording } from '../record-calls.ts';
import { paymentPagePolicy } from '../security-headers.ts';
import { checkoutIdOf, createCheckout, readPayment } from '../shop-server.ts';
import { outcomeOf } from './account-calls.ts';
import { resultAddress } from './addresses.ts';
import { type Cart, cartCookie, pieces, readCart } from './cart.ts';
import type { ShopContext } from './context.ts';
import { type Delivery, deliveryErrors, readDelivery } from './delivery.ts';
import { GUEST_DELIVERY } from './demo-shoppers.ts';
import { SWITCHES } from './form-options.ts';
import { formValue } from './form-value.ts';
import { gatewayTrouble } from './gateway-trouble.ts';
import { HOME_MARKET, type Market, type OpenMarket } from './markets.ts';
import { isUnderWay, learnState, orderFor, type PlacedOrder } from './orders.ts';
import { secondsToAskAgain } from './refresh.ts';
import { type Account, keepCard } from './shoppers.ts';
import { visitOf } from './visit.ts';

/** For so long the result of an order is its payment's: one call less while the shopper waits. */
const FRESH_MS = 60_000;

/** From the cart to the paid order. */
export function addCheckoutRoutes(app: FastifyInstance, shop: ShopContext): void {
  app.get('/checkout', (request, reply) => {
    const cart = readCart(request.headers.cookie);
    if (cart.length === 0) return reply.redirect('/cart', 303);
    const account = shop.shoppers.find(request.headers.cookie);
    return sendPage(
      reply,
      deliveryPage({
        visit: visitOf(request),
        cart,
        delivery: deliveryOf(account),
        isSignedIn: account?.shopper !== undefined,
      }),
    );
  });

  app.post('/checkout', async (request, reply) => {
    const cart = readCart(request.headers.cookie);
    if (cart.length === 0) return reply.redirect('/cart', 303);
    const country = formValue(request.body, 'country') ?? HOME_MARKET.country;
    const market = shop.markets.find((open) => open.country === country);
    if (!market) return reply.callNotFound();

    const { account, cookie } = shop.shoppers.open(request.headers.cookie);
    reply.header('set-cookie', cookie);
    if (formValue(request.body, 'email') !== undefined)
      account.delivery = readDelivery(request.body);
    const delivery = deliveryOf(account);
    const errors = deliveryErrors(delivery);
    if (errors.size > 0) {
      const isSignedIn = account.shopper !== undefined;
      const page = { visit: visitOf(request), cart, delivery, isSignedIn, errors };
      return sendPage(reply, deliveryPage(page), 422);
    }
    return placeOrder(request, reply, { cart, market, account, delivery });
  });

  async function placeOrder(
    request: FastifyRequest,
    reply: FastifyReply,
    { cart, market, account, delivery }: NewOrder,
  ) {
    const order = orderFor(cart, market, delivery);
    const createCalls: RecordedCall[] = [];
    try {
      const gateway = recording(market.gateway, 'Create the checkout', createCalls);
      const storedCards = keepsCards(market)
        ? account.cards.map(({ registrationId }) => registrationId)
        : [];
      const checkout = await createCheckout(gateway, order, storedCards).catch((error) => {
        if (storedCards.length === 0) throw error;
        // One of the cards may have been deleted: no reason not to sell.
        return createCheckout(gateway, order);
      });
      const placedAt = new Date();
      const placed = { order, cart, delivery, market, account, placedAt, checkout, createCalls };
      shop.orders.add(placed);
    } catch (error) {
      return gatewayTrouble(request, reply, error, createCalls, '/cart');
    }
    return reply.redirect(`/checkout/${order.reference}`, 303);
  }

  app.get('/checkout/:reference', async (request, reply) => {
    const placed = shop.orders.byReference(formValue(request.params, 'reference') ?? '');
    if (!placed) return unknownOrder(request, reply);
    const { account } = placed;
    // Its form offers what the account has stored: to nobody else, and not after signing out.
    const isPersonal = account.shopper !== undefined || account.cards.length > 0;
    const isOwn = shop.shoppers.find(request.headers.cookie) === account;
    if (isPersonal && !isOwn) return unknownOrder(request, reply);
    if (isUnderWay(placed)) return reply.redirect(resultAddress(placed.checkout.id), 303);

    const nonce = randomBytes(16).toString('base64url');
    await reply.helmet({ contentSecurityPolicy: paymentPagePolicy(shop.gatewayUrl, nonce) });
    const switchedOn = SWITCHES.map(({ name }) => name).filter((name) =>
      formValue(request.query, name),
    );
    const visit = visitOf(request);
    return sendPage(reply, checkoutPage({ ...shop, visit, placed, switchedOn, nonce }));
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
      const wasPaid = placed.known?.state === 'paid';
      const wasUnderWay = isUnderWay(placed);
      // What was paid a moment ago cannot have been refunded.
      const isFresh = !wasPaid && Date.now() - placed.placedAt.getTime() < FRESH_MS;
      const outcome = isFresh
        ? { state: payment.state, refunded: 0 }
        : await outcomeOf(placed.market.gateway, placed.order, payment);
      learnState(placed, payment.state);
      const isNewlyPaid = payment.state === 'paid' && !wasPaid;
      if (isNewlyPaid && payment.registrationId && keepsCards(placed.market)) {
        // Of the account that ordered, whichever browser comes here first.
        keepCard(placed.account, payment.registrationId, placed.placedAt);
      }
      const cart = cartAfter(placed, wasUnderWay, readCart(request.headers.cookie));
      if (cart) reply.header('set-cookie', cartCookie(cart));
      const wait = secondsToAskAgain(placed, new Date());
      if (wait !== undefined) reply.header('refresh', wait);
      const visit = visitOf(request);
      return sendPage(
        reply,
        resultPage({
          visit: cart ? { ...visit, inCart: pieces(cart) } : visit,
          ...{ placed, payment, outcome, calls, here },
        }),
      );
    } catch (error) {
      return gatewayTrouble(request, reply, error, [...placed.createCalls, ...calls], here);
    }
  });
}

interface NewOrder {
  readonly cart: Cart;
  readonly market: OpenMarket;
  readonly account: Account;
  readonly delivery: Delivery;
}

/**
 * The cart of a shopper whose order has a new state; `undefined` where it stays as it is, because who
 * looks at an order later may have filled it anew.
 */
function cartAfter(placed: PlacedOrder, wasUnderWay: boolean, cart: Cart): Cart | undefined {
  if (isUnderWay(placed)) return wasUnderWay ? undefined : [];
  // What waited and came to nothing can be bought in another way.
  return wasUnderWay && cart.length === 0 && placed.known?.state !== 'mismatch'
    ? placed.cart
    : undefined;
}

/** As it was typed last, or as the demo knows it: then nothing has to be typed. */
const deliveryOf = (account: Account | undefined): Delivery =>
  account?.delivery ?? account?.shopper?.delivery ?? GUEST_DELIVERY;

/** A stored card is one of its channel: the shop keeps those of the general one. */
const keepsCards = ({ country }: Market): boolean => country === HOME_MARKET.country;

function notALink(request: FastifyRequest, reply: FastifyReply) {
  const visit = visitOf(request);
  const { text } = visit.language;
  const notice = { visit, heading: text('notALinkHeading'), text: text('notALinkText') };
  return sendPage(reply, noticePage(notice), 400);
}

function unknownOrder(request: FastifyRequest, reply: FastifyReply) {
  const visit = visitOf(request);
  const { text } = visit.language;
  const notice = { visit, heading: text('unknownOrderHeading'), text: text('unknownOrderText') };
  return sendPage(reply, noticePage(notice), 404);
}
