/** The bank's question in pages that are not the shop's, in a shop in a frame, and in a sandbox. */
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { accessibilityProblems } from './axe.ts';
import { CardForm } from './card-form.ts';
import { expect, formPage, type Gateway, test } from './fixtures.ts';
import { storeCard } from './form-fields/store-card.ts';
import { type MerchantSite, startMerchantSite } from './merchant-site.ts';
import {
  bankIn,
  CHALLENGE,
  CHALLENGE_WITH_METHOD_CALL,
  challengeIn,
  press,
  resultOf,
  startPayment,
} from './waiting-payment.ts';

/** A stranger's page, with an address in a frame. */
async function openElsewhere(page: Page, { publish }: MerchantSite, address: string) {
  const html = `<!doctype html><html lang="en"><title>Elsewhere</title><main><h1>Elsewhere</h1>
    <iframe title="Shop" src="${address}" width="600" height="900"></iframe></main>`;
  await page.goto(publish({ html }));
}

let elsewhere: MerchantSite;
test.beforeAll(async () => {
  elsewhere = await startMerchantSite();
});
test.afterAll(() => elsewhere.close());

test('another page shows no bank, and leads to the whole tab', async ({
  page,
  gateway,
  merchant,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const { id, url } = await startPayment(gateway, {
    'card.number': CHALLENGE_WITH_METHOD_CALL,
    shopperResultUrl: `${merchant.origin}/result`,
  });
  await openElsewhere(page, elsewhere, url);
  const link = page.frameLocator('iframe').getByRole('link', { name: 'Continue to your bank' });
  await expect(link).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(asked.filter((address) => address.includes('/bank/'))).toEqual([]);
  await link.click();
  await press(bankIn(page).getByRole('button'));
  await page.waitForURL('**/result?**');
  expect(await resultOf(gateway, id)).toBe('000.100.110');
});

test('a page of the shop may hold it, of a payment that its server made', async ({
  page,
  gateway,
  merchant,
}) => {
  const { id, url } = await startPayment(gateway, {
    shopperResultUrl: `${merchant.origin}/result`,
  });
  const html = `<!doctype html><title>Shop</title>
    <iframe name="own" title="Bank" src="${url}" width="600" height="600"></iframe>`;
  await page.goto(merchant.publish({ html }));
  await press(bankIn(page.frameLocator('iframe[name="own"]')).getByRole('button'));
  await expect.poll(() => resultOf(gateway, id)).toBe('000.100.110');
});

test('a shop in a frame of another site asks as ever', async ({ page, gateway, merchant }) => {
  const checkoutId = await gateway.createCheckout();
  const shopPage = merchant.publish(formPage(gateway.url, merchant.origin, checkoutId));
  await openElsewhere(page, elsewhere, shopPage);
  const shop = page.frameLocator('iframe[title="Shop"]');
  const form = new CardForm(shop as unknown as Page);
  await form.isReady();
  await form.pay({ number: CHALLENGE });
  await bankIn(challengeIn(shop as unknown as Page))
    .getByRole('button')
    .click();
  await expect.poll(async () => (await gateway.status(checkoutId)).result.code).toBe('000.100.110');
});

test.describe('a shop without an origin, whose channel lists null', () => {
  test.beforeAll(({ gateway, merchant }) =>
    gateway.setChannel(`origins=["null","${merchant.origin}"]`),
  );
  test.afterAll(({ gateway }) => gateway.setChannel('origins=[]'));
  const isPaid = (gateway: Gateway, checkoutId: string) =>
    expect.poll(async () => (await gateway.status(checkoutId)).result.code).toBe('000.100.110');

  test('in a file, asks in its page', async ({ page, gateway, merchant }, info) => {
    const checkoutId = await gateway.createCheckout();
    const file = info.outputPath('shop.html');
    await writeFile(file, formPage(gateway.url, merchant.origin, checkoutId).html);
    await page.goto(`file://${file}`);
    const form = new CardForm(page);
    await form.isReady();
    await form.pay({ number: CHALLENGE_WITH_METHOD_CALL });
    await press(bankIn(challengeIn(page)).getByRole('button'));
    await page.waitForURL('**/result?**');
    await isPaid(gateway, checkoutId);
  });

  test('in a sandbox, asks in its page for a stored card', async ({ page, openForm, gateway }) => {
    const card = await storeCard(gateway, { number: CHALLENGE_WITH_METHOD_CALL });
    const { checkoutId } = await openForm({
      checkout: { 'registrations[0].id': card },
      headers: { 'content-security-policy': 'sandbox allow-scripts allow-forms' },
    });
    await page.locator('form.wpwl-form-registrations .wpwl-button-pay').click();
    await press(bankIn(challengeIn(page)).getByRole('button'));
    await page.waitForURL('**/result?**');
    await isPaid(gateway, checkoutId);
  });
});
