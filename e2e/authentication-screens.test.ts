/** Every screen between the click and the shop: nothing wrong for axe, nothing wider than a phone. */
import type { Page } from '@playwright/test';
import { accessibilityProblems } from './axe.ts';
import { expect, type Gateway, test } from './fixtures.ts';
import {
  bankIn,
  CHALLENGE,
  CHALLENGE_WITH_METHOD_CALL,
  challengeIn,
  passAnHour,
  resultOf,
  settle,
  startPayment,
} from './waiting-payment.ts';

interface BankScreen {
  readonly name: string;
  /** Brings the page there, in a language. */
  show(page: Page, gateway: Gateway, locale: string): Promise<void>;
}

const isStillOpen = '000.200.000';
const SHOP = { shopperResultUrl: 'https://shop.example/result' };

const SCREENS: readonly BankScreen[] = [
  {
    name: 'the bank’s question',
    async show(page, gateway, locale) {
      const { url } = await startPayment(gateway, SHOP);
      await page.goto(`${url}?locale=${locale}`);
      await expect(bankIn(page).getByRole('combobox')).toBeVisible();
    },
  },
  {
    name: 'the bank’s question, without a network',
    async show(page, gateway, locale) {
      const { url } = await startPayment(gateway, SHOP);
      await page.goto(`${url}?locale=${locale}`);
      await expect(bankIn(page).getByRole('combobox')).toBeVisible();
      await page.context().setOffline(true);
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'waiting while the issuer looks at the browser',
    async show(page, gateway, locale) {
      await page.route('**/bank/method**', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><html lang="en"><title>Issuer</title>',
        }),
      );
      // The gateway's page would go on after ten seconds.
      await page.clock.install();
      const { url } = await startPayment(gateway, {
        ...SHOP,
        'card.number': CHALLENGE_WITH_METHOD_CALL,
      });
      await page.goto(`${url}?locale=${locale}`);
      await expect(page.getByRole('status')).toBeVisible();
    },
  },
  {
    name: 'a wallet',
    async show(page, gateway, locale) {
      const { url } = await startPayment(gateway, { ...SHOP, paymentBrand: 'PAYPAL' });
      await page.goto(`${url}?locale=${locale}`);
      await expect(page.locator('button[value="accept"]')).toBeVisible();
    },
  },
  {
    name: 'paid, and no shop to go back to',
    async show(page, gateway, locale) {
      const { id, url } = await startPayment(gateway);
      await settle(gateway, id, 'accept');
      await page.goto(`${url}?locale=${locale}`);
      await expect(page.getByRole('status')).toBeVisible();
    },
  },
  {
    name: 'declined, and no shop to go back to',
    async show(page, gateway, locale) {
      const { id, url } = await startPayment(gateway);
      await settle(gateway, id, 'decline');
      await page.goto(`${url}?locale=${locale}`);
      await expect(page.getByRole('status')).toBeVisible();
    },
  },
  {
    name: 'cancelled by the shopper',
    async show(page, gateway, locale) {
      const { url } = await startPayment(gateway);
      await page.goto(`${url}?locale=${locale}`);
      await page.locator('form:not([hidden]) button').click();
      await expect(page.getByRole('status')).toBeVisible();
    },
  },
  {
    name: 'expired',
    async show(page, gateway, locale) {
      const { id, url } = await startPayment(gateway, SHOP);
      await passAnHour(gateway, async () => (await resultOf(gateway, id)) !== isStillOpen);
      await page.goto(`${url}?locale=${locale}`);
      await expect(page.getByRole('link')).toBeVisible();
    },
  },
  {
    name: 'out of date',
    async show(page, gateway, locale) {
      const { url } = await startPayment(gateway, SHOP);
      await page.goto(
        `${url.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}?locale=${locale}`,
      );
      await expect(page.getByRole('status')).toBeVisible();
    },
  },
  {
    name: 'a bank that does not know what it is asked',
    async show(page, gateway, locale) {
      await page.goto(`${gateway.shopUrl}/bank/wallet?order=none&locale=${locale}`);
      await expect(page.getByRole('heading')).toBeVisible();
    },
  },
];

const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

for (const [locale, direction] of [
  ['en', 'ltr'],
  ['ar', 'rtl'],
] as const) {
  for (const { name, show } of SCREENS) {
    test(`${name}, ${locale} @phone`, async ({ page, gateway }) => {
      await show(page, gateway, locale);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expect(page.locator('html')).toHaveAttribute('dir', direction);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(Number(await page.evaluate(overflow))).toBeLessThanOrEqual(0);
    });
  }

  test(`the bank’s question in the place of the form, ${locale} @phone`, async ({
    page,
    openForm,
    gateway,
  }) => {
    const { form, checkoutId } = await openForm({ options: `{locale: '${locale}'}` });
    await form.isReady();
    await form.pay({ number: CHALLENGE });
    const hold = challengeIn(page);
    const bank = bankIn(hold);
    await expect(bank.getByRole('combobox')).toBeVisible();
    for (const document of [hold, bank]) {
      await expect(document.locator('html')).toHaveAttribute('dir', direction);
    }
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(Number(await page.evaluate(overflow))).toBeLessThanOrEqual(0);
    await bank.getByRole('button').click();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
  });
}
