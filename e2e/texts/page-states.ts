/** What translators see of the gateway's own pages: around a bank's question, and at its end. */
import { expect } from '@playwright/test';
import { DEMO } from '../../server/tests/support/gateway-process.ts';
import type { Fields } from '../gateway.ts';
import {
  bankIn,
  bankIsLoaded,
  CHALLENGE,
  CHALLENGE_WITH_METHOD_CALL,
  call,
  passAnHour,
  payVoucher,
  resultOf,
  settle,
  startPayment,
} from '../waiting-payment.ts';
import { type Scene, shown, type TextState, unfold } from './state.ts';

const SHOP = { shopperResultUrl: 'https://shop.example/result' };
const STILL_OPEN = '000.200.000';

/** Opens the page on which a payment of the merchant's server waits, once something has happened to it. */
const waiting = (
  fields: Fields,
  reach: (scene: Scene) => Promise<void>,
  happened: (scene: Scene, id: string) => Promise<unknown> = async () => {},
): TextState => ({
  async reach(scene) {
    const { gateway, page, locale } = scene;
    const { id, url } = await startPayment(gateway, fields);
    await happened(scene, id);
    await page.goto(`${url}?locale=${locale}`, { waitUntil: 'commit' });
    await reach(scene);
  },
  isElsewhere: true,
  part: 'body',
});

const isAsked = ({ page }: Scene) => expect(bankIn(page).getByRole('combobox')).toBeVisible();
const isTold = (scene: Scene) => shown(scene, '[role="status"]:visible, [role="alert"]:visible');

export const PAGE_STATES: Readonly<Record<string, TextState>> = {
  'bank-asks': waiting(SHOP, async (scene) => {
    await isAsked(scene);
    await unfold(bankIn(scene.page).locator('select'));
  }),
  'bank-offline': waiting(SHOP, async (scene) => {
    await isAsked(scene);
    await bankIsLoaded(scene.page);
    await scene.context.setOffline(true);
    await expect(scene.page.getByRole('alert')).toBeVisible();
  }),
  'bank-failed': waiting(SHOP, async (scene) => {
    await isAsked(scene);
    await bankIsLoaded(scene.page);
    await scene.context.setOffline(true);
    await bankIn(scene.page).getByRole('button').click();
    await expect(bankIn(scene.page).getByRole('combobox')).toHaveCount(0);
    await bankIsLoaded(scene.page);
    await scene.context.setOffline(false);
    await expect(scene.page.getByRole('alert')).toBeVisible();
  }),
  'bank-waits': waiting(
    { ...SHOP, 'card.number': CHALLENGE_WITH_METHOD_CALL },
    isTold,
    async ({ page }) => {
      await page.route('**/bank/method**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>Issuer</title>' }),
      );
      // The page would go on after ten seconds.
      await page.clock.install();
    },
  ),
  'wallet-asks': waiting({ ...SHOP, paymentBrand: 'PAYPAL' }, (scene) =>
    shown(scene, 'button[value="accept"]'),
  ),
  'ended-paid': waiting({}, isTold, ({ gateway }, id) => settle(gateway, id, 'accept')),
  'ended-cancelled': {
    async reach(scene) {
      const { gateway, form, page, checkoutId, locale } = scene;
      await form.isReady();
      await form.pay({ number: CHALLENGE });
      await page.waitForURL('**/v1/threeDSecure/**');
      const { redirect } = await gateway.status(checkoutId);
      await call(gateway, `/v1/checkouts/${checkoutId}?entityId=${DEMO.DEMO_ENTITY_ID}`, 'DELETE');
      await page.goto(`${redirect.url}?locale=${locale}`);
      await isTold(scene);
    },
    options: 'paymentTarget: "_top"',
    part: 'body',
  },
  'ended-expired': {
    ...waiting(SHOP, isTold, ({ gateway }, id) =>
      passAnHour(gateway, async () => (await resultOf(gateway, id)) !== STILL_OPEN),
    ),
    changesChannel: true,
  },
  // The shop does not answer.
  'ended-returning': waiting(SHOP, isTold, async ({ gateway, page }, id) => {
    await settle(gateway, id, 'accept');
    await page.route('https://shop.example/**', (route) => route.abort('aborted'));
  }),
  // A page that may not hold the bank's question leads on to it.
  'bank-elsewhere': {
    async reach({ gateway, merchant, page, locale }) {
      const { url } = await startPayment(gateway, SHOP);
      const frame = `<iframe src="${url}?locale=${locale}" style="width: 100%; height: 400px; border: 0">`;
      const html = `<!doctype html><meta name="viewport" content="width=device-width">${frame}`;
      await page.goto(merchant.publish({ html }));
      await expect(page.frameLocator('iframe').getByRole('link')).toBeVisible();
    },
    isElsewhere: true,
    part: 'body',
  },
  'page-outdated': {
    ...waiting(SHOP, isTold),
    async reach(scene) {
      const { url } = await startPayment(scene.gateway, SHOP);
      const other = url.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
      await scene.page.goto(`${other}?locale=${scene.locale}`);
      await isTold(scene);
    },
  },
  'voucher-returned': {
    async reach({ gateway, page, locale }) {
      const { id, redirect } = await call(gateway, '/v1/payments', {
        entityId: DEMO.DEMO_ENTITY_ID,
        amount: '92.00',
        currency: 'EUR',
        paymentType: 'PA',
        paymentBrand: 'PREPAYMENT',
        ...SHOP,
      });
      await page.goto(`${redirect.url}?locale=${locale}`);
      const bank = await page.locator('a[href*="/bank/voucher"]').getAttribute('href');
      await payVoucher(gateway, id);
      await page.goto(bank ?? '');
      await page.locator('button.main').click();
      await page.waitForURL('**/v1/vouchers/**');
    },
    isElsewhere: true,
    part: 'body',
  },
};
