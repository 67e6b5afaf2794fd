/**
 * The server of every example's shop: serves what is built, creates checkouts and reads what came of them. What a
 * browser must never see, the access token, stays here. Started in an example's folder, by `npm start`.
 *
 * ENTITY_ID and ACCESS_TOKEN are those that the gateway has printed at its start, GATEWAY is its address
 * (http://127.0.0.1:8080), PORT that of the shop (3000; 0 for any).
 */
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const { GATEWAY = 'http://127.0.0.1:8080', ENTITY_ID, ACCESS_TOKEN, PORT = '3000' } = process.env;
/** Served to all of them, from beside this file. */
const STYLE = '/shop.css';
const FOLDER = join(process.cwd(), process.argv[2] ?? 'dist');
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

if (!ENTITY_ID || !ACCESS_TOKEN) {
  console.error('Set ENTITY_ID and ACCESS_TOKEN to what the gateway has printed (npm start).');
  process.exit(1);
}
const authorization = `Bearer ${ACCESS_TOKEN}`;

/** The amount comes from the server: a page could be made to ask for less. */
async function createCheckout() {
  const body = new URLSearchParams({
    entityId: ENTITY_ID,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
  });
  const answer = await fetch(`${GATEWAY}/v1/checkouts`, {
    method: 'POST',
    headers: { authorization },
    body,
  });
  const { id, result } = await answer.json();
  if (!id) throw new Error(`no checkout: ${result.code} ${result.description}`);
  return { checkoutId: id, gateway: GATEWAY };
}

/** Only a path of a checkout: the shopper's browser has brought it. */
const RESOURCE_PATH = /^\/v1\/checkouts\/[\w-][\w.-]*\/payment$/;
const NOTHING = 'There is nothing to see here.';

async function readResult(resourcePath) {
  if (!RESOURCE_PATH.test(resourcePath)) return NOTHING;
  const address = `${GATEWAY}${resourcePath}?entityId=${ENTITY_ID}`;
  const answer = await fetch(address, { headers: { authorization } });
  if (answer.status === 404) return NOTHING;
  const { id, result, amount, currency } = await answer.json();
  // Before anybody has tried to pay, the same code comes without an id.
  if (id && /^000\.200/.test(result.code)) return 'We are checking your payment. Do not pay again.';
  // Compare amount and currency with the order here, before anything is shipped.
  return /^(000\.000\.|000\.100\.1|000\.[36]|000\.400\.1[12]0)/.test(result.code)
    ? `Thank you. ${amount} ${currency} are paid.`
    : `This was not paid: ${result.code}.`;
}

const page = (text) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Result</title>
<link rel="stylesheet" href="/shop.css"><h1>${text}</h1>`;

async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  // What may fail comes before the head of its answer: no other could be sent after that.
  if (request.method === 'POST' && pathname === '/checkout') {
    const checkout = await createCheckout();
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify(checkout));
  }
  if (pathname === '/result') {
    const text = await readResult(searchParams.get('resourcePath') ?? '');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    return response.end(page(text));
  }
  const path = join(pathname === STYLE ? import.meta.dirname : FOLDER, normalize(pathname));
  const isFile =
    (pathname === STYLE || path.startsWith(FOLDER)) && extname(path) in TYPES && existsSync(path);
  // The pages of a single-page app have addresses of their own.
  const file = isFile ? path : join(FOLDER, 'index.html');
  response.writeHead(200, { 'content-type': `${TYPES[extname(file)]}; charset=utf-8` });
  return createReadStream(file).pipe(response);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error);
    response.writeHead(500).end('The shop has a problem. Its log says which.');
  });
});
server.on('error', ({ code, message }) => {
  console.error(
    code === 'EADDRINUSE' ? `Port ${PORT} is taken: set PORT to another one.` : message,
  );
  process.exit(1);
});
server.listen(Number(PORT), 'localhost', () => {
  console.log(`The shop is at http://localhost:${server.address().port}`);
});
