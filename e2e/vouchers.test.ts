/** Vouchers, bought in the form: what stands in its place then, and what becomes of it. `buying/` has its ends. */
import { isPrepayment, OTHER_BRANDS } from '../contract/other-brands.ts';
import { accessibilityProblems } from './axe.ts';
import { fillIn } from './buying/purchase.ts';
import { expect, type OpenForm, type Page, test } from './fixtures.ts';
import { advanceClock, formHasAsked, payVoucher, reverse } from './waiting-payment.ts';

const PAID = '000.100.110';
const A_DAY_S = 24 * 3600;
const VOUCHERS = [...OTHER_BRANDS.keys()].filter(isPrepayment);

const formOf = (brand: string) => `form.wpwl-form-prepayment-${brand}`;
const currencyOf = (brand: string) => OTHER_BRANDS.get(brand)?.currencies?.[0] ?? 'EUR';

interface Wanted {
  readonly brand: string;
  readonly brands?: string;
}

/** Orders in the form, and waits for the voucher. */
async function order(page: Page, openForm: OpenForm, wanted: Wanted): Promise<string> {
  const { brand, brands = brand } = wanted;
  await page.clock.install();
  const { checkoutId } = await openForm({
    brands,
    checkout: { currency: currencyOf(brand), paymentType: 'PA' },
  });
  const form = page.locator(formOf(brand));
  await fillIn(form, brand);
  await form.locator('.wpwl-button-pay').click();
  await expect(page.locator('.wpwl-voucher-title')).toBeVisible();
  return checkoutId;
}

test('what the shopper copies is what a banking app takes', async ({ page, openForm, gateway }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const checkoutId = await order(page, openForm, { brand: 'PIX' });
  const { PixCode } = (await gateway.status(checkoutId)).resultDetails;
  const buttons = page.locator('.wpwl-voucher-copy');
  await expect(buttons.nth(0)).toHaveAccessibleName('Copy Amount');
  await expect(buttons.nth(1)).toHaveAccessibleName('Copy Pix code');
  await buttons.nth(1).click();
  await expect(page.locator(`${formOf('PIX')} .wpwl-live`)).toHaveText('Copied');
  await expect(buttons.nth(1)).toHaveAccessibleName('Copied Pix code');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(PixCode);
});

test('a shopper who comes back finds the voucher, not the form, beside which nothing is paid', async ({
  page,
  openForm,
  gateway,
}) => {
  const checkoutId = await order(page, openForm, {
    brand: 'PREPAYMENT',
    brands: 'VISA PREPAYMENT PAYPAL',
  });
  await advanceClock(gateway, A_DAY_S);
  await page.reload();
  const voucher = page.locator('.wpwl-container-prepayment-PREPAYMENT .wpwl-instead');
  await expect(voucher).toContainText('DE89 3704 0044 0532 0130 00');
  await expect(page.locator('form.wpwl-form-card')).toBeHidden();
  await expect(page.locator('form.wpwl-form-virtualAccount-PAYPAL')).toBeHidden();
  await payVoucher(gateway, (await gateway.status(checkoutId)).id);
  await page.reload();
  await expect(voucher).toContainText('Thank you. Your payment was successful.');
});

test('a part that has come leaves the rest to be paid', async ({ page, openForm, gateway }) => {
  const checkoutId = await order(page, openForm, { brand: 'PREPAYMENT' });
  await payVoucher(gateway, (await gateway.status(checkoutId)).id, '90.00');
  await formHasAsked(page);
  await expect(page.locator('.wpwl-voucher-row').first()).toContainText('€2.00');
});

test('a voucher that the merchant cancels gives the form back', async ({
  page,
  openForm,
  gateway,
}) => {
  const checkoutId = await order(page, openForm, { brand: 'PIX' });
  await reverse(gateway, (await gateway.status(checkoutId)).id);
  await formHasAsked(page);
  await expect(page.locator(`${formOf('PIX')} .wpwl-button-pay`)).toBeVisible();
  await expect(page.locator('.wpwl-voucher-row')).toHaveCount(0);
});

test('a voucher that expires goes, and its checkout with it', async ({
  page,
  openForm,
  gateway,
}) => {
  const checkoutId = await order(page, openForm, { brand: 'PIX' });
  const { id } = await gateway.status(checkoutId);
  await advanceClock(gateway, A_DAY_S + 60);
  const result = async () => (await gateway.read(`/v1/payments/${id}`)).result.code;
  await expect.poll(result).toBe('100.396.103');
  await formHasAsked(page);
  await expect(page.locator('.wpwl-message').first()).toContainText('has expired');
  await expect(page.locator('.wpwl-voucher-row')).toHaveCount(0);
});

test('a wrong tax number stands at its field, and nothing is ordered', async ({
  page,
  openForm,
}) => {
  await openForm({ brands: 'BOLETO', checkout: { currency: 'BRL', paymentType: 'PA' } });
  const form = page.locator(formOf('BOLETO'));
  await form.locator('[name="customer.givenName"]').fill('Ana');
  await form.locator('[name="customer.surname"]').fill('Souza');
  const field = form.locator('[name="customer.identificationDocId"]');
  await field.fill('123');
  await form.locator('.wpwl-button-pay').click();
  await expect(form.locator('.wpwl-hint-taxNumberError')).toBeVisible();
  // Of the right length: only the gateway counts the check digits.
  await field.fill('529.982.247-24');
  await form.locator('.wpwl-button-pay').click();
  await expect(form.locator('.wpwl-hint-taxNumberError')).toBeVisible();
  await expect(page.locator('.wpwl-voucher-title')).toHaveCount(0);
});

test('the page is asked before a voucher is ordered', async ({ page, openForm }) => {
  await openForm({
    brands: 'PIX',
    checkout: { currency: 'BRL', paymentType: 'PA' },
    options: '{ onBeforeSubmitPrepayment() { window.asked = true; return false; } }',
  });
  await page.locator(`${formOf('PIX')} .wpwl-button-pay`).click();
  await expect.poll(() => page.evaluate('window.asked')).toBe(true);
  await expect(page.locator('.wpwl-voucher-title')).toHaveCount(0);
});

test('its page is printed without links, and leads to the simulated bank that is paid twice', async ({
  page,
  openForm,
  gateway,
}) => {
  const checkoutId = await order(page, openForm, { brand: 'BOLETO' });
  const { id, redirect, resultDetails } = await gateway.status(checkoutId);
  await page.goto(redirect.url);
  await expect(page.locator('dl')).toContainText(resultDetails.BoletoLine);
  // By the clock of those who pay it, which is named.
  await expect(page.locator('dd').last()).toContainText('GMT-3');
  await page.evaluate(() => {
    window.print = () => {
      document.title = 'printed';
    };
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page).toHaveTitle('printed');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.screenshot({ path: 'test-results/voucher-page.png', fullPage: true });
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.links')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Pay at the simulated bank' }).click();
  await page.waitForURL('**/bank/voucher?**');
  const bank = page.url();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.locator('button.main').click();
  await expect(page.locator('main')).toContainText('Thank you. Your payment was successful.');
  await page.goto(bank);
  await page.locator('button.main').click();
  await expect(page.locator('main')).toContainText('Your money goes back to you.');
  expect((await gateway.read(`/v1/payments/${id}`)).result.code).toBe(PAID);
});

for (const width of [1280, 320]) {
  test(`all vouchers stand in a form, ${width}`, async ({ page, openForm }) => {
    await page.setViewportSize({ width, height: 900 });
    await openForm({
      brands: VOUCHERS.join(' '),
      checkout: { currency: 'BRL', paymentType: 'PA' },
      options: `{ locale: 'pt' }`,
    });
    for (const code of VOUCHERS) {
      const isOffered = OTHER_BRANDS.get(code)?.currencies?.includes('BRL') ?? true;
      await expect(page.locator(formOf(code)))[isOffered ? 'toBeVisible' : 'toBeHidden']();
    }
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.screenshot({ path: `test-results/vouchers-${width}.png`, fullPage: true });
  });
}
