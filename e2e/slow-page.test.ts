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
    // The pauses are what is tested: the browser draws what has come, and the script looks at it.
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

test("the card can be typed while the form's data are on their way, and is judged when they are there", async ({
  page,
  openForm,
}) => {
  const mayGo = Promise.withResolvers<void>();
  await page.route('**/form?*', async (route) => {
    await mayGo.promise;
    await route.continue();
  });
  const { form } = await openForm();
  await form.number.pressSequentially('4200000000000001');
  await form.cvv.pressSequentially('123');
  await form.expiry.pressSequentially('1234');
  await expect(form.root).toHaveAttribute('data-phase', 'loading');
  await expect(form.hint('cardNumberError')).toHaveCount(0);

  mayGo.resolve();
  await form.isReady();
  await expect(form.number).toHaveValue('4200 0000 0000 0001');
  await expect(form.cvv).toHaveValue('123');
  await expect(form.expiry).toHaveValue('12 / 34');
  await expect(form.hint('cardNumberError')).toBeVisible();
});
