/** What translators see of the card form: its fields, what is wrong with them, and what banks say. */
import { expect } from '@playwright/test';
import { RESULT } from '../../contract/result-by-name.ts';
import { CHALLENGE, challengeIn } from '../waiting-payment.ts';
import { press, type Scene, shown, type TextState, unfold } from './state.ts';

const MESSAGE = '.wpwl-message:visible';

const leaveAllEmpty = async ({ form }: Scene) => {
  await form.isReady();
  await form.payButton.click();
  await expect(form.root.locator('.wpwl-hint')).toHaveCount(4);
};

/** What the form says of a decline; above its button, so the words alone are shown. */
const declined = (code: string): TextState => ({
  async reach({ form }) {
    await form.isReady();
    await form.pay();
    await expect(form.message).toBeVisible();
  },
  checkout: { 'customParameters[simulator.result]': code },
  part: MESSAGE,
});

const meetIssuer = async (scene: Scene) => {
  await scene.form.isReady();
  await scene.form.pay({ number: CHALLENGE });
  await expect(challengeIn(scene.page).getByRole('button').first()).toBeVisible();
};

/** Where paying in parts is the custom; each region has words of its own for it. */
const inParts = (country: string, currency: string, language = 'en'): TextState => ({
  prepare: ({ gateway }) => gateway.setChannel(`country=${country}`),
  async reach({ form, gateway, page }) {
    await form.isReady();
    await gateway.setChannel('country=DE');
    await unfold(page.locator('select[name="recurring.numberOfInstallments"]'));
  },
  checkout: { currency, amount: '1200.00' },
  part: '.wpwl-group-installments',
  changesChannel: true,
  language,
});

export const CARD_STATES: Readonly<Record<string, TextState>> = {
  card: {
    brands: 'VISA MASTER AMEX PAYPAL',
    options: 'showAmount: true, registrations: { offerToStore: true }',
  },
  'card-errors': {
    async reach(scene) {
      await leaveAllEmpty(scene);
      await scene.form.cvv.click();
    },
    options: 'showCVVHint: true',
  },
  'card-amex': {
    async reach({ form }) {
      await form.isReady();
      await form.pay({ number: '377777777777770', cvv: '12' });
      await expect(form.hint('cvvError')).toBeVisible();
      await form.cvv.click();
    },
    options: 'showCVVHint: true',
    part: '.wpwl-group-cvv',
  },
  'list-errors': {
    reach: leaveAllEmpty,
    options: `layout: 'list'`,
    brands: 'VISA MASTER AMEX PAYPAL IDEAL',
  },
  'card-past': {
    async reach({ form }) {
      await form.isReady();
      await form.expiry.fill('01 / 20');
      await form.number.pressSequentially('6011000990139424');
      await expect(form.root.locator('.wpwl-hint')).toHaveCount(2);
    },
    options: `layout: 'list', showPlaceholders: true`,
  },
  'card-busy': {
    async reach({ form }) {
      await form.isReady();
      await form.page.route('**/payment', () => {});
      await form.pay();
      await expect(form.payButton).toHaveAttribute('aria-busy', 'true');
    },
  },
  'card-declined': { ...declined(RESULT.declinedAccountUnavailable), part: 'main' },
  'declined-any': declined('800.100.152'),
  'declined-cvv': declined(RESULT.declinedCvv),
  'declined-cvv-needed': declined(RESULT.cvvRequired),
  'declined-expired': declined(RESULT.declinedExpiryDate),
  'declined-funds': declined(RESULT.declinedCreditExceeded),
  'declined-limit': declined(RESULT.declinedLimitExceeded),
  'declined-restricted': declined(RESULT.declinedRestrictedCard),
  'declined-authentication': declined(RESULT.authenticationFailed),
  'declined-by-shopper': {
    async reach(scene) {
      await meetIssuer(scene);
      await challengeIn(scene.page).locator('form:not([hidden]) button').first().click();
      await expect(scene.form.message).toBeVisible();
    },
    part: MESSAGE,
  },
  unconfirmed: {
    async reach(scene) {
      await meetIssuer(scene);
      await scene.page.reload();
      await expect(scene.form.message).toBeVisible();
    },
  },
  'co-badged': {
    async reach(scene) {
      await scene.form.isReady();
      await scene.form.number.pressSequentially('4970100000000006');
      await shown(scene, 'fieldset, [role="radiogroup"]');
    },
    brands: 'CARTEBANCAIRE VISA',
  },
  installments: {
    reach: (scene) => shown(scene, '[class*="installments"]'),
    checkout: { 'recurring.numberOfInstallments': '3' },
  },
  'installments-chosen': {
    ...inParts('MX', 'MXN'),
    async reach({ form, gateway, page }) {
      await form.isReady();
      await gateway.setChannel('country=DE');
      await page.locator('select[name="recurring.numberOfInstallments"]').selectOption('3');
    },
    options: `layout: 'list'`,
    part: '.wpwl-pay',
  },
  'installments-list': inParts('MX', 'MXN'),
  'installments-es-MX': inParts('MX', 'MXN', 'es-MX'),
  'installments-pt-BR': inParts('BR', 'BRL', 'pt-BR'),
  stored: {
    reach: (scene) => shown(scene, '.wpwl-registration'),
    isStored: true,
    brands: 'VISA MASTER PAYPAL',
  },
  'stored-expired': {
    reach: (scene) => shown(scene, '.wpwl-registration'),
    isStored: true,
    daysLater: 60,
    changesChannel: true,
    options: 'registrations: { hideInitialPaymentForms: true }',
    brands: 'VISA MASTER PAYPAL',
  },
  removal: {
    async reach(scene) {
      await press(scene, '[data-removal="ask"]');
      await shown(scene, '.wpwl-removal-question');
    },
    isStored: true,
    options: `layout: 'list', onDeleteRegistration() {}`,
    brands: 'VISA MASTER PAYPAL IDEAL',
  },
  'removal-failed': {
    async reach(scene) {
      await press(scene, '[data-removal="ask"]');
      await press(scene, '[data-removal="confirm"]:visible');
      await shown(scene, MESSAGE);
    },
    isStored: true,
    options: `layout: 'list', onDeleteRegistration() { return false }`,
    part: MESSAGE,
  },
  registration: { storesOnly: true },
  registered: {
    async reach({ form, page }) {
      const shop = page.url();
      await form.isReady();
      await form.pay();
      await page.waitForURL('**/result?**');
      await page.goto(shop);
      await expect(form.message).toBeVisible();
    },
    storesOnly: true,
    part: MESSAGE,
  },
};
