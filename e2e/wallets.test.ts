/** Wallets and banks that take the whole tab: what the shopper can do there, and what comes of it. */
import { accessibilityProblems } from './axe.ts';
import { expect, test } from './fixtures.ts';

const CHOICES = [
  ['accept', '000.100.110'],
  ['decline', '100.397.102'],
  ['cancel', '100.396.101'],
  ['pend', '000.200.000'],
] as const;

for (const [choice, code] of CHOICES) {
  test(`at the wallet the shopper can ${choice}: ${code} @phone`, async ({
    page,
    openForm,
    gateway,
  }) => {
    const { checkoutId } = await openForm({ brands: 'PAYPAL' });
    await page.locator('.wpwl-container-virtualAccount-PAYPAL button.wpwl-button').first().click();
    await page.waitForURL('**/bank/wallet?**');
    await page.locator(`button[value="${choice}"]`).click();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe(code);
  });
}

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
