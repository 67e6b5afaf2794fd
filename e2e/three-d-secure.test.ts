/** The bank's question to the shopper: in the page, in the whole tab, and what goes wrong there. */
import { accessibilityProblems } from './axe.ts';
import { expect, test } from './fixtures.ts';
import {
  bankIn,
  CHALLENGE,
  CHALLENGE_WITH_METHOD_CALL,
  challengeIn,
  confirmIn,
  openAndPay,
  PLACES,
  press,
} from './waiting-payment.ts';

const FRICTIONLESS_WITH_METHOD_CALL = '4200000000000091';

const OUTCOMES = [
  ['Y', '000.100.110'],
  ['N', '100.380.401'],
  ['D', '100.380.401'],
  ['U', '100.390.107'],
  ['X', '100.390.112'],
] as const;

/** Issuers that ask nothing: card, result, transStatus and ECI. */
const UNASKED = [
  ['authenticated', '4200000000000026', '000.100.110', 'Y', '05'],
  ['attempted', '4200000000000059', '000.100.110', 'A', '06'],
  ['attempted, after a look at the browser', '4200000000000109', '000.100.110', 'A', '06'],
  ['rejected', '4200003000000079', '100.390.118', 'R', '07'],
  ['unavailable', '4200003000000087', '100.390.107', 'U', '07'],
  ['not enrolled', '4012001037141112', '000.400.102', 'U', '07'],
  ['not participating', '4532497088771651', '000.400.101', 'U', '07'],
  ['a technical error', '4012001037461114', '000.400.103', 'U', '07'],
] as const;

for (const [where, options, gatewayPage] of PLACES) {
  for (const [outcome, code] of OUTCOMES) {
    test(`${where}, answered with ${outcome}, it ends with ${code} @phone`, async ({
      page,
      openForm,
      gateway,
    }) => {
      const { checkoutId } = await openAndPay(openForm, { options });
      const bank = bankIn(gatewayPage(page));
      await bank.locator('select[name=transStatus]').selectOption(outcome);
      await press(bank.getByRole('button'));
      await page.waitForURL('**/result?**');
      expect((await gateway.status(checkoutId)).result.code).toBe(code);
    });
  }

  for (const [what, number, code, transStatus, eci] of UNASKED) {
    test(`${where}, the issuer asks nothing: ${what} @phone`, async ({
      page,
      openForm,
      gateway,
    }) => {
      const { checkoutId } = await openAndPay(openForm, { options, number });
      await page.waitForURL('**/result?**');
      const { result, threeDSecure } = await gateway.status(checkoutId);
      expect(result.code).toBe(code);
      expect(threeDSecure).toMatchObject({ transStatus, eci });
    });
  }

  test(`${where}, the issuer looks at the browser first @phone`, async ({
    page,
    openForm,
    gateway,
  }) => {
    const { checkoutId } = await openAndPay(openForm, {
      options,
      number: CHALLENGE_WITH_METHOD_CALL,
    });
    await confirmIn(gatewayPage(page), page);
    const { result, threeDSecure } = await gateway.status(checkoutId);
    expect(result.code).toBe('000.100.110');
    expect(threeDSecure).toMatchObject({ eci: '05', flow: 'challenge' });
  });

  test(`${where}, the issuer is content with that @phone`, async ({ page, openForm, gateway }) => {
    const { checkoutId } = await openAndPay(openForm, {
      options,
      number: FRICTIONLESS_WITH_METHOD_CALL,
    });
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).threeDSecure).toMatchObject({
      eci: '05',
      flow: 'frictionless',
    });
  });

  test(`${where}, the shopper can give it up`, async ({ page, openForm, gateway }) => {
    const { checkoutId } = await openAndPay(openForm, { options });
    await press(gatewayPage(page).getByRole('button'));
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('100.396.101');
  });
}

test.describe('the frame in the page', () => {
  test('has a title, the size that was asked for, and the focus; the page is told', async ({
    page,
    openForm,
    consoleMessages,
  }) => {
    const { form } = await openForm({
      options: `{threeDIframeSize: {width: '400px', height: '500px'},
        onLoadThreeDIframe() { window.loadedFrame = this.className; }}`,
    });
    await form.isReady();
    await form.pay({ number: CHALLENGE });
    const frame = page.locator('iframe.wpwl-target');
    // By it the gateway's page knows which page is around it, in every browser.
    await expect(frame).toHaveAttribute('referrerpolicy', 'origin');
    await expect(frame).toHaveAttribute('title', /.+/);
    expect(await frame.boundingBox()).toMatchObject({ width: 400, height: 500 });
    await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('wpwl-target');
    await expect(form.root).toBeHidden();
    expect(await page.evaluate('window.loadedFrame')).toBe('wpwl-target');
    expect(consoleMessages).toEqual([]);
  });

  test('fits a phone @phone', async ({ page, openForm }) => {
    await openAndPay(openForm, {
      options: '{threeDIframeSize: {width: "900px"}}',
    });
    await expect(page.locator('iframe.wpwl-target')).toBeVisible();
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(Number(await page.evaluate(overflow))).toBeLessThanOrEqual(0);
  });

  test('gives the form back after a decline, with the focus', async ({ page, openForm }) => {
    const { form } = await openAndPay(openForm, { options: '{stayOnDecline: true}' });
    const bank = bankIn(challengeIn(page));
    await bank.locator('select[name=transStatus]').selectOption('N');
    await press(bank.getByRole('button'));
    await expect(page.locator('iframe.wpwl-target')).toHaveCount(0);
    await expect(form.message).toBeVisible();
    await expect(form.payButton).toBeFocused();
  });

  test('gives the form back when the shopper cancels, where a decline stays in it', async ({
    page,
    openForm,
    gateway,
  }) => {
    const { form, checkoutId } = await openAndPay(openForm, { options: '{stayOnDecline: true}' });
    await press(challengeIn(page).getByRole('button', { name: 'Cancel the confirmation' }));
    await expect(form.message).toContainText('You cancelled the confirmation.');
    await form.number.fill('4200000000000000');
    await form.cvv.fill('123');
    await form.payButton.click();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
  });

  test('leaves what came of it in sight, with the button, in a window that is low', async ({
    page,
    openForm,
  }) => {
    await page.setViewportSize({ width: 640, height: 450 });
    const { form } = await openAndPay(openForm, {
      brands: 'VISA TRUSTLY IDEAL',
      options: "{ layout: 'list' }",
    });
    await press(challengeIn(page).getByRole('button', { name: 'Cancel the confirmation' }));
    await expect(form.message).toContainText('You cancelled the confirmation.');
    await expect(form.message).toBeInViewport({ ratio: 1 });
    await expect(form.payButton).toBeFocused();
    // Browsers scroll by whole pixels.
    await expect(form.payButton).toBeInViewport({ ratio: 0.9 });
  });

  test('can be a frame of the page', async ({ page, openForm, gateway }) => {
    const { checkoutId } = await openAndPay(openForm, {
      options: '{paymentTarget: "own"}',
      after: '<iframe name="own" title="Bank" width="400" height="600"></iframe>',
    });
    await confirmIn(page.frameLocator('iframe[name="own"]'), page);
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
  });

  test('comes up in the page when the frame that was named is not there', async ({
    page,
    openForm,
  }) => {
    await openAndPay(openForm, { options: '{paymentTarget: "no16_top"}' });
    await expect(page.locator('iframe.wpwl-target')).toBeVisible();
  });
});

test('Arabic is written from right to left, in the gateway’s page and in the bank’s', async ({
  page,
  openForm,
}) => {
  await openAndPay(openForm, { options: '{locale: "ar"}' });
  const hold = challengeIn(page);
  await expect(hold.locator('html')).toHaveAttribute('dir', 'rtl');
  const bank = bankIn(hold);
  await expect(bank.locator('html')).toHaveAttribute('dir', 'rtl');
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('nothing wrong for axe, in the page and in the whole tab @phone', async ({
  page,
  openForm,
}) => {
  await openAndPay(openForm, { options: '{paymentTarget: "_top"}' });
  await expect(bankIn(page).getByRole('button')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('under a strict policy with Trusted Types it takes one host', async ({
  page,
  openForm,
  gateway,
  consoleMessages,
}) => {
  const policy =
    `default-src 'none'; script-src 'nonce-abc'; frame-src ${gateway.url}; ` +
    `connect-src ${gateway.url}; require-trusted-types-for 'script'`;
  const { checkoutId } = await openAndPay(openForm, {
    headers: { 'content-security-policy': policy },
    scriptAttributes: 'nonce="abc"',
    number: CHALLENGE_WITH_METHOD_CALL,
  });
  await confirmIn(challengeIn(page), page);
  expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
  expect(consoleMessages).toEqual([]);
});

test.describe('a shopper who', () => {
  test('reloads the page is told that the payment waits, and goes on with it @phone', async ({
    page,
    openForm,
    gateway,
  }) => {
    const { form, checkoutId } = await openAndPay(openForm);
    await expect(page.locator('iframe.wpwl-target')).toBeVisible();
    const { id } = await gateway.status(checkoutId);
    await page.reload();
    await expect(form.message).toContainText('You have not confirmed this payment yet.');
    await page.getByRole('button', { name: 'Continue' }).click();
    await confirmIn(challengeIn(page), page);
    expect(await gateway.status(checkoutId)).toMatchObject({
      id,
      result: { code: '000.100.110' },
    });
  });

  test('reloads the page starts again, and pays once', async ({ page, openForm, gateway }) => {
    const { form, checkoutId } = await openAndPay(openForm);
    await expect(page.locator('iframe.wpwl-target')).toBeVisible();
    await page.reload();
    await form.isReady();
    await form.pay();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
  });

  test('goes back from the bank can pay with another card', async ({ page, openForm, gateway }) => {
    const { form, checkoutId } = await openAndPay(openForm, { options: '{paymentTarget: "_top"}' });
    await expect(bankIn(page).getByRole('button')).toBeVisible();
    await page.goBack();
    await form.isReady();
    // The browser may have kept what was typed.
    await form.number.fill('4200000000000000');
    await form.expiry.fill('12/34');
    await form.holder.fill('Jane Jones');
    await form.cvv.fill('123');
    await form.payButton.click();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
  });

  test('goes back to the bank after the end is led on to the shop', async ({ page, openForm }) => {
    await openAndPay(openForm, { options: '{paymentTarget: "_top"}' });
    const bank = bankIn(page);
    await expect(bank.getByRole('button')).toBeVisible();
    const address = page.url();
    await press(bank.getByRole('button'));
    await page.waitForURL('**/result?**');
    await page.goto(address);
    await page.waitForURL('**/result?**');
  });

  test('has the form in two tabs gets one result', async ({ page, openForm, gateway, context }) => {
    const { checkoutId } = await openAndPay(openForm);
    const bank = bankIn(challengeIn(page));
    await expect(bank.getByRole('button')).toBeVisible();
    const other = await context.newPage();
    await other.goto(page.url());
    const { CardForm } = await import('./card-form.ts');
    const second = new CardForm(other);
    await second.isReady();
    await second.pay();
    await other.waitForURL('**/result?**');
    await press(bank.getByRole('button'));
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
  });

  test('loses the network comes to the same result when it is back', async ({
    page,
    openForm,
    gateway,
    context,
  }) => {
    const { form, checkoutId } = await openForm();
    await form.isReady();
    // The answer of the bank arrives; what the form asks after it does not.
    await page.route('**/v1/threeDSecure/*/start/*', (route) =>
      route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
    );
    await form.pay({ number: CHALLENGE });
    const bank = bankIn(challengeIn(page));
    await press(bank.getByRole('button'));
    await expect(form.retryButton).toBeVisible();
    await page.unroute('**/v1/threeDSecure/*/start/*');
    await context.setOffline(false);
    await form.retryButton.click();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
  });
});

for (const [how, head, media, scheme] of [
  ['says both in its head', '<meta name="color-scheme" content="light dark">', 'dark', 'dark'],
  ['says both in its head', '<meta name="color-scheme" content="light dark">', 'light', 'light'],
  ['says both in its style', '<style>:root { color-scheme: light dark }</style>', 'dark', 'dark'],
  ['is dark', '<style>:root { color-scheme: dark }</style>', 'light', 'dark'],
  ['says nothing', '', 'dark', 'light'],
] as const) {
  test(`the question has the colours of a page that ${how}, where the browser is ${media}`, async ({
    page,
    openReady,
  }) => {
    await page.emulateMedia({ colorScheme: media });
    const { form } = await openReady({ head });
    await form.pay({ number: CHALLENGE });
    const bank = bankIn(challengeIn(page));
    await expect(bank.getByRole('combobox')).toBeVisible();
    await expect(bank.locator('html')).toHaveAttribute('data-scheme', scheme);
    await expect(challengeIn(page).locator('html')).toHaveAttribute('data-scheme', scheme);
  });
}
