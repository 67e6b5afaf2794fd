import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { DECLINED, GONE, PAID, PENDING, standIn } from './support/gateway-stand-in.js';
import { openShop, SECRET } from './support/open-shop.js';

const gateway = standIn();
let shop;
before(async () => {
  shop = await openShop(gateway.client, 'https://gateway.example');
});
after(() => shop.close());

const resultOf = (id) => shop.text(`/result?id=${id}`);

describe('a shopper', () => {
  it('pays what the shop asks for, whatever the browser says', async () => {
    await shop.text('/checkout', { method: 'POST', body: new URLSearchParams({ amount: '0.01' }) });
    assert.equal(gateway.created.at(-1).amount, '24.00');
  });

  it('is asked to wait while it is not decided', async () => {
    const id = await shop.buy();
    gateway.answer(id, PENDING);
    assert.match(await resultOf(id), /Do not pay again/);
  });

  it('who has not tried to pay reads that', async () => {
    assert.match(await resultOf(await shop.buy()), /You have not paid yet/);
  });

  it('whose time is over reads that', async () => {
    const id = await shop.buy();
    gateway.answer(id, GONE);
    assert.match(await resultOf(id), /The time to pay is over/);
  });

  it('is thanked, and the order shipped once, however often the page is loaded', async () => {
    const id = await shop.buy();
    gateway.answer(id, PAID);
    const before = shop.shipped.length;
    for (const text of [await resultOf(id), await resultOf(id)]) assert.match(text, /is paid/);
    assert.equal(shop.shipped.length, before + 1);
  });

  for (const [what, payment] of [
    ['a decline', DECLINED],
    ['another amount', { ...PAID, amount: '1.00' }],
    ['another currency', { ...PAID, currency: 'JPY' }],
  ]) {
    it(`gets nothing for ${what}`, async () => {
      const id = await shop.buy();
      gateway.answer(id, payment);
      const before = shop.shipped.length;
      assert.match(await resultOf(id), /did not go through/);
      assert.equal(shop.shipped.length, before);
    });
  }

  it('finds nothing under the id of another shop', async () => {
    assert.match(await resultOf('checkout-of-another'), /no such page/);
  });
});

describe('the webhook', () => {
  const send = (event, secret = SECRET) => {
    const body = JSON.stringify(event);
    const timestamp = Math.floor(Date.now() / 1000);
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const hash = createHmac('sha256', key).update(`1.${timestamp}.${body}`).digest('base64');
    return fetch(`${shop.url}/webhook`, {
      method: 'POST',
      body,
      headers: {
        'webhook-id': '1',
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${hash}`,
      },
    });
  };
  const event = (checkoutId) => ({
    type: 'PAYMENT_CHARGE_CAPTURE_SUCCEEDED',
    paymentSessionId: `sess_${checkoutId}`,
  });

  it('ships an order whose shopper never came back, once', async () => {
    const id = await shop.buy();
    gateway.answer(id, PAID);
    const before = shop.shipped.length;
    const answers = await Promise.all([send(event(id)), send(event(id))]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [204, 204],
    );
    assert.equal(shop.shipped.length, before + 1);
  });

  it('refuses what another has signed', async () => {
    const id = await shop.buy();
    gateway.answer(id, PAID);
    const before = shop.shipped.length;
    const forged = `whsec_${Buffer.from('another secret, as long as it is').toString('base64')}`;
    assert.equal((await send(event(id), forged)).status, 400);
    assert.equal(shop.shipped.length, before);
  });

  it('believes the gateway, not the message', async () => {
    const id = await shop.buy();
    gateway.answer(id, DECLINED);
    const before = shop.shipped.length;
    assert.equal((await send(event(id))).status, 204);
    assert.equal(shop.shipped.length, before);
  });

  it('takes events of what it has not sold', async () => {
    assert.equal((await send({ type: 'TEST' })).status, 204);
  });
});
