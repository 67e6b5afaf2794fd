import {
  constructEvent,
  createClient,
  NotFoundError,
  outcomeOf,
  WebhookError,
} from '@payment-widgets/server';
import Fastify from 'fastify';

const { GATEWAY = 'http://127.0.0.1:8080', ENTITY_ID, ACCESS_TOKEN, PORT = '9000' } = process.env;
const { WEBHOOK_SECRET: secret, WEBHOOK_KEY: key } = process.env;
const gateway = createClient({ url: GATEWAY, accessToken: ACCESS_TOKEN, entityId: ENTITY_ID });
const app = Fastify();
// Webhooks are proved by their bytes.
app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
app.removeContentTypeParser(['application/json', 'text/plain']);

app.get('/', async (_request, reply) => {
  const { id, integrity } = await gateway.checkouts.create({
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    integrity: true,
  });
  return reply.type('text/html').send(`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Pay</title>
<link rel="preconnect" href="${GATEWAY}" crossorigin>
<script src="${GATEWAY}/v1/paymentWidgets.js?checkoutId=${id}" integrity="${integrity}" crossorigin="anonymous" async></script>
<form action="http://localhost:${PORT}/result" class="paymentWidgets" data-brands="VISA MASTER"></form>`);
});

// The shopper's browser has brought the id: it may be none, several, or an unknown one.
const paymentOf = async (id) => {
  if (typeof id !== 'string' || !id) return undefined;
  return gateway.checkouts.payment(id).catch((error) => {
    if (!(error instanceof NotFoundError)) throw error;
  });
};

app.get('/result', async (request, reply) => {
  const payment = await paymentOf(request.query.id);
  if (!payment) return reply.code(404).send('There is nothing to see here.');
  const isOurs = payment.amount === '92.00' && payment.currency === 'EUR';
  const { category } = outcomeOf(payment);
  // It is pending before anybody has tried to pay, too: then there is no payment with an id.
  if (category === 'pending' && payment.id)
    return 'We are checking your payment. Do not pay again.';
  return category === 'success' && isOurs ? 'Thank you!' : 'Not paid.';
});

app.post('/hook', async (request, reply) => {
  try {
    const { id, type } = constructEvent(request.body, request.headers, { secret, key });
    console.log('stored', id, type);
    return reply.code(204).send();
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    return reply.code(400).send(error.message);
  }
});

await app.listen({ port: Number(PORT) });
console.log(`The shop is at http://localhost:${PORT}`);
