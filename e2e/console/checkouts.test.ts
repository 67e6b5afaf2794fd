/** Checkouts that were not paid, and the funnel: what shoppers did on a merchant's page, in the console. */
import type { Browser } from '@playwright/test';
import { CardForm } from '../card-form.ts';
import { formPage } from '../form-page.ts';
import { startMerchantSite } from '../merchant-site.ts';
import type { ADay } from './a-day.ts';
import { expect, test } from './fixtures.ts';

/**
 * Opens the form on a merchant's page, as a shopper on a phone, and leaves again.
 * @returns what the form has told the gateway by itself: each address with its body
 */
async function leaveForm(
  browser: Browser,
  office: ADay,
  checkoutId: string,
  fill: (form: CardForm) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const site = await startMerchantSite();
  const context = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
  });
  const page = await context.newPage();
  const told: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET') return;
    told.push(`${new URL(request.url()).pathname.split('/').at(-1)} ${request.postData() ?? ''}`);
  });
  const shop = formPage(office.gatewayUrl, site.origin, checkoutId, {
    options: "{ locale: 'de' }",
  });
  await page.goto(site.publish(shop));
  const form = new CardForm(page);
  await form.isReady();
  await fill(form);
  await context.close();
  await site.close();
  return told;
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
    await expect(row).toContainText('Form left', { timeout: 2_000 });
    await expect(row).toContainText('German');
    await expect(row).toContainText('Phone');
    await expect(row).toContainText('€45.00');
  }).toPass();
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

test('a shopper who has typed is told apart from one who has not, and nothing of what was typed', async ({
  desk,
  browser,
  office,
}) => {
  const checkoutId = await office.checkout('order-5003');
  const told = await leaveForm(browser, office, checkoutId, async (form) => {
    await form.number.pressSequentially('4200 0000 1');
    await form.number.fill('');
    await form.number.pressSequentially('4111');
  });
  expect(told).toEqual(['typed ']);
  await expect(async () => {
    await desk.goto('/checkouts?reference=order-5003&step=typed');
    const row = desk.getByRole('row').filter({ hasText: 'order-5003' });
    await expect(row).toContainText('Left while typing', { timeout: 2_000 });
    await expect(row).toContainText('German');
  }).toPass();
  await desk.goto('/checkouts/funnel');
  const all = desk.getByRole('table', { name: 'Funnel' });
  await expect(all.getByRole('row', { name: /^Typed/ })).not.toContainText(/^Typed *0%/);
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
