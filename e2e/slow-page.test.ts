import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CardForm } from './card-form.ts';
import { expect, test } from './fixtures.ts';

test('a page that arrives in pieces: the form waits until its brands are there in whole', async ({
  page,
  gateway,
}) => {
  const checkoutId = await gateway.createCheckout();
  const shop = createServer(async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.write(`<!doctype html><html lang="en"><title>Checkout</title>
      <script>var wpwlOptions = {}</script>
      <script src="${gateway.url}/v1/paymentWidgets.js?checkoutId=${checkoutId}"></script>
      <main><h1>Checkout</h1><form class="paymentWidgets" action="/result">`);
    await sleep(1_000);
    response.write('VISA MAS');
    await sleep(500);
    response.end('TER</form></main></html>');
  });
  await new Promise<void>((resolve) => shop.listen(0, 'localhost', resolve));
  try {
    await page.goto(`http://localhost:${(shop.address() as AddressInfo).port}`);
    const form = new CardForm(page);
    await form.isReady();
    await expect(form.brand.locator('option')).toHaveText(['Visa', 'Mastercard']);
  } finally {
    shop.closeAllConnections();
    shop.close();
  }
});
