import type { Page } from '@playwright/test';
import { accessibilityProblems } from './axe.ts';
import type { CardForm } from './card-form.ts';
import { expect, type FormPage, type Gateway, test } from './fixtures.ts';
import {
  FORM_DATA_REQUESTS,
  FRAME_REQUESTS,
  leaveUnanswered,
  PAYMENT_REQUESTS,
} from './payment-requests.ts';

interface Scene {
  readonly page: Page;
  readonly gateway: Gateway;
}

interface State {
  readonly name: string;
  /** Before the page is opened. */
  readonly prepare?: (scene: Scene) => Promise<unknown>;
  readonly reach: (form: CardForm, scene: Scene & { checkoutId: string }) => Promise<void>;
}

const isTold = (form: CardForm) => expect(form.message).toBeVisible();

const STATES: readonly State[] = [
  {
    name: 'loading',
    prepare: ({ page }) => page.route(FORM_DATA_REQUESTS, leaveUnanswered),
    reach: (form) => expect(form.root).toHaveAttribute('data-phase', 'loading'),
  },
  { name: 'empty', reach: (form) => form.isReady() },
  {
    name: 'filled, with the focus in a frame',
    async reach(form) {
      await form.isReady();
      await form.type();
    },
  },
  {
    name: 'a wrong card number',
    async reach(form) {
      await form.isReady();
      await form.number.pressSequentially('4200000000000001');
      await form.expiry.click();
      await expect(form.hint('cardNumberError')).toBeVisible();
    },
  },
  {
    name: 'an expired card, a wrong name, a short CVV',
    async reach(form) {
      await form.pay({ expiry: '0120', holder: 'J', cvv: '1' });
      await expect(form.root.locator('.wpwl-hint')).toHaveCount(3);
    },
  },
  {
    name: 'nothing filled in at all',
    async reach(form) {
      await form.isReady();
      await form.payButton.click();
      await expect(form.root.locator('.wpwl-hint')).toHaveCount(4);
    },
  },
  {
    name: 'busy',
    async reach(form, { page }) {
      await page.route(PAYMENT_REQUESTS, leaveUnanswered);
      await form.pay();
      await expect(form.payButton).toHaveAttribute('aria-busy', 'true');
    },
  },
  {
    name: 'declined',
    async reach(form) {
      await form.pay({ number: '4200000000001016' });
      await isTold(form);
    },
  },
  {
    name: 'connection lost',
    async reach(form, { page }) {
      await page.route(PAYMENT_REQUESTS, (route) => route.abort());
      await form.pay();
      await isTold(form);
    },
  },
  {
    name: 'expired checkout',
    async reach(form, { gateway, checkoutId }) {
      await form.type();
      await gateway.expire(checkoutId);
      await form.payButton.click();
      await isTold(form);
    },
  },
  {
    name: 'form data not loaded',
    prepare: ({ page }) => page.route(FORM_DATA_REQUESTS, (route) => route.abort()),
    reach: isTold,
  },
  {
    name: 'card fields not loaded',
    prepare: ({ page }) => page.route(FRAME_REQUESTS, (route) => route.abort()),
    reach: isTold,
  },
];

interface Look {
  readonly name: string;
  readonly colorScheme: 'light' | 'dark';
  readonly page: FormPage;
}

const BOTH_SCHEMES = '<meta name="color-scheme" content="light dark">';

const LOOKS: readonly Look[] = [
  {
    name: 'in English, light',
    colorScheme: 'light',
    page: { options: '{stayOnDecline: true}' },
  },
  {
    name: 'in Arabic, dark',
    colorScheme: 'dark',
    page: { options: '{stayOnDecline: true, locale: "ar"}', html: 'lang="ar" dir="rtl"' },
  },
];

for (const { name: look, colorScheme, page: formPage } of LOOKS) {
  test.describe(`axe finds nothing ${look}`, () => {
    for (const { name, prepare, reach } of STATES) {
      test(`${name}`, async ({ page, gateway, openForm }) => {
        // Nothing turns: on a small machine the drawing takes longer than the judging.
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await prepare?.({ page, gateway });
        const { form, checkoutId } = await openForm({ ...formPage, head: BOTH_SCHEMES });
        await reach(form, { page, gateway, checkoutId });
        expect(await accessibilityProblems(page)).toEqual([]);
      });
    }
  });
}

test('when the shopper turns the lights out, the fields follow', async ({ page, openForm }) => {
  const { form } = await openForm({ head: BOTH_SCHEMES });
  await form.isReady();
  await form.type();
  await expect(form.number).toHaveCSS('color', 'rgb(34, 34, 34)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(form.number).toHaveCSS('color', 'rgb(238, 238, 238)');
  await expect(form.cvv).toHaveCSS('color', 'rgb(238, 238, 238)');
  expect(await accessibilityProblems(page)).toEqual([]);
});
