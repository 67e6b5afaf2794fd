/**
 * The server of the shop: creates checkouts, reads what came of them, and is told by webhook. The access token stays
 * here.
 *
 * ENTITY_ID and ACCESS_TOKEN are those that the gateway has printed at its start, GATEWAY is its address
 * (http://127.0.0.1:8080), PORT that of the shop (3000; 0 for any).
 */
import { join } from 'node:path';
import {
  constructEvent,
  createClient,
  NotFoundError,
  outcomeOf,
  WebhookError,
} from '@payment-widgets/server';
import express from 'express';

const { GATEWAY = 'http://127.0.0.1:8080', ENTITY_ID, ACCESS_TOKEN, PORT = '3000' } = process.env;
const { WEBHOOK_SECRET: secret, WEBHOOK_KEY: key } = process.env;
const PAGES = join(import.meta.dirname, 'dist', 'browser');

if (!ENTITY_ID || !ACCESS_TOKEN) {
  console.error('Set ENTITY_ID and ACCESS_TOKEN to what the gateway has printed (npm start).');
  process.exit(1);
}
const gateway = createClient({ url: GATEWAY, accessToken: ACCESS_TOKEN, entityId: ENTITY_ID });
const app = express();

/** The amount comes from the server: a page could be made to ask for less. */
app.post('/checkout', async (_request, response) => {
  const { id } = await gateway.checkouts.create({
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
  });
  response.json({ gateway: GATEWAY, checkoutId: id });
});

/** Of the checkout whose id the shopper's browser has brought; undefined where that is none of ours. */
async function paymentOf(id) {
  if (typeof id !== 'string' || !id) return undefined;
  return gateway.checkouts.payment(id).catch((error) => {
    if (!(error instanceof NotFoundError)) throw error;
  });
}

app.get('/payment', async (request, response) => {
  const payment = await paymentOf(request.query.id);
  if (!payment) return response.sendStatus(404);
  // Compare amount and currency with the order, before anything is shipped.
  const isOurs = payment.amount === '92.00' && payment.currency === 'EUR';
  const { category } = outcomeOf(payment);
  return response.json({
    isPaid: category === 'success' && isOurs,
    // It is pending before anybody has tried to pay, too: then there is no payment with an id.
    isPending: category === 'pending' && payment.id !== undefined,
  });
});

// Webhooks are proved by their bytes: no express.json() before them.
app.post('/hook', express.text({ type: '*/*', limit: '1mb' }), (request, response) => {
  try {
    const { id, type } = constructEvent(request.body, request.headers, { secret, key });
    console.log('stored', id, type);
    response.sendStatus(204);
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    response.status(400).send(error.message);
  }
});

app.use(express.static(PAGES));
/** The pages of a single-page app have addresses of their own. */
app.get('/{*page}', (_request, response) => response.sendFile(join(PAGES, 'index.html')));

const server = app.listen(Number(PORT), 'localhost', () => {
  console.log(`The shop is at http://localhost:${server.address().port}`);
});
