import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { type GatewayStandIn, startGatewayStandIn } from './gateway-stand-in.ts';
import { createWorkbench } from './workbench.ts';

const TOKEN = 'OGFjN2E0Yzg_secret_of_the_shop';
const SHOP_URL = `http://localhost:${await freePort()}`;
const BRAZIL = { entityId: 'b'.repeat(32), accessToken: 'token-of-the-brazilian-channel' };
const CART = 'shop-cart=mug-1.lamp-1';
const payment = (reference: string | null) => ({
  id: '8ac7a4a1936f3a5c01936f7a2b3c4d5e',
  paymentType: 'DB',
  paymentBrand: 'VISA',
  amount: '92.00',
  currency: 'EUR',
  merchantTransactionId: reference,
  card: { last4Digits: '0000', holder: '<script>alert(1)</script>' },
});

let gateway: GatewayStandIn;
let workbench: FastifyInstance;

beforeAll(async () => {
  gateway = await startGatewayStandIn();
  workbench = await createWorkbench({
    gatewayUrl: `${gateway.url}/`,
    shopUrl: `${SHOP_URL}/`,
    entityId: '8a8294174b7ecb28014b9699220015ca',
    accessToken: TOKEN,
    installments: { BR: BRAZIL },
  });
  await workbench.listen({ host: 'localhost', port: Number(new URL(SHOP_URL).port) });
});
afterAll(async () => {
  await workbench.close();
  await gateway.close();
});

test('a merchant’s server that takes the workbench for the gateway is told where that is', async () => {
  const description = `this is the workbench: the API is at ${gateway.url}`;
  for (const method of ['GET', 'POST'] as const) {
    for (const host of [new URL(SHOP_URL).host, '127.0.0.1:8081']) {
      const url = '/v1/checkouts';
      const answer = await workbench.inject({ method, url, headers: { host } });
      expect([answer.statusCode, answer.json().result], `${method} ${host}`).toEqual([
        404,
        { code: '200.300.406', description },
      ]);
    }
  }
});

test('a page that loads the script from the workbench is told in its console where the gateway is', async () => {
  const answer = await workbench.inject({
    url: '/v1/paymentWidgets.js?checkoutId=1',
    headers: { host: new URL(SHOP_URL).host },
  });
  expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
  expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(answer.body).toBe(
    `console.error("[paymentWidgets] this is the workbench: the API is at ${gateway.url}");`,
  );
});

test('each answer has the id of its request', async () => {
  const { headers } = await fetch(SHOP_URL, { headers: { 'x-request-id': 'order-4711' } });
  expect(headers.get('x-request-id')).toBe('order-4711');
});

let made = 0;
/** The gateway creates checkouts, and answers a status read with `code`. */
function gatewayAnswers(code: string, change: object = {}) {
  gateway.answers(({ method }) => {
    if (method === 'POST') {
      made += 1;
      const id = `${String(made).padStart(32, 'A')}.demo-01`;
      return [200, { id, integrity: 'sha384-abc+/="', result: { code: '000.200.100' } }];
    }
    const reference = gateway.seen.findLast((call) => call.method === 'POST')?.body;
    const body = { ...payment(reference?.get('merchantTransactionId') ?? null), ...change };
    return [code.startsWith('000.') ? 200 : 400, { ...body, result: { code } }];
  });
}
beforeEach(() => {
  gateway.seen.length = 0;
  gatewayAnswers('000.100.110');
});

/** Of a form on one of its pages. */
const OWN = { host: new URL(SHOP_URL).host, 'sec-fetch-site': 'same-origin' };
const siteOf = (site: string) => ({ 'sec-fetch-site': site });

interface Sent {
  readonly cookie?: string;
  readonly form?: Record<string, string>;
}

async function visit(path: string, { cookie = '', form }: Sent = {}) {
  const response = await fetch(SHOP_URL + path, {
    redirect: 'manual',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  const text = await response.text();
  expect(text).not.toContain(TOKEN);
  return {
    status: response.status,
    text,
    location: response.headers.get('location') ?? '',
    cookie: response.headers.get('set-cookie') ?? '',
    policy: response.headers.get('content-security-policy') ?? '',
    headers: response.headers,
  };
}

/** Places an order for mug and lamp; gives the addresses of its pages. */
async function placeOrder() {
  const { location, headers } = await visit('/checkout', { cookie: CART, form: {} });
  const shopper = headers.getSetCookie().find((each) => each.startsWith('shop-shopper=')) ?? '';
  const { text } = await visit(location, { cookie: CART });
  const id = /checkoutId=([\w.-]+)/.exec(text)?.[1] ?? '';
  const query = new URLSearchParams({ id, resourcePath: `/v1/checkouts/${id}/payment` });
  return { checkout: location, id, result: `/result?${query}`, shopper };
}

describe('a shopper who has stored a card', () => {
  const created = () => gateway.seen.filter(({ method }) => method === 'POST');
  const storedIn = (body: URLSearchParams | undefined) => body?.get('registrations[0].id') ?? null;

  async function storeCard(): Promise<string> {
    gatewayAnswers('000.100.110', { registrationId: '8ac7a4a2936f3a5c01936f7a2b3c4d60' });
    const { result, shopper } = await placeOrder();
    // Whichever browser comes to the result first: the card is of the account that ordered.
    expect((await visit(result)).headers.getSetCookie().join()).not.toContain('shop-shopper');
    return shopper;
  }

  test('is offered it with the next order, and no other shopper is', async () => {
    const cookie = await storeCard();
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    await visit('/checkout', { cookie: `${CART}; ${cookie.split(';')[0]}`, form: {} });
    expect(storedIn(created().at(-1)?.body)).toBe('8ac7a4a2936f3a5c01936f7a2b3c4d60');
    await visit('/checkout', { cookie: `${CART}; shop-shopper=guessed`, form: {} });
    expect(storedIn(created().at(-1)?.body)).toBeNull();
  });

  test('alone comes to the form that offers it', async () => {
    const [cookie = ''] = (await storeCard()).split(';');
    const { location } = await visit('/checkout', { cookie: `${CART}; ${cookie}`, form: {} });
    expect((await visit(location, { cookie })).text).toContain('paymentWidgets');
    expect((await visit(location)).status).toBe(404);
    expect((await visit(location, { cookie: 'shop-shopper=guessed' })).status).toBe(404);
  });

  test('can buy without it when the gateway knows it no more', async () => {
    const cookie = await storeCard();
    let asked = 0;
    gateway.answers(({ body }) => {
      asked += 1;
      if (storedIn(body)) return [400, { result: { code: '200.300.404' } }];
      return [200, { id: 'C'.repeat(32), integrity: 'sha384-abc', result: {} }];
    });
    const answer = await visit('/checkout', {
      cookie: `${CART}; ${cookie.split(';')[0]}`,
      form: {},
    });
    expect(answer).toMatchObject({ status: 303 });
    expect(asked).toBe(2);
  });
});

test('a page that is not there leads to no other host in another language', async () => {
  const { text } = await visit('//evil.example/account');
  expect(text).toContain('href="/evil.example/account?lang=de"');
  expect(text).not.toContain('"//evil');
});

describe('the shelf', () => {
  test.each([
    ['/', 'Things for a quiet desk'],
    ['/products/mug', 'Stoneware mug'],
    ['/cart', 'Your cart is empty'],
  ])('%s is a page that runs no script', async (path, heading) => {
    const page = await visit(path);
    expect(page.status).toBe(200);
    expect(page.text).toContain(heading);
    expect(page.text).not.toContain('<script');
    expect(page.policy).toBe(
      "default-src 'none';style-src 'self';img-src 'self';form-action 'self';base-uri 'none';" +
        "frame-ancestors 'none';require-trusted-types-for 'script'",
    );
  });

  test('every style and image that a page names is there', async () => {
    const { text } = await visit('/cart', { cookie: CART });
    const named = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
    expect(named.length).toBeGreaterThan(2);
    for (const path of named) expect((await visit(path ?? '')).status, path).toBe(200);
  });

  test('every loopback name leads to its own', async () => {
    for (const host of ['127.0.0.1:8081', '[::1]:8081', 'shop.localhost']) {
      const { statusCode, headers } = await workbench.inject({ url: '/cart?a', headers: { host } });
      expect([statusCode, headers.location], host).toEqual([307, `${SHOP_URL}/cart?a`]);
    }
    const { hostname, port } = new URL(SHOP_URL);
    const socket = connect(Number(port), hostname);
    const head = `host: 127.0.0.1:${port}\r\nconnection: close`;
    socket.write(`GET http://stranger.example/cart HTTP/1.1\r\n${head}\r\n\r\n`);
    expect(await text(socket)).toMatch(new RegExp(`^location: ${SHOP_URL}/cart\r$`, 'im'));
  });
});

/** Whatever acts with the demo merchant's token, or changes something. */
const ORDERS = [
  '/checkout',
  '/cart/add',
  '/account/sign-in',
  '/account/sign-out',
  '/account/cards/remove',
  '/inbox',
  '/inbox/replay',
  '/reference/create-payment/try',
  '/reference/create-webhook/try?x=/inbox/events',
];

describe('an order that does not come from its own pages', () => {
  const order = (url: string, headers: Record<string, string>) =>
    workbench.inject({
      method: 'POST',
      url,
      payload: 'kind=events&p%3Aamount=1.00',
      headers: {
        host: new URL(SHOP_URL).host,
        cookie: CART,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
    });

  test.each(ORDERS)('%s is refused', async (url) => {
    // As the gateway calls a webhook; as another site's page posts; as a page of the gateway does.
    const senders = [{}, ...['cross-site', 'same-site', 'none'].map(siteOf)];
    for (const headers of senders) {
      expect((await order(url, headers)).statusCode, JSON.stringify(headers)).toBe(403);
    }
    expect(gateway.seen).toEqual([]);
    expect((await order(url, siteOf('same-origin'))).statusCode).not.toBe(403);
  });

  test('a name that an attacker points at this machine is refused for all', async () => {
    for (const host of ['rebound.example:8081', 'localhost.example', 'rebound.example', '%zz']) {
      const refused = await order('/inbox', { host, ...siteOf('same-origin') });
      expect(refused.statusCode, host).toBe(421);
      const read = await workbench.inject({ url: '/inbox', headers: { host } });
      expect([read.statusCode, read.body], host).toEqual([
        421,
        `The workbench answers at ${SHOP_URL} only.\n`,
      ]);
    }
    expect(gateway.seen).toEqual([]);
  });

  test('messages of the gateway come to the inbox, which does not act on them', async () => {
    expect((await order('/inbox/events', {})).statusCode).toBe(200);
    expect(gateway.seen).toEqual([]);
    for (const site of ['cross-site', 'same-site', 'none']) {
      expect((await order('/inbox/events', siteOf(site))).statusCode, site).toBe(403);
    }
  });

  test('the inbox keeps two million characters of them, and none of 256 kB', async () => {
    const send = (payload: string) =>
      workbench.inject({
        method: 'POST',
        url: '/inbox/notifications',
        payload,
        headers: {
          host: new URL(SHOP_URL).host,
          'content-type': 'text/plain',
          'webhook-id': payload,
        },
      });
    expect((await send('<'.repeat(2 ** 18 + 1))).statusCode).toBe(413);
    for (let n = 0; n < 40; n += 1) await send(`${n}.${'<'.repeat(100_000)}`);
    const { text } = await visit('/inbox');
    const kept = [...text.matchAll(/as it came">(\d+)\.(?:&lt;)+</g)].map(([, n]) => Number(n));
    // Each twice: its name is a header.
    expect(kept).toEqual([39, 38, 37, 36, 35, 34, 33, 32, 31, 30]);
  });
});

describe('HSTS', () => {
  test.each([
    ['https://shop.example', /^max-age=\d{8}/],
    ['https://localhost:8081', undefined],
    [SHOP_URL, undefined],
  ])('at %s', async (shopUrl, expected) => {
    const other = await createWorkbench({
      gatewayUrl: gateway.url,
      shopUrl,
      entityId: '8a8294174b7ecb28014b9699220015ca',
      accessToken: TOKEN,
    });
    const { headers } = await other.inject({ url: '/', headers: { host: new URL(shopUrl).host } });
    await other.close();
    const header = headers['strict-transport-security'];
    expect(header).toEqual(expected && expect.stringMatching(expected));
  });
});

describe('the cart', () => {
  test('takes a product, changes its quantity and drops it', async () => {
    const added = await visit('/cart/add', { cookie: CART, form: { product: 'mug' } });
    expect(added).toMatchObject({ status: 303, location: '/cart' });
    expect(added.cookie).toMatch(/^shop-cart=mug-2\.lamp-1;/);

    const set = await visit('/cart/set', { cookie: CART, form: { 'quantity.mug': '5' } });
    expect(set.cookie).toMatch(/^shop-cart=mug-5\.lamp-1;/);

    const dropped = await visit('/cart/set', {
      cookie: CART,
      form: { 'quantity.mug': '2', 'quantity.lamp': '3', remove: 'mug' },
    });
    expect(dropped.cookie).toMatch(/^shop-cart=lamp-3;/);
  });

  test('is checked out with the quantities that are chosen, kept before or not', async () => {
    const { text } = await visit('/cart', { cookie: CART });
    expect(text.match(/<form class="cart"/g)).toHaveLength(1);
    const form = { 'quantity.mug': '1', 'quantity.lamp': '3', checkOut: '1' };
    const answer = await visit('/cart/set', { cookie: CART, form });
    expect(answer).toMatchObject({ status: 303, location: '/checkout' });
    const [cookie = ''] = answer.cookie.split(';');
    expect((await visit('/checkout', { cookie })).text).toContain('€228.00');
  });

  test('shows what is in it and what it costs', async () => {
    const { text } = await visit('/cart', { cookie: 'shop-cart=mug-2.notebook-1' });
    expect(text).toContain('€66.00');
  });

  test.each([
    ['/cart/add', { product: 'yacht' }],
    ['/cart/set', { 'quantity.mug': '-1' }],
    ['/cart/set', { 'quantity.mug': '99' }],
  ])('refuses %s with %j', async (path, form) => {
    expect((await visit(path, { form })).status).toBe(404);
  });
});

describe('the checkout page', () => {
  test('has the amount from the server: the browser cannot name one', async () => {
    await visit('/checkout', { cookie: CART, form: { amount: '0.01', currency: 'IDR' } });
    expect(gateway.seen[0]?.body.get('amount')).toBe('92.00');
    expect(gateway.seen[0]?.body.get('currency')).toBe('EUR');
  });

  test('loads the script of its checkout with integrity, CORS and the nonce of its policy', async () => {
    const { checkout, id } = await placeOrder();
    const { text, policy } = await visit(checkout);
    const nonce = /'nonce-([\w-]{22,})'/.exec(policy)?.[1];

    expect(text).toContain(
      `<script nonce="${nonce}" src="${gateway.url}/v1/paymentWidgets.js?checkoutId=${id}" ` +
        'integrity="sha384-abc+/=&quot;" crossorigin="anonymous" async></script>',
    );
    expect(text).toContain(
      `<script nonce="${nonce}">var wpwlOptions = {"locale":"en","layout":"list"};</script>`,
    );
    expect(text).toContain(
      `<form class="paymentWidgets" action="${SHOP_URL}/result" data-brands="VISA MASTER AMEX IDEAL PAYPAL DIRECTDEBIT_SEPA PAYSAFECARD"></form>`,
    );
    expect(policy).toBe(
      "default-src 'none';style-src 'self';img-src 'self';form-action 'self';base-uri 'none';" +
        "frame-ancestors 'none';require-trusted-types-for 'script';" +
        `script-src 'nonce-${nonce}' ${gateway.url};frame-src ${gateway.url};connect-src ${gateway.url};font-src ${gateway.url}`,
    );
  });

  test('has another nonce each time', async () => {
    const { checkout } = await placeOrder();
    expect((await visit(checkout)).policy).not.toBe((await visit(checkout)).policy);
  });

  test('shows the same checkout again when it is loaded again', async () => {
    const { checkout } = await placeOrder();
    await visit(`${checkout}?lang=de`);
    expect(gateway.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test.each([
    ['de', 'lang="de" dir="ltr"', 'Kasse', '"locale":"de"'],
    ['ar', 'lang="ar" dir="rtl"', 'إتمام الشراء', '"locale":"ar"'],
    ['xx', 'lang="en" dir="ltr"', 'Checkout', '"locale":"en"'],
    ['</script>', 'lang="en" dir="ltr"', 'Checkout', '"locale":"en"'],
  ])('speaks %s', async (lang, attributes, heading, option) => {
    const { checkout } = await placeOrder();
    const { text } = await visit(`${checkout}?${new URLSearchParams({ lang })}`);
    expect(text).toContain(`<html ${attributes}>`);
    expect(text).toContain(`<h1>${heading}</h1>`);
    expect(text).toContain(option);
  });

  test('switches the options that it offers, and no other', async () => {
    const { checkout } = await placeOrder();
    const { text } = await visit(`${checkout}?stayOnDecline=1&onReady=alert`);
    expect(text).toContain(
      'var wpwlOptions = {"locale":"en","layout":"list","stayOnDecline":true};',
    );
  });

  test('sells to a country that has a channel of its own, there and in its currency', async () => {
    const { checkout } = await placeOrder();
    const { text } = await visit(checkout);
    expect(text).toContain('<option value="" selected>Anywhere (EUR)</option>');
    expect(text).toContain('<option value="BR">Brazil, in up to 12 installments (BRL)</option>');
    expect(text).not.toContain('Mexico');
    const there = await visit('/checkout', { cookie: CART, form: { country: 'BR' } });
    const created = gateway.seen.at(-1);
    expect(created?.headers.authorization).toBe(`Bearer ${BRAZIL.accessToken}`);
    expect(Object.fromEntries(created?.body ?? [])).toMatchObject({
      entityId: BRAZIL.entityId,
      amount: '552.00',
      currency: 'BRL',
      'cart.items[0].price': '144.00',
      'cart.items[0].currency': 'BRL',
    });
    const page = await visit(there.location);
    expect(page.text).toContain('R$552.00');
    expect(page.text).toContain('<option value="BR" selected>');

    const id = /checkoutId=([\w.-]+)/.exec(page.text)?.[1];
    gatewayAnswers('000.100.110', {
      amount: '552.00',
      currency: 'BRL',
      registrationId: 'c'.repeat(32),
    });
    const resourcePath = `/v1/checkouts/${id}/payment`;
    const result = await visit(`/result?${new URLSearchParams({ resourcePath })}`);
    expect(gateway.seen.at(-1)?.headers.authorization).toBe(`Bearer ${BRAZIL.accessToken}`);
    expect(result.text).toContain('Your order is paid');
    expect(result.text).toContain('R$552.00');
    expect(result.cookie).not.toContain('shop-shopper');
  });

  test('sells to no country that it has no channel for', async () => {
    const answer = await visit('/checkout', { cookie: CART, form: { country: 'MX' } });
    expect(answer.status).toBe(404);
    expect(gateway.seen).toEqual([]);
  });

  test('goes to the cart when there is nothing to pay', async () => {
    expect(await visit('/checkout', { form: {} })).toMatchObject({
      status: 303,
      location: '/cart',
    });
    expect(gateway.seen).toEqual([]);
  });

  test('is gone for an order that was never placed', async () => {
    expect((await visit('/checkout/KL-000000000000')).status).toBe(404);
  });
});

describe('the result page', () => {
  test.each([
    ['000.100.110', {}, 'Your order is paid', 'shop-cart=; Path=/; Max-Age=0'],
    ['000.200.000', {}, 'We are checking your payment', 'shop-cart=; Path=/; Max-Age=0'],
    ['000.200.000', { id: undefined }, 'Your order is not paid yet', ''],
    ['800.100.152', {}, 'Your bank declined the payment', ''],
    ['100.396.101', {}, 'You cancelled the payment', ''],
    ['100.380.401', {}, 'The payment did not go through', ''],
    ['000.100.110', { amount: '1.00' }, 'We have to look at this payment', ''],
  ])('%s %j reads "%s"', async (code, change, words, cookie) => {
    const { result } = await placeOrder();
    gatewayAnswers(code, change);
    const page = await visit(result, { cookie: CART });
    expect(page.status).toBe(200);
    expect(page.text).toContain(words);
    expect(page.cookie).toContain(cookie);
    if (!cookie) expect(page.cookie).toBe('');
  });

  test('a decline leads back to the same checkout, where a good card is paid', async () => {
    const { checkout, result, id } = await placeOrder();
    gatewayAnswers('800.100.152');
    expect((await visit(result)).text).toContain(`href="${checkout}"`);
    expect((await visit(checkout)).text).toContain(`checkoutId=${id}`);
    gatewayAnswers('000.100.110');
    expect((await visit(result)).text).toContain('Your order is paid');
  });

  test('a paid order cannot be opened for paying again', async () => {
    const { checkout, id, result } = await placeOrder();
    await visit(result);
    const again = await visit(checkout);
    expect(again.status).toBe(303);
    expect(new URL(again.location, SHOP_URL).searchParams.get('resourcePath')).toContain(id);
  });

  test('of an order that waits asks again by itself, and the order is not paid twice', async () => {
    const { checkout, result } = await placeOrder();
    gatewayAnswers('000.200.000');
    const waiting = await visit(result, { cookie: CART });
    expect(waiting.headers.get('refresh')).toBe('5');
    expect(waiting.text).toContain('<span class="count">0</span>');
    expect((await visit(checkout)).status).toBe(303);
    // What was put into the cart since stays there.
    expect((await visit(result, { cookie: CART })).cookie).toBe('');
    gatewayAnswers('000.100.110');
    const paid = await visit(result, { cookie: CART });
    expect([paid.headers.get('refresh'), paid.cookie]).toEqual([null, '']);
  });

  test('of an order that waited for nothing gives the cart back, unless it was filled since', async () => {
    for (const [cookie, expected] of [
      ['', /^shop-cart=mug-1\.lamp-1;/],
      ['shop-cart=notebook-1', /^$/],
    ] as const) {
      const { checkout, result } = await placeOrder();
      gatewayAnswers('000.200.000');
      await visit(result, { cookie: CART });
      gatewayAnswers('800.100.152');
      expect((await visit(result, { cookie })).cookie).toMatch(expected);
      expect((await visit(checkout)).status).toBe(200);
    }
  });

  test('of an order that was paid before leaves the cart as it was filled since', async () => {
    const { result } = await placeOrder();
    const paid = await visit(result, { cookie: CART });
    expect(paid.text).toContain('<span class="count">0</span>');
    const again = await visit(result, { cookie: CART });
    expect(again.text).toContain('Your order is paid');
    expect(again.text).toContain('<span class="count">2</span>');
    expect(again.cookie).toBe('');
  });

  test('shows the calls of the server, with the token hidden and the answer as text', async () => {
    const { result } = await placeOrder();
    const { text } = await visit(result);
    expect(text).toContain(`POST ${gateway.url}/v1/checkouts\nAuthorization: Bearer ••••••••`);
    expect(text).toContain('cart.items[0].name=Stoneware mug');
    expect(text).toContain('&quot;holder&quot;: &quot;&lt;script&gt;alert(1)&lt;/script&gt;&quot;');
    expect(text).not.toContain('<script');
  });

  test.each([
    '',
    '?resourcePath=',
    '?resourcePath=https%3A%2F%2Fevil.example%2Fv1%2Fcheckouts%2FA%2Fpayment',
    '?resourcePath=%2F%2Fevil.example%2Fpayment',
    '?resourcePath=%2Fv1%2Fcheckouts%2F..%2Fpayments%2F8ac7a4a1936f3a5c01936f7a2b3c4d5e',
    `?resourcePath=%2Fv1%2Fcheckouts%2F${'A'.repeat(32)}%2Fpayment%0d%0aX%3A1`,
    '?resourcePath=a&resourcePath=b',
    '?resourcePath=%',
  ])('asks the gateway nothing for /result%s', async (query) => {
    expect((await visit(`/result${query}`)).status).toBe(400);
    expect(gateway.seen).toEqual([]);
  });

  test('asks the gateway nothing about another shopper’s checkout', async () => {
    const path = `/v1/checkouts/${'B'.repeat(32)}/payment`;
    expect((await visit(`/result?resourcePath=${encodeURIComponent(path)}`)).status).toBe(404);
    expect(gateway.seen).toEqual([]);
  });

  test('an expired checkout leads back to the cart', async () => {
    const { result } = await placeOrder();
    gateway.answers(() => [404, { result: { code: '200.300.404' } }]);
    expect((await visit(result)).text).toContain('The time to pay has run out');
  });
});

describe('trouble', () => {
  test('a gateway that is down gives a page, and the order can be tried again', async () => {
    const lonely = await createWorkbench({
      gatewayUrl: 'http://127.0.0.1:1',
      shopUrl: SHOP_URL,
      entityId: '8a8294174b7ecb28014b9699220015ca',
      accessToken: TOKEN,
    });
    const page = await lonely.inject({
      method: 'POST',
      url: '/checkout',
      headers: { cookie: CART, ...OWN },
    });
    await lonely.close();
    expect(page.statusCode).toBe(502);
    expect(page.body).toContain('The gateway at http://127.0.0.1:1 does not answer');
    expect(page.body).toContain('href="/cart"');
    expect(page.body).not.toMatch(/\n\s+at |node:internal/);
  });

  test('a refused checkout says why', async () => {
    const description = 'invalid <access> token';
    gateway.answers(() => [403, { result: { code: '800.900.300', description } }]);
    const page = await visit('/checkout', { cookie: CART, form: {} });
    expect(page.status).toBe(502);
    expect(page.text).toContain('HTTP 403: 800.900.300 invalid &lt;access&gt; token');
  });

  test.each([
    ['/nowhere'],
    ['/products/yacht'],
    ['/assets/nothing.css'],
    ['/assets/..%2f..%2fpackage.json'],
    ['/assets/%2e%2e/%2e%2e/package.json'],
  ])('%s is a friendly 404', async (path) => {
    const page = await visit(path);
    expect(page.status).toBe(404);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('There is nothing here');
  });

  test.each([
    ['application/json', '{"product":', 400],
    ['text/xml', '<product/>', 415],
    ['application/x-www-form-urlencoded', `product=${'a'.repeat(20_000)}`, 413],
  ])('a body of %s that cannot be read is a friendly page', async (type, body, status) => {
    const page = await workbench.inject({
      method: 'POST',
      url: '/cart/add',
      headers: { 'content-type': type, ...OWN },
      body,
    });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('We could not read that');
    expect(page.statusCode).toBe(status);
  });
});
