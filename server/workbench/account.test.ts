/** The demo shop with the real gateway: a shopper's orders, cards and delivery. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Merchant, startMerchant } from '../tests/support/merchant.ts';
import { createWorkbench } from './workbench.ts';

const SHOP_URL = 'http://localhost:18081';

let merchant: Merchant;
let workbench: FastifyInstance;
beforeAll(async () => {
  merchant = await startMerchant();
  workbench = await createWorkbench({
    gatewayUrl: merchant.url,
    shopUrl: SHOP_URL,
    entityId: merchant.entityId,
    accessToken: merchant.token,
  });
});
afterAll(async () => {
  await workbench.close();
  await merchant[Symbol.asyncDispose]();
});

/** A browser that keeps the shop's cookies. */
function openBrowser() {
  const cookies = new Map<string, string>();
  return async function visit(path: string, form?: Record<string, string>) {
    const answer = await workbench.inject({
      method: form ? 'POST' : 'GET',
      url: path,
      headers: {
        host: new URL(SHOP_URL).host,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    });
    for (const header of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (header.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const { statusCode: status, body: page } = answer;
    // Without what is for the curious.
    const [text = ''] = page.split('<details class="server-calls"');
    return { status, page, text, location: String(answer.headers.location ?? '') };
  };
}
type Visit = ReturnType<typeof openBrowser>;

const TYPED = {
  email: 'jo@example.com',
  'shipping.givenName': 'Jo',
  'shipping.surname': 'Fox',
  'shipping.street1': 'Kade 1',
  'shipping.postcode': '1015 CX',
  'shipping.city': 'Amsterdam',
  'shipping.country': 'NL',
  same: '1',
  method: 'standard',
};

/** Orders a lamp; answers the checkout's id and the address of its result. */
async function order(visit: Visit, typed: Record<string, string> = {}) {
  await visit('/cart/add', { product: 'lamp' });
  const { location } = await visit('/checkout', typed);
  const { page } = await visit(location);
  const [, id = ''] = /checkoutId=([\w.-]+)/.exec(page) ?? [];
  const resourcePath = `/v1/checkouts/${id}/payment`;
  return { id, page, result: `/result?${new URLSearchParams({ resourcePath })}` };
}

const ordersIn = ({ text }: { text: string }) =>
  [...text.matchAll(/class="state state-\w+">([^<]+)</g)].map(([, state]) => state);

describe('an order', () => {
  test('tells the gateway who buys, and where it goes', async () => {
    const visit = openBrowser();
    const { id } = await order(visit, { ...TYPED, method: 'express' });
    const { body } = await merchant.pay(id);
    const { body: paid } = await merchant.call(
      `/v1/checkouts/${id}/payment?entityId=${merchant.entityId}`,
    );
    expect(body.redirect).toBeDefined();
    expect(paid).toMatchObject({
      amount: '77.00',
      customer: { givenName: 'Jo', surname: 'Fox', email: 'jo@example.com' },
      billing: { street1: 'Kade 1', postcode: '1015 CX', city: 'Amsterdam', country: 'NL' },
      shipping: { city: 'Amsterdam', method: 'NEXT_DAY_OVERNIGHT' },
      cart: { items: [{ price: '68.00' }, { name: 'Express delivery', price: '9.00' }] },
    });
  });

  test('is not placed with a wrong address: what was typed is there again, and what is wrong', async () => {
    const visit = openBrowser();
    await visit('/cart/add', { product: 'lamp' });
    const answer = await visit('/checkout', { ...TYPED, 'shipping.postcode': '"12' });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('value="&quot;12"');
    expect(answer.text).toContain('value="jo@example.com"');
    expect(answer.text).toMatch(/id="shipping.postcode.error">Invalid postcode\./);
    // In another language, too.
    expect((await visit('/checkout?lang=de')).text).toContain('value="&quot;12"');
  });

  test('goes where the one before went, unless it is changed', async () => {
    const visit = openBrowser();
    await order(visit, TYPED);
    const { page } = await order(visit);
    expect(page).toContain('<bdi>Jo Fox</bdi>');
  });

  test('can be paid with what is usual where it goes', async () => {
    const visit = openBrowser();
    const german = { 'shipping.country': 'DE', 'shipping.postcode': '10117' };
    const { page } = await order(visit, { ...TYPED, ...german });
    expect(page).toMatch(/data-brands="VISA MASTER AMEX KLARNA_PAYMENTS_PAYLATER PAYPAL /);
    expect(page).not.toContain('IDEAL');
  });
});

describe('the account', () => {
  test('says of each order what the gateway says of it', async () => {
    const visit = openBrowser();
    await visit('/account/sign-in', { shopper: 'jane.jones' });
    await order(visit);
    const declined = await order(visit);
    await merchant.pay(declined.id, { 'card.number': '4200000000001016' });
    const pending = await order(visit);
    await merchant.pay(pending.id, { 'card.number': '4200000000000042' });
    const ids = [];
    for (const _ of 'abc') {
      const { id, result } = await order(visit);
      await merchant.pay(id);
      await visit(result);
      const { body } = await merchant.call(
        `/v1/checkouts/${id}/payment?entityId=${merchant.entityId}`,
      );
      ids.push([body.id, body.amount, result]);
    }
    const [, [partly, half = ''] = [], [refunded, amount, result] = []] = ids;
    const refund = { paymentType: 'RF', currency: 'EUR' };
    await merchant.refer(partly, { ...refund, amount: (half / 2).toFixed(2) });
    await merchant.refer(refunded, { ...refund, amount });

    const account = await visit('/account');
    expect(account.text).toContain('Hello, Jane Jones');
    // The first was never tried: it is no order.
    expect(ordersIn(account)).toEqual([
      'Refunded',
      'Partly refunded',
      'Paid',
      'Pending',
      'Declined',
    ]);
    expect((await visit(result)).text).toContain('<h1>This order is refunded</h1>');
  });

  test('leads to orders that say what they are now, and how much went back', async () => {
    const visit = openBrowser();
    for (const [given, heading, amount] of [
      ['34.00', 'This order is partly refunded', '€34.00'],
      ['68.00', 'This order is refunded', '€68.00'],
    ] as const) {
      const { id, result } = await order(visit);
      await merchant.pay(id);
      const { body } = await merchant.call(
        `/v1/checkouts/${id}/payment?entityId=${merchant.entityId}`,
      );
      await merchant.refer(body.id, { paymentType: 'RF', currency: 'EUR', amount: given });
      // The shopper has not seen its result before.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
      try {
        const { text } = await visit(result);
        expect(text).toContain(`<h1>${heading}</h1>`);
        expect(text).toContain(`<dt>Refund</dt><dd><bdi class="price">${amount}</bdi>`);
        expect(text.match(/<dt>Payment</g)).toHaveLength(1);
        expect(text).not.toContain('Thank you');
      } finally {
        vi.useRealTimers();
      }
    }
  });

  test('lists the stored cards, and removes one at the gateway', async () => {
    const visit = openBrowser();
    const { id, result } = await order(visit);
    await merchant.pay(id, { createRegistration: 'true' });
    await visit(result);

    const { text } = await visit('/account');
    expect(text).toContain('••••\u00a00000');
    expect(text).toContain('Expires 05/34');
    expect(text).toMatch(/Last used \w+ \d+, \d{4}/);
    const [, card = ''] = /name="card" value="(\w+)"/.exec(text) ?? [];
    expect((await order(visit)).page).toContain(`registrations[0].id=${card}`);

    // What removes it is not seen before the shopper has asked for it.
    expect(text).toMatch(/<details class="card-removal">.*Remove Visa ••••\u00a00000\?.*<button/s);

    const stranger = openBrowser();
    expect((await stranger('/account')).text).not.toContain('0000');
    expect((await stranger('/account/cards/remove', { card })).status).toBe(404);

    const removed = await visit('/account/cards/remove', { card });
    expect((await visit(removed.location)).text).toContain('Card removed.');
    expect((await visit('/account')).text).not.toContain('••••\u00a00000');
    // It is gone there, and does not come back with the page that stored it.
    expect((await merchant.unregister(card)).status).toBe(404);
    await visit(result);
    expect((await visit('/account')).text).not.toContain('••••\u00a00000');
  });

  test('says which card ends soon, and which has ended', async () => {
    const visit = openBrowser();
    await visit('/account/sign-in', { shopper: 'mei.tanaka' });
    const soon = new Date(Date.now() + 30 * 24 * 3_600_000);
    const month = `${soon.getUTCMonth() + 1}`.padStart(2, '0');
    for (const [expiryMonth, expiryYear] of [
      [month, `${soon.getUTCFullYear()}`],
      ['05', `${soon.getUTCFullYear() + 5}`],
    ] as const) {
      const { id, result } = await order(visit);
      await merchant.pay(id, {
        createRegistration: 'true',
        'card.expiryMonth': expiryMonth,
        'card.expiryYear': expiryYear,
      });
      await visit(result);
    }
    const lines = async () =>
      [
        ...(await visit('/account')).text.matchAll(
          /<span class="quiet">(Expire\w*(?: soon:)?) [\d/]+ · /g,
        ),
      ]
        .map(([, words]) => words)
        .sort();
    expect(await lines()).toEqual(['Expires', 'Expires soon:']);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 90 * 24 * 3_600_000 });
    try {
      expect(await lines()).toEqual(['Expired', 'Expires']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('forgets a card that the gateway does not have any more', async () => {
    const visit = openBrowser();
    const { id, result } = await order(visit);
    await merchant.pay(id, { createRegistration: 'true' });
    await visit(result);
    const [, card = ''] = /name="card" value="(\w+)"/.exec((await visit('/account')).text) ?? [];
    await merchant.unregister(card);
    expect((await visit('/account')).text).toContain('No saved cards yet.');
  });

  test('is one for each shopper and browser', async () => {
    const visit = openBrowser();
    await visit('/account/sign-in', { shopper: 'jane.jones' });
    const { id } = await order(visit);
    await merchant.pay(id);
    expect(ordersIn(await visit('/account'))).toEqual(['Paid']);

    await visit('/account/sign-in', { shopper: 'omar.haddad' });
    expect(ordersIn(await visit('/account'))).toEqual([]);
    await visit('/account/sign-out', {});
    expect(ordersIn(await visit('/account'))).toEqual([]);
    await visit('/account/sign-in', { shopper: 'jane.jones' });
    expect(ordersIn(await visit('/account'))).toEqual(['Paid']);

    const other = openBrowser();
    await other('/account/sign-in', { shopper: 'jane.jones' });
    expect(ordersIn(await other('/account'))).toEqual([]);
  });

  test('knows the demo’s shoppers only', async () => {
    const visit = openBrowser();
    expect((await visit('/account/sign-in', { shopper: 'stranger' })).status).toBe(404);
  });

  test('offers to keep a card to who is signed in', async () => {
    const visit = openBrowser();
    expect((await order(visit)).page).not.toContain('offerToStore":true');
    await visit('/account/sign-in', { shopper: 'mei.tanaka' });
    expect((await order(visit)).page).toContain('"registrations":{"offerToStore":true}');
  });
});

describe('the language', () => {
  test('is that of the browser, until another is chosen; then that one stays', async () => {
    const headers = {
      host: new URL(SHOP_URL).host,
      'accept-language': 'cy, da-DK;q=0.9, en;q=0.8',
    };
    const { body } = await workbench.inject({ url: '/', headers });
    expect(body).toContain('<html lang="da" dir="ltr">');
    const chosen = await workbench.inject({ url: '/cart?lang=ar', headers });
    expect(chosen.body).toContain('<html lang="ar" dir="rtl">');
    const [cookie = ''] = String(chosen.headers['set-cookie']).split(';');
    expect(cookie).toBe('shop-language=ar');
    const kept = await workbench.inject({ url: '/nowhere', headers: { ...headers, cookie } });
    expect(kept.body).toContain('<html lang="ar" dir="rtl">');
  });

  test('can be chosen on every page, and keeps the rest of its address', async () => {
    const visit = openBrowser();
    const { text } = await visit('/products/mug?from=mail');
    expect(text).toContain('href="/products/mug?from=mail&amp;lang=fr" lang="fr"');
    expect([...text.matchAll(/hreflang=/g)]).toHaveLength(25);
  });
});
