/** What translators see of ways to pay that are no cards. */
import { expect } from '@playwright/test';
import { fillIn } from '../buying/purchase.ts';
import { drawn } from '../drawn.ts';
import type { Fields } from '../gateway.ts';
import { bankIn, challengeIn, payVoucher } from '../waiting-payment.ts';
import { press, type Scene, shown, type TextState } from './state.ts';

const VOUCHER = { paymentType: 'PA' } as const;
const KLARNA = 'KLARNA_PAYMENTS_PAYLATER';

/** Answers Klarna's page in the place of the form. */
const answerKlarna = async (scene: Scene, choice: string) => {
  await press(scene, '.wpwl-button-brand');
  const button = bankIn(challengeIn(scene.page)).locator(`button[value="${choice}"]`);
  await (await drawn(button)).click();
};
const klarnaSays = (choice: string): TextState => ({
  async reach(scene) {
    await answerKlarna(scene, choice);
    await shown(scene, '.wpwl-message:visible');
  },
  brands: KLARNA,
  options: `inlineFlow: ['${KLARNA}']`,
  part: '.wpwl-message:visible',
});

/** The form is left empty, so that each field says what it lacks. */
const empty = (brand: string, hint: string, more: Partial<TextState> = {}): TextState => ({
  async reach(scene) {
    await press(scene, '.wpwl-button-pay:visible, .wpwl-button-brand:visible');
    await shown(scene, `.wpwl-hint-${hint}`);
  },
  brands: brand,
  ...more,
});

/** The field alone: in the list what is empty is not called invalid. */
const emptyInList = (brand: string, hint: string, checkout: Fields = {}): TextState =>
  empty(brand, hint, {
    checkout,
    options: `layout: 'list'`,
    part: `.wpwl-group:has(.wpwl-hint-${hint})`,
  });

const order = async (scene: Scene, brand: string) => {
  const form = scene.page.locator(`form.wpwl-form-prepayment-${brand}`);
  await fillIn(form, brand);
  await form.locator('.wpwl-button-pay').click();
  await shown(scene, '.wpwl-voucher-row');
};
/** What is paid elsewhere, in the place of the form. */
const voucher = (brand: string, currency: string): TextState => ({
  reach: (scene) => order(scene, brand),
  brands: brand,
  checkout: { ...VOUCHER, currency },
});

export const OTHER_STATES: Readonly<Record<string, TextState>> = {
  wallets: {
    reach: (scene) => shown(scene, '.wpwl-form-virtualAccount-PAYSAFECARD'),
    brands: 'PAYPAL IDEAL PAYSAFECARD STC_PAY',
    options: 'registrations: { offerToStore: true }',
  },
  'wallet-errors': {
    async reach(scene) {
      const { page } = scene;
      for (const brand of ['PAYSAFECARD', 'STC_PAY']) {
        await press(scene, `form.wpwl-form-virtualAccount-${brand} .wpwl-button`);
      }
      await expect(page.locator('.wpwl-hint').nth(1)).toBeVisible();
    },
    brands: 'PAYSAFECARD STC_PAY',
  },
  'wallet-declined': klarnaSays('decline'),
  'wallet-cancelled': klarnaSays('cancel'),
  'wallet-pending': {
    async reach(scene) {
      const shop = scene.page.url();
      await answerKlarna(scene, 'pend');
      await scene.page.waitForURL('**/result?**');
      await scene.page.goto(shop);
      await shown(scene, '.wpwl-voucher-title');
    },
    brands: KLARNA,
    options: `inlineFlow: ['${KLARNA}']`,
  },
  'wallet-sheet': {
    async reach(scene) {
      await press(scene, '.wpwl-button-wallet');
      await expect(challengeIn(scene.page).locator('h1')).toBeVisible();
    },
    brands: 'APPLEPAY',
  },
  blik: {
    async reach(scene) {
      await scene.page.locator('[name="virtualAccount.password"]').fill('123');
      await press(scene, 'form.wpwl-form-virtualAccount-BLIK .wpwl-button-brand');
      await shown(scene, '.wpwl-hint-blikCodeError');
    },
    brands: 'BLIK',
    checkout: { currency: 'PLN' },
  },
  'direct-debit': {
    async reach(scene) {
      await shown(scene, 'iframe.wpwl-control-accountIban[data-ready=""]');
      await scene.page.locator('input.wpwl-control-accountBic').fill('COBA');
      await press(scene, 'form.wpwl-form-directDebit .wpwl-button-pay');
      await shown(scene, '.wpwl-hint-accountIbanError');
    },
    brands: 'DIRECTDEBIT_SEPA',
    options: 'displayBic: true',
  },
  'list-account': emptyInList('PAYSAFECARD', 'virtualAccountIdError'),
  'list-phone': emptyInList('STC_PAY', 'mobilePhoneNumberError'),
  'list-blik': emptyInList('BLIK', 'blikCodeError', { currency: 'PLN' }),
  'list-voucher': emptyInList('BOLETO', 'taxNumberError', { ...VOUCHER, currency: 'BRL' }),
  'list-debit': {
    async reach(scene) {
      await shown(scene, 'iframe.wpwl-control-accountIban[data-ready=""]');
      await press(scene, '.wpwl-button-pay:visible');
      await shown(scene, '.wpwl-hint-accountIbanError');
    },
    brands: 'DIRECTDEBIT_SEPA PAYPAL IDEAL',
    options: `layout: 'list'`,
  },
  boleto: empty('BOLETO', 'taxNumberError', { checkout: { ...VOUCHER, currency: 'BRL' } }),
  'voucher-forms-euro': {
    reach: (scene) => shown(scene, '.wpwl-form-prepayment-SIBS_MULTIBANCO'),
    brands: 'PREPAYMENT SIBS_MULTIBANCO',
    checkout: VOUCHER,
  },
  'voucher-form-pix': {
    reach: (scene) => shown(scene, '.wpwl-form-prepayment-PIX'),
    brands: 'PIX',
    checkout: { ...VOUCHER, currency: 'BRL' },
  },
  'voucher-form-oxxo': {
    reach: (scene) => shown(scene, '.wpwl-form-prepayment-OXXO'),
    brands: 'OXXO',
    checkout: { ...VOUCHER, currency: 'MXN' },
  },
  voucher: voucher('PREPAYMENT', 'EUR'),
  'voucher-boleto': voucher('BOLETO', 'BRL'),
  'voucher-multibanco': voucher('SIBS_MULTIBANCO', 'EUR'),
  'voucher-oxxo': voucher('OXXO', 'MXN'),
  'voucher-pix': {
    ...voucher('PIX', 'BRL'),
    async reach(scene) {
      await order(scene, 'PIX');
      await scene.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await scene.page.locator('.wpwl-voucher-copy').nth(1).click();
      await shown(scene, '.wpwl-live');
    },
  },
  'voucher-paid': {
    ...voucher('PREPAYMENT', 'EUR'),
    async reach(scene) {
      await order(scene, 'PREPAYMENT');
      await payVoucher(scene.gateway, (await scene.gateway.status(scene.checkoutId)).id);
      await scene.page.reload();
      await expect(scene.page.locator('.wpwl-voucher-title')).toBeVisible();
      await expect(scene.page.locator('.wpwl-voucher-row')).toHaveCount(0);
    },
  },
  'registration-others': {
    reach: (scene) => shown(scene, '.wpwl-form-virtualAccount-PAYPAL'),
    brands: 'DIRECTDEBIT_SEPA PAYPAL',
    storesOnly: true,
  },
  'registered-account': {
    async reach(scene) {
      const shop = scene.page.url();
      await press(scene, '.wpwl-button-brand');
      await scene.page.waitForURL('**/bank/wallet?**');
      await press(scene, 'button[value="accept"]');
      await scene.page.waitForURL('**/result?**');
      await scene.page.goto(shop);
      await shown(scene, '.wpwl-message:visible');
    },
    brands: 'PAYPAL',
    storesOnly: true,
    part: '.wpwl-message:visible',
  },
};
