/** The plain options of the card form, each as a shopper notices it. */
import { expect, ofTheWidget, test } from './fixtures.ts';
import { recordPayments } from './payment-requests.ts';

test("what the page left out is filled into the page's own object", async ({ openForm, page }) => {
  const { form } = await openForm({ options: '{ style: "plain", madeUp: 1 }' });
  await form.isReady();
  const options = await page.evaluate(() => {
    const { wpwlOptions } = window as unknown as { wpwlOptions: Record<string, unknown> };
    return wpwlOptions;
  });
  expect(options).toMatchObject({
    style: 'plain',
    madeUp: 1,
    requireCvv: true,
    labels: {},
    paypal: {},
    googlePay: {},
    registrations: {},
  });
});

test('booleans may be texts', async ({ openForm, page }) => {
  const { form } = await openForm({ options: '{ requireCvv: "false", showLabels: "true" }' });
  await expect(form.root).toHaveAttribute('data-phase', 'ready');
  await expect(page.locator('iframe.wpwl-control-cvv')).toHaveCount(0);
  await expect(form.root.locator('.wpwl-label-cardNumber')).toBeVisible();
});

test('placeholders are the page’s own words', async ({ openForm }) => {
  const { form } = await openForm({
    options: `{ placeholders: { cardNumber: '0000 0000', cvv: '•••', cardHolder: 'As printed', expiryDate: 'month/year' } }`,
  });
  await form.isReady();
  await expect(form.number).toHaveAttribute('placeholder', '0000 0000');
  await expect(form.number).toHaveAttribute('aria-label', 'Card Number');
  await expect(form.cvv).toHaveAttribute('placeholder', '•••');
  await expect(form.holder).toHaveAttribute('placeholder', 'As printed');
  await expect(form.expiry).toHaveAttribute('placeholder', 'month/year');
});

test('the hint says where the CVV stands while the field has the focus', async ({ openForm }) => {
  const { form } = await openForm({ options: '{ showCVVHint: true }' });
  await form.isReady();
  const hint = form.root.locator('.wpwl-cvv-hint');
  await expect(hint).toBeHidden();
  await form.cvv.focus();
  await expect(hint).toContainText('3 digits');
  await form.number.pressSequentially('3700');
  await form.cvv.focus();
  await expect(hint).toContainText('4 digits');
});

test.describe('the amount on the pay button', () => {
  test('follows the checkout when the page asks for it', async ({ openForm, page, gateway }) => {
    const { form, checkoutId } = await openForm({ options: '{ showAmount: true, locale: "en" }' });
    await form.isReady();
    await expect(form.payButton).toHaveText(/^Pay (now )?€92\.00$/);
    await expect(form.payButton).toHaveAttribute('aria-label', /^Pay (now )?€92\.00$/);
    await gateway.update(checkoutId, { amount: '45.50', currency: 'EUR' });
    await page.evaluate('wpwl.refresh()');
    await expect(form.payButton).toHaveText(/^Pay (now )?€45\.50$/);
    expect(await page.evaluate('wpwl.checkout.amount')).toBe('45.50');
  });

  test('is the one that is charged, to the last decimal', async ({ openForm }) => {
    const { form } = await openForm({
      options: '{ showAmount: true, locale: "en" }',
      checkout: { currency: 'HUF', amount: '99.49' },
    });
    await expect(form.payButton).toHaveText(/^Pay (now )?HUF\s99\.49$/);
  });

  test('stands where the label wants it', async ({ openForm }) => {
    const { form } = await openForm({ options: `{ labels: { submit: 'Pay {{amount}} now' } }` });
    await expect(form.payButton).toHaveText('Pay €92.00 now');
  });
});

test('with a summary page nothing is sent before the page says so', async ({ openForm, page }) => {
  const bodies = recordPayments(page);
  const { form } = await openForm({
    options: '{ useSummaryPage: true, onSaveTransactionData(data) { window.saved = data } }',
  });
  await form.isReady();
  await form.pay();
  await expect
    .poll(() => page.evaluate('window.saved'))
    .toMatchObject({
      paymentBrand: 'VISA',
      card: { holder: 'Jane Jones', expiryMonth: '12', expiryYear: '2034' },
    });
  expect(bodies).toEqual([]);
  expect(JSON.stringify(await page.evaluate('window.saved'))).not.toMatch(/4200 ?0000|"123"/);
  await page.evaluate('wpwl.executePayment("wpwl-container-card")');
  await page.waitForURL('**/result?**');
  expect(bodies).toHaveLength(1);
});

test('with a summary page that is confirmed at once it is paid', async ({ openForm, page }) => {
  const { form } = await openForm({
    options: `{ useSummaryPage: true,
      onSaveTransactionData() { wpwl.executePayment('wpwl-container-card') } }`,
  });
  await form.isReady();
  await form.pay();
  await page.waitForURL('**/result?**');
});

test('with a summary page a confirmation that finds a mistake is none of what comes next', async ({
  openForm,
  page,
}) => {
  const bodies = recordPayments(page);
  const { form } = await openForm({
    options: '{ useSummaryPage: true, onSaveTransactionData() { window.isSaved = true } }',
  });
  await form.isReady();
  await form.type({ cvv: '' });
  await page.evaluate('wpwl.executePayment("wpwl-container-card")');
  await expect(form.hint('cvvError')).toBeVisible();
  await form.cvv.pressSequentially('123');
  await form.payButton.click();
  await expect.poll(() => page.evaluate('window.isSaved')).toBe(true);
  expect(bodies).toEqual([]);
});

test('a date in the past is left to the gateway where the page wants that', async ({
  openForm,
  page,
}) => {
  const bodies = recordPayments(page);
  const { form } = await openForm({ options: '{ disableCardExpiryDateValidation: true }' });
  await form.isReady();
  await form.type({ expiry: '01 / 20' });
  await form.brand.focus();
  await expect(form.root.locator('.wpwl-hint')).toHaveCount(0);
  await form.payButton.click();
  await expect(form.hint('expiryMonthError')).toBeVisible();
  expect(bodies).toHaveLength(1);
});

test('the holder is sent as the customer’s name, too', async ({ openForm, page }) => {
  const bodies = recordPayments(page);
  const { form } = await openForm({ options: '{ forceCardHolderEqualsBillingName: true }' });
  await form.isReady();
  await form.pay({ holder: 'Jane Mary Jones' });
  await page.waitForURL('**/result?**');
  const sent = new URLSearchParams(bodies[0]);
  expect(sent.get('card.holder')).toBe('Jane Mary Jones');
  expect(sent.get('customer.givenName')).toBe('Jane Mary');
  expect(sent.get('customer.surname')).toBe('Jones');
});

test('any field can have the focus first, one of the page’s own too', async ({
  openForm,
  page,
}) => {
  const { form } = await openForm({ options: '{ autofocus: "card.holder" }' });
  await form.isReady();
  await expect(form.holder).toBeFocused();
  const { form: other } = await openForm({ options: '{ autofocus: "card.number" }' });
  await other.isReady();
  await expect(other.number).toBeFocused();
  await expect(page.locator('iframe.wpwl-control-cardNumber')).toHaveAttribute('data-focus', '');
});

test.describe('an address of the gateway', () => {
  test('that does not end with a slash is an error that says so', async ({
    openForm,
    consoleMessages,
  }) => {
    const { form } = await openForm({ options: '{ baseUrl: "https://gateway.example" }' });
    await expect.poll(() => ofTheWidget(consoleMessages)).toHaveLength(1);
    expect(ofTheWidget(consoleMessages)[0]).toMatch(/baseUrl is "https.*ends with "\/"/);
    await expect(form.root).toHaveCount(0);
  });

  test('is used for a script that another host serves', async ({
    page,
    gateway,
    merchant,
    openForm,
  }) => {
    const script = await (await fetch(`${gateway.url}/v1/paymentWidgets.js`)).text();
    await page.route('**/paymentWidgets.js?**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    const { form } = await openForm({
      options: `{ baseUrl: "${gateway.url}/" }`,
      scriptAttributes: `data-from="${merchant.origin}"`,
    });
    await form.isReady();
    await form.pay();
    await page.waitForURL('**/result?**');
  });
});

test('values that could load or leak stay out of the frames, with one message each', async ({
  openForm,
  consoleMessages,
}) => {
  const { form } = await openForm({
    options: `{ iframeStyles: {
      'card-number-placeholder': { color: 'rgb(1, 2, 3)', backgroundColor: 'url(https://evil.example/x)' },
      'card-number': { fontFamily: 'Georgia', color: '@import "x"' },
      'cvv': { 'font-size': '${'9'.repeat(300)}px', 'letter-spacing': '2px' },
    } }`,
  });
  await form.isReady();
  await expect(form.number).toHaveCSS('font-family', 'Georgia');
  await expect(form.cvv).toHaveCSS('letter-spacing', '2px');
  await expect.poll(() => ofTheWidget(consoleMessages)).toHaveLength(3);
  for (const message of ofTheWidget(consoleMessages))
    expect(message).toContain('not allowed inside');
});

test('a background that the page wants fills a field to its border, and once', async ({
  openReady,
}) => {
  const { form } = await openReady({
    options: `{ iframeStyles: { 'card-number': { backgroundColor: 'rgb(0 0 255 / 50%)' } } }`,
  });
  const frame = form.root.locator('iframe.wpwl-control-cardNumber');
  await expect(frame).toHaveCSS('background-color', 'rgba(0, 0, 255, 0.5)');
  await expect(form.number).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  const other = form.root.locator('iframe.wpwl-control-cvv');
  await expect(other).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

test('the console names what a page has misspelled, and what may have been meant', async ({
  openReady,
  consoleMessages,
}) => {
  await openReady({
    options: `{
      locle: 'de', onRedy() {}, labels: { submt: 'Buy' }, errorMessages: { cvvErrr: 'No' },
      tokens: { acent: '#60b' }, iframeStyles: { 'card-number-placehoder': { color: 'red' } },
    }`,
  });
  for (const sentence of [
    'wpwlOptions.locle is no option. Did you mean locale?',
    'wpwlOptions.onRedy is no option. Did you mean onReady?',
    'wpwlOptions.labels.submt is no text. Did you mean submit?',
    'wpwlOptions.errorMessages.cvvErrr is no text. Did you mean cvvError?',
    'wpwlOptions.tokens.acent is no token. Did you mean accent?',
    'wpwlOptions.iframeStyles.card-number-placehoder is no style. Did you mean card-number-placeholder?',
  ]) {
    await expect.poll(() => ofTheWidget(consoleMessages)).toContain(`[paymentWidgets] ${sentence}`);
  }
  // The frame says besides what its style may not have, once it has it: later than the page.
  await expect.poll(() => ofTheWidget(consoleMessages)).toHaveLength(7);
});
