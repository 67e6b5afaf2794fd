import { createServer } from 'node:http';
import { constructEvent, WebhookError } from '@payment-widgets/server';
import { homePage, notFoundPage, paymentPage, resultPage } from './pages.js';
import { settle } from './settle.js';

/** A message is longer than this only where someone plays. */
const LONGEST_BODY = 1_000_000;

/**
 * @param gateway a client of it
 * @param gatewayUrl where browsers load the form from
 * @param ship called once for each order that is paid
 */
export function createShop({ gateway, gatewayUrl, orders, webhookSecret, ship = reportShipping }) {
  const routes = {
    'GET /': async () => html(homePage()),

    'POST /checkout': async ({ origin }) => {
      const order = orders.create();
      const checkout = await gateway.checkouts.create({
        amount: order.amount,
        currency: order.currency,
        paymentType: 'DB',
        merchantTransactionId: order.id,
        integrity: true,
      });
      order.checkoutId = checkout.id;
      return html(paymentPage({ gatewayUrl, checkout, result: `${origin}/result` }));
    },

    'GET /result': async ({ query }) => {
      const order = orders.byCheckout(query.get('id'));
      if (!order) return html(notFoundPage(), 404);
      return html(resultPage(await settle(order, gateway, ship)));
    },

    'POST /webhook': async ({ request }) => {
      const body = await bodyOf(request);
      const { event } = constructEvent(body, request.headers, { secret: webhookSecret });
      // Only what was paid in a checkout has it: the checkout's id with a prefix.
      const order = orders.byCheckout(event.paymentSessionId?.replace(/^sess_/, ''));
      if (order) await settle(order, gateway, ship);
      return { status: 204, body: '' };
    },
  };

  return createServer(async (request, response) => {
    const origin = `http://${request.headers.host}`;
    try {
      // Address and host come from the network: either may be nonsense.
      const url = URL.canParse(request.url, origin) ? new URL(request.url, origin) : undefined;
      const route = url && routes[`${request.method} ${url.pathname}`];
      const answer = route
        ? await route({ request, origin, query: url.searchParams })
        : html(notFoundPage(), 404);
      response.writeHead(answer.status, answer.headers).end(answer.body);
    } catch (error) {
      // A message that nobody has signed is refused; what failed on the way is sent again.
      const status = error instanceof WebhookError ? 400 : 500;
      console.error(error.message);
      response.writeHead(status).end();
    }
  });
}

const html = (body, status = 200) => ({
  status,
  body,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
});

/** As it arrived: a webhook is proved by its bytes. */
async function bodyOf(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > LONGEST_BODY) throw new WebhookError('the body is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const reportShipping = (order) => console.log(`ship ${order.id}`);
