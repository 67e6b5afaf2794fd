/** Forms of ways to pay that are no cards: all at once, stored, and the colours of their buttons. `buying/` buys. */
import { isDirectDebit, isPrepayment, OTHER_BRANDS } from '../contract/other-brands.ts';
import { accessibilityProblems } from './axe.ts';
import { contrast } from './contrast.ts';
import { expect, type Gateway, type OpenForm, type Page, test } from './fixtures.ts';
import { storeCard } from './form-fields/store-card.ts';

const PAID = '000.100.110';

const formOf = (brand: string) =>
  isDirectDebit(brand) ? 'form.wpwl-form-directDebit' : `form.wpwl-form-virtualAccount-${brand}`;

for (const [locale, width] of [
  ['en', 1280],
  ['de', 320],
  ['ar', 320],
] as const) {
  test(`all of them stand in a form, ${locale}, ${width}`, async ({ page, openForm }) => {
    // Vouchers have tests of their own: vouchers.test.ts.
    const others = [...OTHER_BRANDS].filter(([code]) => !isPrepayment(code));
    const codes = others.map(([code]) => code);
    await page.setViewportSize({ width, height: 900 });
    await openForm({ brands: codes.join(' '), options: `{ locale: '${locale}' }` });
    for (const [code, { currencies }] of others) {
      const form = page.locator(formOf(code));
      // What cannot take euros is not offered.
      if (currencies?.includes('EUR') === false) await expect(form).toBeHidden();
      else await expect(form.locator('.wpwl-button')).toBeEnabled();
    }
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.screenshot({ path: `test-results/ways-to-pay-${locale}.png`, fullPage: true });
  });
}

/** A wallet that the shopper has agreed to keep, in a visit before. */
async function storeWallet(page: Page, gateway: Gateway, openForm: OpenForm): Promise<string> {
  const { checkoutId } = await openForm({
    brands: 'PAYPAL IDEAL',
    options: '{ registrations: { offerToStore: true } }',
  });
  // What cannot be kept is not offered to be.
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Save PayPal for my next purchase' }).check();
  await page.locator(`${formOf('PAYPAL')} .wpwl-button-brand`).click();
  await page.waitForURL('**/bank/wallet?**');
  await page.locator('button[value="accept"]').click();
  await page.waitForURL('**/result?**');
  return (await gateway.status(checkoutId)).registrationId;
}

for (const [locale, place] of [
  ['en', 'after'],
  ['ar', 'before'],
] as const) {
  test(`a stored wallet stands ${place} a card and is asked for no CVV, ${locale}`, async ({
    page,
    openForm,
    gateway,
    consoleMessages,
  }) => {
    const wallet = await storeWallet(page, gateway, openForm);
    const stored = [await storeCard(gateway), wallet];
    const [first, second] = place === 'before' ? stored.reverse() : stored;
    const { checkoutId } = await openForm({
      checkout: { 'registrations[0].id': first ?? '', 'registrations[1].id': second ?? '' },
      options: `{ locale: '${locale}', registrations: { requireCvv: true } }`,
    });
    const form = page.locator('form.wpwl-form-registrations');
    const card = page.getByRole('radio', { name: /\*\*0000/ });
    const account = page.getByRole('radio', { name: 'PayPal' });
    await expect(form.locator('iframe[name="card.cvv"]')).toHaveCount(place === 'before' ? 0 : 1);
    await account.check();
    await expect(form.locator('iframe')).toHaveCount(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    // The card still wants its own.
    await card.check();
    await expect(form.locator('iframe[data-ready=""]')).toBeVisible();
    await form.locator('.wpwl-button-pay').click();
    await expect(form.locator('.wpwl-hint-cvvError')).toBeVisible();
    await account.check();
    await expect(form.locator('.wpwl-hint-cvvError')).toHaveCount(0);
    await form.locator('.wpwl-button-pay').click();
    await page.waitForURL('**/result?**');
    expect(await gateway.status(checkoutId)).toMatchObject({
      paymentBrand: 'PAYPAL',
      registrationId: wallet,
      result: { code: PAID },
    });
    expect(consoleMessages).toEqual([]);
  });
}

const WALLET_BUTTONS = {
  PAYPAL: ['PayPal', 'rgb(255, 196, 57)'],
  KLARNA_PAYMENTS_ONE: ['Klarna One', 'rgb(255, 168, 205)'],
  ALIPAY: ['Alipay', 'rgb(20, 107, 230)'],
  STC_PAY: ['STC Pay', 'rgb(79, 0, 140)'],
} as const;

for (const [scheme, options] of [
  ['light', '{}'],
  ['dark', '{}'],
  ['dark', "{ layout: 'list' }"],
] as const) {
  test(`the button that leads to a wallet has its colours, ${scheme}, ${options}`, async ({
    page,
    openForm,
  }) => {
    await openForm({
      brands: `VISA IDEAL ${Object.keys(WALLET_BUTTONS).join(' ')}`,
      head: `<style>:root { color-scheme: ${scheme}; --wpwl-accent: #080; }</style>`,
      options,
    });
    for (const [name, color] of Object.values(WALLET_BUTTONS)) {
      // PayPal's stands above the list.
      const row = page.getByRole('radio', { name });
      if (options !== '{}' && name !== 'PayPal') await row.check();
      const button = page.getByRole('button', { name });
      await expect(button).toHaveCSS('background-color', color);
      const text = await button.evaluate((node) => getComputedStyle(node).color);
      expect(contrast(text, color), name).toBeGreaterThanOrEqual(4.5);
    }
    if (options !== '{}') await page.getByRole('radio', { name: 'iDEAL' }).check();
    const bank = page.getByRole('button', { name: 'iDEAL' });
    await expect(bank).toHaveCSS('background-color', 'rgb(0, 136, 0)');
  });
}

test('a page gives the button of a wallet a colour of its own', async ({ page, openForm }) => {
  await openForm({
    brands: 'PAYPAL',
    head: '<style>.wpwl-button-brand { background: #123456; }</style>',
  });
  const button = page.getByRole('button', { name: 'PayPal' });
  await expect(button).toHaveClass(/wpwl-button-PAYPAL/);
  await expect(button).toHaveCSS('background-color', 'rgb(18, 52, 86)');
});
