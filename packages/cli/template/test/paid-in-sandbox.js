/** `npm run test:sandbox`: a payment at the gateway of .env. No money moves. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createClient } from '@payment-widgets/server';
import { openShop } from './support/open-shop.js';

const { GATEWAY, ENTITY_ID, ACCESS_TOKEN, WEBHOOK_SECRET } = process.env;
const gateway = createClient({ url: GATEWAY, entityId: ENTITY_ID, accessToken: ACCESS_TOKEN });
let shop;
before(async () => {
  shop = await openShop(gateway, GATEWAY, WEBHOOK_SECRET);
});
after(() => shop.close());

const pay = (id, number) =>
  gateway.checkouts.pay(id, {
    paymentBrand: 'VISA',
    'card.number': number,
    'card.holder': 'Jane Jones',
    'card.expiryMonth': '05',
    'card.expiryYear': '2034',
    'card.cvv': '123',
    shopperResultUrl: `${shop.url}/result`,
  });

it('is paid by a card that the bank approves', async () => {
  const id = await shop.buy();
  await pay(id, '4200000000000000');
  assert.match(await shop.text(`/result?id=${id}`), /is paid/);
  assert.equal(shop.shipped.length, 1);
});

it('ships nothing for a card that the bank declines', async () => {
  const id = await shop.buy();
  await pay(id, '4200000000001016');
  assert.match(await shop.text(`/result?id=${id}`), /did not go through/);
  assert.equal(shop.shipped.length, 1);
});
