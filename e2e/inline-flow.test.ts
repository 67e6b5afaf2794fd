/** Brands that `inlineFlow` names: their own page comes up in the place of the form. `buying/` has its ends. */
import { expect, type OpenForm, type Page, test } from './fixtures.ts';
import { bankIn, challengeIn, press } from './waiting-payment.ts';

const KLARNA = 'KLARNA_PAYMENTS_PAYLATER';
const formOf = (page: Page, brand = KLARNA) =>
  page.locator(`form.wpwl-form-virtualAccount-${brand}`);
const brandsPage = (page: Page) => bankIn(challengeIn(page));

async function openAndGo(
  page: Page,
  openForm: OpenForm,
  { brand = KLARNA, options = '' }: { brand?: string; options?: string } = {},
) {
  const opened = await openForm({
    brands: brand,
    options: `{ inlineFlow: ['${brand}'], ${options} }`,
  });
  await formOf(page, brand).locator('.wpwl-button-brand').click();
  await expect(brandsPage(page).locator('button[value="accept"]')).toBeVisible();
  return opened;
}

test('a bank opens in the page, too, and says nothing of leaving', async ({
  page,
  openForm,
  gateway,
}) => {
  const { checkoutId } = await openForm({
    brands: 'IDEAL EPS',
    options: '{ inlineFlow: "IDEAL" }',
  });
  await expect(formOf(page, 'EPS').locator('.wpwl-note')).toBeVisible();
  await expect(formOf(page, 'IDEAL').locator('.wpwl-note')).toHaveCount(0);
  await formOf(page, 'IDEAL').locator('.wpwl-button-brand').click();
  await brandsPage(page).locator('button[value="accept"]').click();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
});

test('a brand that is not named leaves the page as before', async ({ page, openForm }) => {
  await openForm({ brands: 'PAYPAL', options: `{ inlineFlow: ['${KLARNA}'] }` });
  await formOf(page, 'PAYPAL').locator('.wpwl-button-brand').click();
  await page.waitForURL('**/bank/wallet?**');
});

test('a refusal is said in the form where the page wants that, and it is paid then', async ({
  page,
  openForm,
  gateway,
}) => {
  const { checkoutId } = await openAndGo(page, openForm, { options: 'stayOnDecline: true' });
  await brandsPage(page).locator('button[value="decline"]').click();
  await expect(formOf(page).locator('.wpwl-message')).toContainText('You have not been charged');
  await formOf(page).locator('.wpwl-button-brand').click();
  await brandsPage(page).locator('button[value="accept"]').click();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
});

test('the shopper leaves the brand’s page by the button above it', async ({
  page,
  openForm,
  gateway,
}) => {
  const { checkoutId } = await openAndGo(page, openForm);
  await press(challengeIn(page).getByRole('button', { name: 'Cancel' }));
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).result.code).toBe('100.396.101');
});

test('a shopper who loads the page again goes on in it', async ({ page, openForm, gateway }) => {
  const { checkoutId } = await openAndGo(page, openForm);
  await page.reload();
  await formOf(page).getByRole('button', { name: 'Continue', exact: true }).click();
  await brandsPage(page).locator('button[value="accept"]').click();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
});

test('with paymentTarget _top the brand’s page takes the tab, and comes back', async ({
  page,
  openForm,
  gateway,
}) => {
  const { checkoutId } = await openForm({
    brands: KLARNA,
    options: `{ inlineFlow: ['${KLARNA}'], paymentTarget: '_top' }`,
  });
  await formOf(page).locator('.wpwl-button-brand').click();
  await press(bankIn(page).locator('button[value="accept"]'));
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
});
