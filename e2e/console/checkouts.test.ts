/** Checkouts that were not paid, and the funnel: what shoppers did on a merchant's page, in the console. */
import type { Browser } from '@playwright/test';
import { CardForm } from '../card-form.ts';
import { formPage } from '../form-page.ts';
import { startMerchantSite } from '../merchant-site.ts';
import type { ADay } from './a-day.ts';
import { expect, test } from './fixtures.ts';

/** Opens the form on a merchant's page, as a shopper on a phone, and leaves again. */
async function leaveForm(browser: Browser, office: ADay, checkoutId: string): Promise<void> {
  const site = await startMerchantSite();
  const context = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
  });
  const page = await context.newPage();
  const shop = formPage(office.gatewayUrl, site.origin, checkoutId, {
    options: "{ locale: 'de' }",
  });
  await page.goto(site.publish(shop));
  await new CardForm(page).isReady();
  await context.close();
  await site.close();
}

test('a shopper who leaves the form is seen where they left, and in the funnel', async ({
  desk,
  browser,
  office,
}) => {
  await leaveForm(browser, office, await office.checkout('order-5001'));
  await expect(async () => {
    await desk.goto('/checkouts?reference=order-5001');
    const row = desk.getByRole('row').filter({ hasText: 'order-5001' });
    await expect(row).toContainText('Form left', { timeout: 500 });
    await expect(row).toContainText('German');
    await expect(row).toContainText('Phone');
    await expect(row).toContainText('€45.00');
  }).toPass({ timeout: 10_000 });
  await desk.getByRole('link', { name: 'Clear filters' }).click();
  await desk.getByLabel('Stopped at').selectOption({ label: 'Form never loaded' });
  await expect(desk).toHaveURL(/step=made/);
  await expect(desk.getByRole('cell', { name: 'order-4001' })).toBeVisible();
  await expect(desk.getByRole('cell', { name: 'order-5001' })).toHaveCount(0);
  await desk.getByRole('link', { name: 'Funnel' }).click();
  const all = desk.getByRole('table', { name: 'Funnel' });
  await expect(all.getByRole('row', { name: /^Form loaded/ })).toBeVisible();
  await expect(all.getByRole('row', { name: /^Paid/ })).toContainText('0%');
  const german = desk
    .getByRole('table', { name: 'By language' })
    .getByRole('row', { name: /^German/ });
  await expect(german.getByRole('cell').first()).not.toHaveText('0');
  await expect(desk.getByRole('table', { name: 'By device' })).toContainText('Phone');
});

test('the list and the funnel are used by keyboard alone', async ({ desk, office }) => {
  await office.checkout('order-5002');
  await desk.goto('/checkouts');
  await expect(desk.getByRole('cell', { name: 'order-5002' })).toBeVisible();
  await desk.keyboard.press('f');
  await expect(desk.getByLabel('Period')).toBeFocused();
  await desk.getByRole('textbox', { name: 'Reference' }).focus();
  await desk.keyboard.type('order-5002');
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(/reference=order-5002/);
  await expect(desk.getByRole('row')).toHaveCount(2);
  await desk.goto('/checkouts/funnel');
  await expect(desk.getByRole('table', { name: 'Funnel' })).toBeVisible();
  await desk.keyboard.press('f');
  await desk.keyboard.press('ArrowUp');
  await expect(desk).toHaveURL(/period=week/);
  await expect(desk.getByRole('table', { name: 'Funnel' })).toBeVisible();
});
