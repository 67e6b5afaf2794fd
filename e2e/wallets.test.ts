/** Wallets and banks that take the whole tab: what the shopper can do there, and what comes of it. */
import { accessibilityProblems } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { offline } from './waiting-payment.ts';

test('a shopper who comes back to the form goes on with the wallet that waits', async ({
  page,
  openForm,
  gateway,
}) => {
  const { checkoutId } = await openForm({ brands: 'VISA PAYPAL' });
  const shop = page.url();
  const wallet = page.locator('.wpwl-container-virtualAccount-PAYPAL');
  await wallet.locator('button.wpwl-button').first().click();
  await page.waitForURL('**/bank/wallet?**');
  await page.goto(shop);
  await expect(wallet.locator('.wpwl-message')).toContainText('You have not confirmed');
  await expect(page.locator('.wpwl-form-card .wpwl-message')).toBeHidden();
  await wallet.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.waitForURL('**/bank/wallet?**');
  await page.locator('button[value="pend"]').click();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).result.code).toBe('000.200.000');
  // The bank takes its time: there is nothing left for the shopper to confirm, and nothing else to pay with.
  await page.goto(shop);
  const word = page.getByText('Your payment is still being processed. Do not pay again.');
  await expect(word.first()).toBeVisible();
  await expect(wallet.locator('button.wpwl-button').first()).toBeHidden();
});

test('a shopper who is offline at the click, reloads the wallet, and goes back after the end pays once', async ({
  page,
  openForm,
  gateway,
  context,
}) => {
  const { checkoutId } = await openForm({ brands: 'PAYPAL' });
  const form = page.locator('.wpwl-container-virtualAccount-PAYPAL');
  await expect(form.locator('.wpwl-button-brand')).toBeVisible();
  await offline(context, async () => {
    await form.locator('.wpwl-button-brand').click();
    await expect(form).toContainText('You are offline. Check your connection.');
  });
  await expect(form.locator('.wpwl-message')).toBeHidden();
  await form.locator('.wpwl-button-brand').click();
  await page.waitForURL('**/bank/wallet?**');
  await page.reload();
  await page.locator('button[value="accept"]').click();
  await page.waitForURL('**/result?**');
  const paid = await gateway.status(checkoutId);
  expect(paid.result.code).toBe('000.100.110');
  // The wallet's page says yes once more, or no.
  await page.goBack();
  await page.locator('button[value="decline"]').click();
  await page.waitForURL('**/result?**');
  expect(await gateway.status(checkoutId)).toMatchObject({ id: paid.id, result: paid.result });
});

test('who does not come back from the wallet can pay by card', async ({
  page,
  openForm,
  gateway,
}) => {
  const { form, checkoutId } = await openForm({
    after: '<form class="paymentWidgets" action="/result">PAYPAL</form>',
  });
  await page.locator('.wpwl-container-virtualAccount-PAYPAL button.wpwl-button').first().click();
  await page.waitForURL('**/bank/wallet?**');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.goBack();
  await form.isReady();
  await form.pay();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
});
