import { accessibilityProblems } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { storeCard } from './store-card.ts';

const FIXED = { 'recurring.numberOfInstallments': '3' };

test('a shopper sees the installments that the merchant has fixed @phone', async ({
  page,
  openForm,
  gateway,
}) => {
  const { form, checkoutId } = await openForm({ checkout: FIXED });
  await form.isReady();
  const group = form.root.locator('.wpwl-group-installments');
  await expect(group).toContainText('3 instalments: first €30.66, then €30.67 each');
  await expect(group.locator('select')).toHaveCount(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await form.pay();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).recurring).toMatchObject({ numberOfInstallments: 3 });
});

test('so does one with a stored card, in Arabic too', async ({ page, openForm, gateway }) => {
  const checkout = { ...FIXED, 'registrations[0].id': await storeCard(gateway) };
  await openForm({ checkout, options: '{ locale: "ar" }' });
  const form = page.locator('form.wpwl-form-registrations');
  await expect(form.locator('.wpwl-group-installments')).toContainText('30.66');
  await form.locator('.wpwl-button-pay').click();
  await page.waitForURL('**/result?**');
});

test('a state is sent without its country, filled in by the page or chosen', async ({
  page,
  openForm,
  gateway,
}) => {
  const { form, checkoutId } = await openForm({
    options: '{ billingAddress: { country: "US", state: "US-CA" } }',
  });
  await form.isReady();
  await form.pay();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).billing).toEqual({ country: 'US', state: 'CA' });
});
