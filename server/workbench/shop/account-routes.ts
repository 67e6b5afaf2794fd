import type { FastifyInstance } from 'fastify';
import { accountPage, type ListedOrder } from '../pages/account.ts';
import { sendPage } from '../pages/send-page.ts';
import { type RecordedCall, recording } from '../record-calls.ts';
import { GatewayError, readPayment } from '../shop-server.ts';
import { deleteStoredCard, outcomeOf, readStoredCard } from './account-calls.ts';
import { paymentPath, resultAddress } from './addresses.ts';
import type { ShopContext } from './context.ts';
import { DEMO_SHOPPERS } from './demo-shoppers.ts';
import { formValue } from './form-value.ts';
import { gatewayTrouble } from './gateway-trouble.ts';
import type { PlacedOrder } from './orders.ts';
import { type Account, forgetCard } from './shoppers.ts';
import { visitOf } from './visit.ts';

/** Each costs a call or two. */
const ORDERS_ASKED = 20;

/** A shopper's cards and orders. */
export function addAccountRoutes(app: FastifyInstance, shop: ShopContext): void {
  const [{ gateway }] = shop.markets;

  app.get('/account', async (request, reply) => {
    const account = shop.shoppers.find(request.headers.cookie) ?? { cards: [] };
    const calls: RecordedCall[] = [];
    const orders = await Promise.all(
      shop.orders
        .ofAccount(account)
        .slice(0, ORDERS_ASKED)
        .map((placed) => listed(placed, calls)),
    );
    return sendPage(
      reply,
      accountPage({
        visit: visitOf(request),
        account,
        cards: await storedCards(account, calls),
        // An order that was never paid and cannot be is no order.
        orders: orders.filter(({ state }) => state !== 'expired' && state !== 'unpaid'),
        calls,
        isCardRemoved: formValue(request.query, 'removed') !== undefined,
      }),
    );
  });

  app.post('/account/sign-in', (request, reply) => {
    const wanted = formValue(request.body, 'shopper');
    const shopper = DEMO_SHOPPERS.find(({ id }) => id === wanted);
    if (!shopper) return reply.callNotFound();
    const { cookie } = shop.shoppers.signIn(request.headers.cookie, shopper);
    return reply.header('set-cookie', cookie).redirect('/account', 303);
  });

  app.post('/account/sign-out', (request, reply) => {
    const { cookie } = shop.shoppers.signIn(request.headers.cookie);
    return reply.header('set-cookie', cookie).redirect('/account', 303);
  });

  app.post('/account/cards/remove', async (request, reply) => {
    const account = shop.shoppers.find(request.headers.cookie);
    const wanted = formValue(request.body, 'card');
    const card = account?.cards.find(({ registrationId }) => registrationId === wanted);
    if (!account || !card) return reply.callNotFound();
    const calls: RecordedCall[] = [];
    try {
      const asked = recording(gateway, 'Delete the stored card', calls);
      await deleteStoredCard(asked, card.registrationId);
    } catch (error) {
      return gatewayTrouble(request, reply, error, calls, '/account');
    }
    forgetCard(account, card.registrationId);
    return reply.redirect('/account?removed=1', 303);
  });

  async function listed(placed: PlacedOrder, calls: RecordedCall[]): Promise<ListedOrder> {
    const asked = recording(placed.market.gateway, 'Read what became of the order', calls);
    const { order, checkout } = placed;
    const state = readPayment(asked, order, paymentPath(checkout.id))
      .then((payment) => outcomeOf(asked, order, payment))
      .then((outcome) => outcome.state);
    return {
      placed,
      state: await unlessUnreachable(state, 'unknown' as const),
      address: resultAddress(checkout.id),
    };
  }

  /** A card that the gateway has no more is forgotten here, too. */
  async function storedCards(account: Account, calls: RecordedCall[]) {
    const asked = recording(gateway, 'Read the stored card', calls);
    const cards = await Promise.all(
      account.cards.map(async (kept) => {
        const card = await unlessUnreachable(readStoredCard(asked, kept), { ...kept, brand: '' });
        if (!card) forgetCard(account, kept.registrationId);
        return card;
      }),
    );
    return cards.filter((card) => card !== undefined);
  }
}

/** The page is shown all the same while the gateway does not answer. */
async function unlessUnreachable<T, U>(answer: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof GatewayError) return otherwise;
    throw error;
  }
}
