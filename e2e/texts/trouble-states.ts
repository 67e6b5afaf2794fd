/** What translators see where a form cannot go on: no network, no time, nothing that is offered. */
import { expect } from '@playwright/test';
import { SEALED_REFUSED } from '../../contract/sealed-value.ts';
import { FORM_DATA_REQUESTS, FRAME_REQUESTS, PAYMENT_REQUESTS } from '../payment-requests.ts';
import type { Scene, TextState } from './state.ts';

const MESSAGE = '.wpwl-message:visible';

const isTold = ({ page }: Scene) =>
  expect(page.locator(MESSAGE).first()).toBeVisible({ timeout: 20_000 });

/** The form says it above its button once it was paid with. */
const payAndHear = async (scene: Scene) => {
  await scene.form.isReady();
  await scene.form.pay();
  await isTold(scene);
};

const answerWith =
  (status: number, code: string) =>
  ({ page }: Scene) =>
    page.route(PAYMENT_REQUESTS, (route) =>
      route.fulfill({
        status,
        headers: { 'access-control-allow-origin': '*' },
        json: { result: { code, description: '' } },
      }),
    );

export const TROUBLE_STATES: Readonly<Record<string, TextState>> = {
  'card-unknown': {
    prepare: ({ page }) => page.route(PAYMENT_REQUESTS, (route) => route.abort()),
    reach: payAndHear,
  },
  'card-refused': {
    prepare: answerWith(400, SEALED_REFUSED.tooOld),
    reach: payAndHear,
    part: MESSAGE,
  },
  'card-throttled': { prepare: answerWith(429, '800.120.100'), reach: payAndHear, part: MESSAGE },
  'card-offline': {
    async reach(scene) {
      await scene.form.isReady();
      await scene.form.type();
      await scene.context.setOffline(true);
      await scene.form.payButton.click();
      await isTold(scene);
    },
    part: MESSAGE,
  },
  'session-ending': {
    prepare: ({ page }) =>
      page.route(FORM_DATA_REQUESTS, async (route) => {
        const response = await route.fetch();
        const data = await response.json();
        await route.fulfill({ response, json: { ...data, expiresAt: data.now + 170_000 } });
      }),
    reach: isTold,
    part: MESSAGE,
  },
  'session-renewed': {
    async prepare({ page, gateway }) {
      const next = await gateway.createCheckout();
      await page.addInitScript((id) => Reflect.set(window, 'nextCheckout', id), next);
    },
    async reach(scene) {
      await scene.form.isReady();
      await scene.form.type();
      await scene.gateway.expire(scene.checkoutId);
      await scene.form.payButton.click();
      await isTold(scene);
    },
    options: 'getCheckoutId() { return window.nextCheckout }',
    part: MESSAGE,
  },
  'session-expired': {
    prepare: ({ gateway, checkoutId }) => gateway.expire(checkoutId),
    reach: isTold,
    options: `cancelUrl: '/cart'`,
  },
  'already-paid': {
    async reach(scene) {
      const shop = scene.page.url();
      await scene.form.isReady();
      await scene.form.pay();
      await scene.page.waitForURL('**/result?**');
      await scene.page.goto(shop);
      await isTold(scene);
    },
    part: MESSAGE,
  },
  'form-unavailable': { reach: isTold, brands: 'NONE', part: MESSAGE },
  'load-failed': {
    prepare: ({ page }) => page.route(FORM_DATA_REQUESTS, (route) => route.abort()),
    reach: isTold,
  },
  'fields-failed': {
    prepare: ({ page }) => page.route(FRAME_REQUESTS, (route) => route.abort()),
    reach: isTold,
  },
  'fields-reloaded': {
    async reach({ form, page }) {
      await form.isReady();
      await form.type();
      await page.evaluate(() => {
        const group = document.querySelector('.wpwl-group-cardNumber');
        document.querySelector('.wpwl-form')?.append(group ?? '');
      });
      await expect(form.hint('cardNumberError')).toBeVisible();
    },
    part: '.wpwl-group-cardNumber',
  },
};
