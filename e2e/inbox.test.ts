/** The inbox of the workbench: live, by payment, with what came as it came and how it is verified. */
import { DEMO } from '../server/tests/support/gateway-process.ts';
import { accessibilityProblems } from './axe.ts';
import { expect, test } from './fixtures.ts';
import type { Gateway } from './gateway.ts';

/** As a merchant's server, so that the page has no part in it. */
async function pay({ url }: Gateway, amount: string): Promise<string> {
  const response = await fetch(`${url}/v1/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
    body: new URLSearchParams({
      ...{ amount, currency: 'EUR', paymentType: 'DB', paymentBrand: 'VISA' },
      ...{ 'card.number': '4200000000000000', 'card.cvv': '123', 'card.holder': 'Jane Jones' },
      ...{ 'card.expiryMonth': '05', 'card.expiryYear': '2034' },
    }),
  });
  return ((await response.json()) as { id: string }).id;
}

test.describe('the webhook inbox', () => {
  test('shows what comes as it comes, by payment, and keeps what is open @phone', async ({
    page,
    gateway,
    consoleMessages,
  }) => {
    await page.goto(`${gateway.shopUrl}/inbox`);
    await page.getByRole('button', { name: /^(Subscribe|Test again)/ }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Tests and samples' })).toBeVisible();
    const first = await pay(gateway, '12.34');
    const group = page.getByRole('region', { name: `Payment ${first}` });
    await expect(group.getByText('PAYMENT CREATED DB 12.34 EUR')).toBeVisible();
    await expect(group.locator('ol > li')).toHaveCount(4);
    const created = group.locator('summary', { hasText: 'PAYMENT_CHARGE_CREATED' });
    await created.press('Enter');
    await expect(
      group.getByText('"paymentChargeStatus": "AUTHORIZATION_PROCESSING"'),
    ).toBeVisible();

    const second = await pay(gateway, '56.78');
    await expect(page.getByRole('region', { name: `Payment ${second}` })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Something has come' })).toBeAttached();
    // The reader is where they were.
    await expect(
      group.getByText('"paymentChargeStatus": "AUTHORIZATION_PROCESSING"'),
    ).toBeVisible();
    await expect(created).toBeFocused();
    const headings = page.getByRole('heading', { level: 2, name: /^Payment / });
    await expect(headings.first()).toHaveText(`Payment ${second}`);
    expect(consoleMessages).toEqual([]);
  });

  test('shows the call as it came, and how it is verified, to everyone at any width', async ({
    page,
    gateway,
  }) => {
    await page.goto(`${gateway.shopUrl}/inbox`);
    await page.getByRole('button', { name: /^(Subscribe|Test again)/ }).click();
    const paymentId = await pay(gateway, '90.12');
    const group = page.getByRole('region', { name: `Payment ${paymentId}` });
    await expect(group.locator('ol > li')).toHaveCount(4);
    await page.evaluate(() => {
      for (const folded of document.querySelectorAll('details')) folded.open = true;
    });
    for (const told of [
      'x-initialization-vector',
      'x-authentication-tag',
      'webhook-signature',
      'webhook-sequence',
      'webhook-occurred-at',
      'webhook-channel-id',
    ]) {
      await expect(group.getByText(told, { exact: true }).first()).toBeVisible();
    }
    await expect(group.getByText('it is genuine').first()).toBeVisible();
    const bodies = group.getByRole('region', { name: /^Body of/ });
    await expect(bodies.filter({ hasText: /^[0-9A-F]+$/ })).toHaveCount(1);
    await expect(bodies.filter({ hasText: paymentId })).toHaveCount(3);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1280, 375, 320]) {
        await page.setViewportSize({ width, height: 720 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(overflow, `at ${width}`).toBe(width);
      }
      expect(await accessibilityProblems(page)).toEqual([]);
    }
  });
});
