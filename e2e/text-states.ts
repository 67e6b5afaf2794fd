/**
 * What translators see: states of a form that between them show as many of its texts as a few pictures can.
 * `node e2e/contact-sheet.ts texts` draws them, and writes which texts each shows.
 */
import { expect } from '@playwright/test';
import type { CardForm } from './card-form.ts';

export interface TextState {
  reach(form: CardForm): Promise<void>;
  /** Of the page, as source text between braces. */
  readonly options?: string;
  readonly brands?: string;
  readonly checkout?: Readonly<Record<string, string>>;
  /** Whether the checkout has cards that are stored. */
  readonly isStored?: boolean;
  /** The checkout only stores what is typed. */
  readonly storesOnly?: boolean;
}

const shown = ({ page }: CardForm, selector: string) =>
  expect(page.locator(selector).first()).toBeVisible();

const press = async ({ page }: CardForm, selector: string) => {
  await page.locator(selector).first().click();
};

export const TEXT_STATES: Readonly<Record<string, TextState>> = {
  card: {
    reach: (form) => form.isReady(),
    brands: 'VISA MASTER AMEX PAYPAL',
    options: 'showAmount: true, registrations: { offerToStore: true }',
  },
  'card-errors': {
    async reach(form) {
      await form.isReady();
      await form.payButton.click();
      await expect(form.root.locator('.wpwl-hint')).toHaveCount(4);
      await form.cvv.click();
    },
    options: 'showCVVHint: true',
  },
  'list-errors': {
    async reach(form) {
      await form.isReady();
      await form.payButton.click();
      await expect(form.root.locator('.wpwl-hint')).toHaveCount(4);
    },
    options: `layout: 'list'`,
    brands: 'VISA MASTER AMEX PAYPAL IDEAL',
  },
  'card-past': {
    async reach(form) {
      await form.isReady();
      await form.expiry.fill('01 / 20');
      await form.number.pressSequentially('6011000990139424');
      await expect(form.root.locator('.wpwl-hint')).toHaveCount(2);
    },
    options: `layout: 'list', showPlaceholders: true`,
  },
  'card-declined': {
    async reach(form) {
      await form.isReady();
      await form.pay({ number: '4200000000001016' });
      await expect(form.message).toBeVisible();
    },
  },
  'card-busy': {
    async reach(form) {
      await form.isReady();
      await form.page.route('**/payment', () => {});
      await form.pay();
      await expect(form.payButton).toHaveAttribute('aria-busy', 'true');
    },
  },
  'card-offline': {
    async reach(form) {
      await form.isReady();
      await form.page.route('**/payment', (route) => route.abort());
      await form.pay();
      await expect(form.message).toBeVisible();
    },
  },
  'co-badged': {
    async reach(form) {
      await form.isReady();
      await form.number.pressSequentially('4970100000000006');
      await shown(form, 'fieldset, [role="radiogroup"]');
    },
    brands: 'CARTEBANCAIRE VISA',
  },
  billing: {
    async reach(form) {
      await form.isReady();
      await form.payButton.click();
      await shown(form, '.wpwl-group-billing .wpwl-hint');
    },
    options: `billingAddress: { country: 'US' }, mandatoryBillingFields:
      { country: true, state: true, city: true, postcode: true, street1: true }`,
  },
  installments: {
    reach: (form) => shown(form, '[class*="installments"]'),
    checkout: { 'recurring.numberOfInstallments': '3' },
  },
  'direct-debit': {
    async reach(form) {
      await shown(form, 'iframe.wpwl-control-accountIban[data-ready]');
      await press(form, 'form.wpwl-form-directDebit .wpwl-button-pay');
      await shown(form, '.wpwl-hint-accountIbanError');
    },
    brands: 'DIRECTDEBIT_SEPA',
    options: 'displayBic: true',
  },
  wallets: {
    reach: (form) => shown(form, '.wpwl-form-virtualAccount-PAYSAFECARD'),
    brands: 'PAYPAL IDEAL PAYSAFECARD STC_PAY',
    options: 'registrations: { offerToStore: true }',
  },
  boleto: {
    async reach(form) {
      await press(form, 'form.wpwl-form-prepayment-BOLETO .wpwl-button-pay');
      await shown(form, '.wpwl-hint');
    },
    brands: 'BOLETO',
    checkout: { currency: 'BRL', paymentType: 'PA' },
  },
  blik: {
    async reach(form) {
      await form.page.locator('[name="virtualAccount.password"]').fill('123');
      await press(form, 'form.wpwl-form-virtualAccount-BLIK .wpwl-button-brand');
      await shown(form, '.wpwl-hint-blikCodeError');
    },
    brands: 'BLIK',
    checkout: { currency: 'PLN' },
  },
  voucher: {
    async reach(form) {
      await press(form, 'form.wpwl-form-prepayment-PREPAYMENT .wpwl-button-pay');
      await shown(form, '.wpwl-voucher-copy');
    },
    brands: 'PREPAYMENT',
    checkout: { paymentType: 'PA' },
  },
  stored: {
    reach: (form) => shown(form, '.wpwl-registration'),
    isStored: true,
    brands: 'VISA MASTER PAYPAL',
  },
  removal: {
    async reach(form) {
      await press(form, '[data-removal="ask"]');
      await shown(form, '.wpwl-removal-question');
    },
    isStored: true,
    options: `layout: 'list', onDeleteRegistration() {}`,
    brands: 'VISA MASTER PAYPAL IDEAL',
  },
  registration: {
    reach: (form) => shown(form, '.wpwl-form-virtualAccount-PAYPAL'),
    brands: 'DIRECTDEBIT_SEPA PAYPAL',
    storesOnly: true,
  },
};
