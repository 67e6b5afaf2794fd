/** The wallets above the list of ways to pay: paid with one touch. */
import { accessibilityProblems } from './axe.ts';
import { expect, type Page, test } from './fixtures.ts';
import { PAYMENT_REQUESTS } from './payment-requests.ts';
import { sandboxWallet } from './waiting-payment.ts';

const LIST = `{ layout: 'list' }`;
const BRANDS = 'APPLEPAY VISA MASTER PAYPAL IDEAL';

const express = (page: Page) => page.locator('.wpwl-express');
const buttons = (page: Page) => express(page).getByRole('button');
const row = (page: Page, name: string) => page.getByRole('radio', { name });

for (const [locale, colorScheme, width] of [
  ['en', 'light', 1280],
  ['ar', 'dark', 320],
] as const) {
  test(`one touch pays with the device’s wallet, in ${locale}, ${colorScheme}, ${width}`, async ({
    page,
    openReady,
    gateway,
    consoleMessages,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const options = `{ layout: 'list', locale: '${locale}' }`;
    const { checkoutId } = await openReady({ brands: BRANDS, options });
    await expect(buttons(page)).toHaveCount(2);
    await expect(page.getByRole('radio')).toHaveCount(2);
    await expect(page.getByRole('radio').first()).toBeChecked();
    expect(await accessibilityProblems(page)).toEqual([]);
    await buttons(page).first().click();
    await (await sandboxWallet(page)).locator('button[value="confirm"]').click();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).paymentBrand).toBe('APPLEPAY');
    expect(consoleMessages).toEqual([]);
  });
}

test('the keyboard comes to it before the list, and leads to the wallet’s page', async ({
  page,
  openReady,
  gateway,
}) => {
  const { checkoutId } = await openReady({ brands: 'VISA PAYPAL IDEAL', options: LIST });
  await buttons(page).focus();
  await page.keyboard.press('Tab');
  await expect(row(page, 'Card')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/bank/wallet?**');
  await page.locator('button[value="accept"]').click();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).paymentBrand).toBe('PAYPAL');
});

test('one is busy, all else is quiet; a shopper who cancels pays by card', async ({
  page,
  openReady,
  gateway,
}) => {
  const { form, checkoutId } = await openReady({ brands: BRANDS, options: LIST });
  const [wallet, other] = [buttons(page).first(), buttons(page).last()];
  await wallet.click();
  await expect(wallet).toHaveAttribute('aria-busy', 'true');
  await expect(other).toHaveAttribute('aria-busy', 'false');
  await expect(other).toHaveAttribute('aria-disabled', 'true');
  await expect(row(page, 'iDEAL')).toBeDisabled();
  await (await sandboxWallet(page)).locator('form:not(#choice) button').click();

  await expect(row(page, 'Card')).toBeEnabled();
  await row(page, 'Card').check();
  await form.pay();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).paymentBrand).toBe('VISA');
});

for (const [how, press] of [
  // Its button says that it is disabled, and is not.
  ['pressed', (page: Page) => buttons(page).click({ force: true })],
  [
    'sent by a script',
    (page: Page) => page.evaluate("wpwl.executePayment('wpwl-container-virtualAccount-PAYPAL')"),
  ],
] as const) {
  test(`one that is ${how} while the card is paid with leaves what comes of that in sight`, async ({
    page,
    openReady,
  }) => {
    const { form } = await openReady({ brands: 'VISA PAYPAL IDEAL', options: LIST });
    const { promise: isPressed, resolve: goOn } = Promise.withResolvers<void>();
    await page.route(PAYMENT_REQUESTS, async (route) => {
      await isPressed;
      await route.continue();
    });
    await form.pay({ number: '4200000000001016' });
    await expect(form.payButton).toHaveText('Processing…');
    await press(page);
    goOn();
    await expect(form.message).toContainText('declined');
    await expect(form.message).toBeVisible();
    await expect(row(page, 'Card')).toBeChecked();
  });
}

test('PayPal’s bears its mark, says what it does, and nothing else once it is busy', async ({
  page,
  openReady,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await openReady({ brands: BRANDS, options: `{ layout: 'list', locale: 'fi' }` });
  await page.route(PAYMENT_REQUESTS, () => {});
  const wallet = buttons(page).last();
  await expect(wallet).toHaveAccessibleName('Maksa palvelulla PayPal');
  await expect(wallet.locator('svg')).toBeInViewport({ ratio: 1 });
  // In one line, as high as the one beside it.
  const heights = await buttons(page).evaluateAll((all) => all.map((one) => one.clientHeight));
  expect(new Set(heights).size).toBe(1);
  await wallet.click();
  await expect(wallet).toHaveText('Käsitellään…');
  await expect(wallet.locator('svg')).toBeHidden();
});

test('bear their marks alone, whatever a page says of its buttons and its icons', async ({
  page,
  openReady,
}) => {
  await openReady({
    brands: 'APPLEPAY VISA PAYPAL',
    options: `{ layout: 'list', icons: 'hidden' }`,
    head: '<style>.wpwl-button { font-size: 18px; color: rgb(1, 2, 3) }</style>',
  });
  for (const button of await buttons(page).all()) {
    await expect(button.locator('svg')).toBeVisible();
    await expect(button).toHaveCSS('font-size', '0px');
  }
  const name = await buttons(page)
    .last()
    .evaluate((button) => getComputedStyle(button, '::after').color);
  expect(name).toBe('rgb(1, 2, 3)');
});

test('what went wrong is said in the list', async ({ page, openReady }) => {
  await openReady({ brands: BRANDS, options: LIST });
  await page.route(PAYMENT_REQUESTS, (route) => route.abort());
  await buttons(page).last().click();
  await expect(page.getByText('The connection was lost').first()).toBeInViewport();
  await expect(row(page, 'Card')).not.toBeChecked();
});

test('with a choice before it, or with nothing beside it, it is a way to pay like others', async ({
  page,
  openForm,
}) => {
  const options = `{ layout: 'list', registrations: { offerToStore: true } }`;
  await openForm({ brands: BRANDS, options });
  await expect(row(page, 'PayPal')).toBeVisible();
  await expect(express(page)).toBeHidden();
  await openForm({ brands: 'APPLEPAY PAYPAL', options: LIST });
  await expect(row(page, 'PayPal')).toBeVisible();
  await expect(express(page)).toBeHidden();
});

test('in the classic form, too, only what was pressed is busy', async ({ page, openReady }) => {
  const { form } = await openReady({ brands: 'VISA PAYPAL' });
  await page.route(PAYMENT_REQUESTS, () => {});
  const wallet = page.locator('.wpwl-container-virtualAccount-PAYPAL button[type=submit]');
  await wallet.click();
  await expect(wallet).toHaveText('Processing…');
  await expect(form.payButton).toHaveText('Pay now');
  await expect(form.payButton).toHaveAttribute('aria-disabled', 'true');
});
