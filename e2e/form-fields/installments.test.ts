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

test('a choice of installments has the amounts that a refresh brings, and stays', async ({
  page,
  openForm,
  gateway,
}) => {
  await gateway.setChannel('country=MX');
  try {
    const { form, checkoutId } = await openForm({
      checkout: { currency: 'MXN', amount: '1200.00' },
    });
    const select = form.root.locator('[name="recurring.numberOfInstallments"]');
    await select.selectOption('6');
    const chosen = () =>
      select.evaluate((element: HTMLSelectElement) => element.selectedOptions[0]?.text);
    expect(await chosen()).toContain('200.00');
    await gateway.update(checkoutId, { amount: '2400.00' });
    await page.evaluate('wpwl.refresh()');
    await expect.poll(chosen).toContain('400.00');
    await expect(select).toHaveValue('6');
  } finally {
    // Where one pays in one.
    await gateway.setChannel('country=GB');
  }
});

test('the button of the list says in how many parts is paid', async ({
  page,
  openForm,
  gateway,
}) => {
  await gateway.setChannel('country=MX');
  try {
    const checkout = { currency: 'MXN', amount: '1200.00' };
    await openForm({ checkout, options: `{ layout: 'list' }` });
    const pay = (name: RegExp) => page.getByRole('button', { name });
    const parts = page.locator('[name="recurring.numberOfInstallments"]');
    await expect(pay(/^Pay MX\$1,200\.00$/)).toBeVisible();
    await parts.selectOption('6');
    await expect(pay(/^Pay MX\$1,200\.00 in 6 instalments$/)).toBeVisible();
    await parts.selectOption('');
    await expect(pay(/^Pay MX\$1,200\.00$/)).toBeVisible();
    await parts.selectOption('3');
    await page.evaluate("wpwlOptions.locale = 'ru'; document.body.append('Оплата')");
    await expect(pay(/^Оплатить 1\s200,00\s\S+ за 3 платежа$/)).toBeVisible();
  } finally {
    await gateway.setChannel('country=GB');
  }
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
