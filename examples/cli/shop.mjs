/**
 * A shop whose payment page and theme are looked at in its CI: `npm test`. `npm run listen` brings it webhooks.
 *
 * ENTITY_ID and ACCESS_TOKEN are those that the gateway has printed at its start, GATEWAY is its address
 * (http://127.0.0.1:8080), PORT that of the shop (9000).
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  constructEvent,
  createClient,
  NotFoundError,
  outcomeOf,
  WebhookError,
} from '@payment-widgets/server';

const { GATEWAY = 'http://127.0.0.1:8080', ENTITY_ID, ACCESS_TOKEN, PORT = '9000' } = process.env;
const { WEBHOOK_SECRET: secret } = process.env;
const gateway = createClient({ url: GATEWAY, accessToken: ACCESS_TOKEN, entityId: ENTITY_ID });
const NOTHING = 'There is nothing to see here.';
const order = { amount: '92.00', currency: 'EUR' };

const page = (title, content) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title>
<link rel="stylesheet" href="/theme.css"><main><h1>${title}</h1>${content}</main>`;

async function paymentPage(nonce) {
  const checkout = { ...order, paymentType: 'DB', integrity: true };
  const { id, integrity } = await gateway.checkouts.create(checkout);
  return page(
    'Payment',
    `<link rel="preconnect" href="${GATEWAY}" crossorigin>
<script nonce="${nonce}">var wpwlOptions = { layout: 'list' };</script>
<script nonce="${nonce}" src="${GATEWAY}/v1/paymentWidgets.js?checkoutId=${id}" integrity="${integrity}" crossorigin="anonymous" async></script>
<form action="http://localhost:${PORT}/result" class="paymentWidgets" data-brands="VISA MASTER"></form>`,
  );
}

/** The shopper's browser has brought the id: it may be none, or an unknown one. */
async function paymentOf(id) {
  if (!id) return undefined;
  return gateway.checkouts.payment(id).catch((error) => {
    if (!(error instanceof NotFoundError)) throw error;
  });
}

/** What scripts may run, and who may show the page in a frame. */
const policy = (nonce) =>
  [
    "default-src 'none'",
    "style-src 'self'",
    `script-src ${nonce ? `'nonce-${nonce}'` : "'none'"}`,
    `frame-src ${GATEWAY}`,
    `connect-src ${GATEWAY}`,
    "frame-ancestors 'none'",
  ].join('; ');

const html = (response, body, { status = 200, nonce = '' } = {}) =>
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(nonce),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
    .end(body);

const nothing = (response) => html(response, page(NOTHING, ''), { status: 404 });

async function showResult(response, id) {
  const payment = await paymentOf(id);
  if (!payment) return nothing(response);
  const isOurs = payment.amount === order.amount && payment.currency === order.currency;
  const { category } = outcomeOf(payment);
  // It is pending before anybody has tried to pay, too: then there is no payment with an id.
  if (category === 'pending' && payment.id)
    return html(response, page('We are checking your payment. Do not pay again.', ''));
  return html(response, page(category === 'success' && isOurs ? 'Thank you!' : 'Not paid.', ''));
}

const routes = {
  'GET /': async (_request, response) => {
    const nonce = randomBytes(16).toString('base64');
    html(response, await paymentPage(nonce), { nonce });
  },
  'GET /result': (_request, response, query) => showResult(response, query.get('id')),
  'GET /theme.css': async (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/css' })
      .end(readFileSync(new URL('theme.css', import.meta.url))),
  'POST /hook': async (request, response) => {
    const { id, type } = constructEvent(await text(request), request.headers, { secret });
    console.log('stored', id, type);
    response.writeHead(204).end();
  },
};

createServer(async (request, response) => {
  try {
    const { pathname, searchParams } = new URL(`http://localhost${request.url}`);
    const route = routes[`${request.method} ${pathname}`];
    if (route) await route(request, response, searchParams);
    else nothing(response);
  } catch (error) {
    console.error(error.message);
    if (error instanceof WebhookError) response.writeHead(400).end(error.message);
    else html(response, page('The shop has a problem. Its log says which.', ''), { status: 500 });
  }
})
  .on('error', ({ code, message }) => {
    console.error(
      code === 'EADDRINUSE' ? `Port ${PORT} is taken: set PORT to another one.` : message,
    );
    process.exit(1);
  })
  .listen(Number(PORT), 'localhost', () => {
    console.log(`The shop is at http://localhost:${PORT}`);
  });
