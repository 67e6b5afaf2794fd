import { accessibilityProblems } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { storeCard } from './store-card.ts';

const MASTER = { number: '5454545454545454', brand: 'MASTER' };

test.describe('a shopper with stored cards', () => {
  test('pays with the first one, without entering anything @phone', async ({
    page,
    openForm,
    gateway,
    consoleMessages,
  }) => {
    const card = await storeCard(gateway);
    const { checkoutId } = await openForm({ checkout: { 'registrations[0].id': card } });
    const group = page.locator('#wpwl-registrations .wpwl-group-registration');
    await expect(group).toHaveClass(/wpwl-selected/);
    await expect(group.locator('.wpwl-wrapper-registration-number')).toHaveText('**0000');
    await page.locator('form.wpwl-form-registrations .wpwl-button-pay').click();
    await page.waitForURL('**/result?**');
    const status = await gateway.status(checkoutId);
    expect(status).toMatchObject({ paymentBrand: 'VISA', result: { code: '000.100.110' } });
    expect(consoleMessages).toEqual([]);
  });

  test('chooses another one, and enters its CVV where the merchant wants it', async ({
    page,
    openForm,
    gateway,
  }) => {
    const [visa, master] = [await storeCard(gateway), await storeCard(gateway, MASTER)];
    const { checkoutId } = await openForm({
      checkout: { 'registrations[0].id': visa, 'registrations[1].id': master },
      options: `{
        registrations: {requireCvv: 'true'},
        onBeforeSubmitOneClickCard: function () { window.asked = this.className; },
      }`,
    });
    const form = page.locator('form.wpwl-form-registrations');
    await page.getByRole('radio', { name: /Mastercard \*\*5454/ }).check();
    await expect(form.locator('.wpwl-selected')).toContainText('**5454');
    await form.locator('.wpwl-button-pay').click();
    await expect(form.locator('.wpwl-hint-cvvError')).toBeVisible();
    await form.frameLocator('iframe[name="card.cvv"]').locator('input').pressSequentially('123');
    await form.locator('.wpwl-button-pay').click();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).paymentBrand).toBe('MASTER');
  });

  test('is told that the CVV is missing, who pays while its field is still loading', async ({
    page,
    openForm,
    gateway,
  }) => {
    const [visa, master] = [await storeCard(gateway), await storeCard(gateway, MASTER)];
    await openForm({
      checkout: { 'registrations[0].id': visa, 'registrations[1].id': master },
      options: '{registrations: {requireCvv: true}}',
    });
    const form = page.locator('form.wpwl-form-registrations');
    await expect(form.locator('iframe[data-ready]')).toBeVisible();
    let load = () => {};
    const isWanted = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route('**/cvv.html', async (route) => {
      await isWanted;
      await route.continue();
    });
    await page.getByRole('radio', { name: /Mastercard \*\*5454/ }).check();
    await form.locator('.wpwl-button-pay').click();
    await expect(form).toHaveAttribute('data-phase', 'busy');
    load();
    await expect(form.locator('.wpwl-hint-cvvError')).toBeVisible();
    await expect(form.locator('.wpwl-message')).toBeHidden();
  });

  test('enters the CVV where the channel requires it, whatever the page says', async ({
    page,
    openForm,
    gateway,
  }) => {
    const card = await storeCard(gateway);
    await gateway.setChannel('storedCardCvv=required');
    try {
      const { checkoutId } = await openForm({
        checkout: { 'registrations[0].id': card },
        options: '{registrations: {requireCvv: false}}',
      });
      const form = page.locator('form.wpwl-form-registrations');
      await form.locator('.wpwl-button-pay').click();
      await expect(form.locator('.wpwl-hint-cvvError')).toBeVisible();
      await form.frameLocator('iframe[name="card.cvv"]').locator('input').pressSequentially('123');
      await form.locator('.wpwl-button-pay').click();
      await page.waitForURL('**/result?**');
      expect(await gateway.status(checkoutId)).toMatchObject({
        result: { code: '000.100.110', cvvResponse: 'M' },
      });
    } finally {
      await gateway.setChannel('storedCardCvv=optional');
    }
  });

  test('sees other ways to pay only after asking, where the merchant hides them', async ({
    page,
    openForm,
    gateway,
  }) => {
    const card = await storeCard(gateway);
    const { form } = await openForm({
      checkout: { 'registrations[0].id': card },
      options: `{registrations: {hideInitialPaymentForms: 'true'}}`,
    });
    const others = page.locator('[data-action="show-initial-forms"]');
    await expect(others).toBeVisible();
    await expect(form.root).toBeHidden();
    await others.click();
    await expect(form.root).toBeVisible();
    await form.pay();
    await page.waitForURL('**/result?**');
  });

  for (const [name, locale] of [
    ['left to right', 'en'],
    ['right to left', 'ar'],
  ]) {
    test(`has nothing in the way, ${name} @phone`, async ({ page, openForm, gateway }) => {
      const [visa, master] = [await storeCard(gateway), await storeCard(gateway, MASTER)];
      await openForm({
        checkout: { 'registrations[0].id': visa, 'registrations[1].id': master },
        options: `{locale: '${locale}', registrations: {requireCvv: true}}`,
      });
      await expect(page.locator('#wpwl-registrations')).toBeVisible();
      await page.setViewportSize({ width: 320, height: 1200 });
      expect(await accessibilityProblems(page)).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBe(320);
      await page.screenshot({ path: `test-results/stored-${locale}.png`, fullPage: true });
    });
  }
});
