/** Apple Pay and Google Pay: stand-ins for what only the vendors' devices can do. `buying/` buys in the sandbox. */
import type { Page } from '@playwright/test';
import { expect, type Gateway, test } from './fixtures.ts';
import { FORM_DATA_REQUESTS, PAYMENT_REQUESTS, recordPayments } from './payment-requests.ts';
import { press, sandboxWallet } from './waiting-payment.ts';

const BRANDS = ['APPLEPAY', 'GOOGLEPAY'] as const;
const TOKEN = { APPLEPAY: 'applePay.paymentToken', GOOGLEPAY: 'googlePay.paymentToken' } as const;

const buttonOf = (page: Page, brand: string) =>
  page.locator(`.wpwl-container-virtualAccount-${brand} button.wpwl-button`);
/** Hosts of others than gateway and shop. */
const vendorsAsked = (page: Page) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { hostname } = new URL(request.url());
    if (/apple|google/.test(hostname)) asked.push(hostname);
  });
  return asked;
};

for (const brand of BRANDS) {
  test(`${brand}: a declined card, and a shopper who cancels`, async ({
    page,
    openForm,
    gateway,
  }) => {
    const asked = vendorsAsked(page);
    const { checkoutId } = await openForm({
      brands: brand,
      options: `{ stayOnDecline: true, ${brand === 'APPLEPAY' ? 'applePay' : 'googlePay'}: { onCancel() { window.cancelled = true } } }`,
    });
    await buttonOf(page, brand).click();
    await (await sandboxWallet(page)).locator('form:not(#choice) button').click();
    await expect(buttonOf(page, brand)).toBeVisible();
    expect(await page.evaluate('window.cancelled')).toBe(true);
    expect(await gateway.read(`/v1/checkouts/${checkoutId}/payment`)).toMatchObject({
      result: { code: '000.200.000' },
    });

    await buttonOf(page, brand).click();
    const wallet = await sandboxWallet(page);
    await wallet.locator('select').selectOption('4200000000001016');
    await wallet.locator('button[value="confirm"]').click();
    await expect(page.locator('.wpwl-message')).toBeVisible();
    await buttonOf(page, brand).click();
    await (await sandboxWallet(page)).locator('button[value="confirm"]').click();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
    expect(asked).toEqual([]);
  });
}

test('the card itself in Google Pay is confirmed by its bank', async ({
  page,
  openForm,
  gateway,
}) => {
  const { checkoutId } = await openForm({ brands: 'GOOGLEPAY' });
  await buttonOf(page, 'GOOGLEPAY').click();
  const wallet = await sandboxWallet(page);
  await wallet.locator('select').selectOption('4200000000000018');
  await wallet.locator('button[value="confirm"]').click();
  await press(wallet.frameLocator('iframe').getByRole('button'));
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
});

test.describe('with the vendor’s own', () => {
  const setUp = async (gateway: Gateway) => {
    await gateway.setChannel(
      'country=GB',
      'applePay={"merchantId":"merchant.shop.example"}',
      'googlePay={"merchantId":"12345"}',
    );
  };
  test.afterEach(({ gateway }) => gateway.setChannel('applePay=null', 'googlePay=null'));

  test('Apple Pay is given the checkout’s amount, proves the merchant, and pays with the token', async ({
    page,
    openForm,
    gateway,
  }) => {
    await setUp(gateway);
    await page.route('**/applePay/session', (route) => {
      expect(new URLSearchParams(route.request().postData() ?? '').get('validationURL')).toBe(
        'https://apple-pay-gateway.apple.com/paymentservices/startSession',
      );
      return route.fulfill({
        json: { nonce: 'n' },
        headers: { 'access-control-allow-origin': '*' },
      });
    });
    await openForm({
      brands: 'APPLEPAY',
      head: `<script>
        window.ApplePaySession = class {
          static canMakePayments() { return true }
          constructor(version, request) { window.asked = { version, request: JSON.stringify(request) } }
          begin() { this.onvalidatemerchant({ validationURL: 'https://apple-pay-gateway.apple.com/paymentservices/startSession' }) }
          completeMerchantValidation(session) {
            window.session = session;
            this.onpaymentauthorized({ payment: { token: { paymentData: { version: 'EC_v1', data: 'x' } } } });
          }
          completePayment(status) { window.completed = status }
        };
      </script>`,
      options: `{ applePay: { version: 6, currencyCode: 'USD', total: { label: 'Lamps', amount: '1.00' },
        onPaymentAuthorized(payment) { window.authorized = payment.token.paymentData.version; return { status: 'SUCCESS' } } } }`,
    });
    const posted = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/payment'),
    );
    await buttonOf(page, 'APPLEPAY').click();
    const body = new URLSearchParams((await posted).postData() ?? '');
    expect(body.get(TOKEN.APPLEPAY)).toBe('{"version":"EC_v1","data":"x"}');
    const asked = (await page.evaluate('window.asked')) as { version: number; request: string };
    expect(asked.version).toBe(6);
    expect(JSON.parse(asked.request)).toMatchObject({
      countryCode: 'GB',
      currencyCode: 'EUR',
      merchantCapabilities: ['supports3DS'],
      supportedNetworks: expect.arrayContaining(['visa', 'masterCard']),
      total: { label: 'Lamps', amount: '92.00' },
    });
    expect(await page.evaluate('[window.session, window.authorized]')).toEqual([
      { nonce: 'n' },
      'EC_v1',
    ]);
    // The gateway has no root of Apple's here, and refuses the token: the sheet hears so.
    await expect.poll(() => page.evaluate('window.completed')).toBe(1);
  });

  test('Apple Pay whose sheet is over when the answer comes leads on all the same', async ({
    page,
    openForm,
    gateway,
    merchant,
    consoleMessages,
  }) => {
    await setUp(gateway);
    const { checkoutId } = await openForm({
      brands: 'APPLEPAY',
      head: `<script>
        window.ApplePaySession = class {
          static canMakePayments() { return true }
          constructor(version, request) { sessionStorage.setItem('asked', request.total.amount) }
          begin() { this.onpaymentauthorized({ payment: { token: { paymentData: {} } } }) }
          completePayment() { throw new Error('the session is over') }
        };
      </script>`,
    });
    await expect(buttonOf(page, 'APPLEPAY')).toBeEnabled();
    await gateway.update(checkoutId, { amount: '100.00' });
    await page.evaluate('wpwl.refresh()');
    await page.route(PAYMENT_REQUESTS, (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: {
          result: { code: '000.100.110', description: 'paid' },
          redirect: { url: `${merchant.origin}/result?id=1` },
        },
      }),
    );
    await buttonOf(page, 'APPLEPAY').click();
    await page.waitForURL('**/result?**');
    expect(await page.evaluate('sessionStorage.getItem("asked")')).toBe('100.00');
    expect(consoleMessages).toEqual([]);
  });

  const SHEET = `<script>
    window.ApplePaySession = class {
      static canMakePayments() { return true }
      begin() { this.onvalidatemerchant({ validationURL: 'https://apple-pay-gateway.apple.com/' }) }
      completeMerchantValidation() {
        this.onpaymentauthorized({ payment: { token: { paymentData: {} } } });
      }
      completePayment(status) { window.completed = status }
      abort() { window.completed = 'aborted' }
    };
  </script>`;
  const withSession = (page: Page, status: number) =>
    page.route('**/applePay/session', (route) =>
      route.fulfill({ status, json: {}, headers: { 'access-control-allow-origin': '*' } }),
    );

  for (const options of [
    '{ onBeforeSubmitVirtualAccount: () => false }',
    '{ useSummaryPage: true, onSaveTransactionData() {} }',
  ]) {
    test(`Apple Pay’s sheet is closed where nothing is paid yet, with ${options}`, async ({
      page,
      openForm,
      gateway,
    }) => {
      const bodies = recordPayments(page);
      await setUp(gateway);
      await withSession(page, 200);
      await openForm({ brands: 'APPLEPAY', head: SHEET, options });
      await buttonOf(page, 'APPLEPAY').click();
      await expect.poll(() => page.evaluate('window.completed')).toBe(1);
      await expect(page.locator('form.wpwl-form')).toHaveAttribute('data-phase', 'ready');
      expect(bodies).toEqual([]);
    });
  }

  test('Apple Pay that cannot validate the merchant says so, and the form asks how things are', async ({
    page,
    openForm,
    gateway,
  }) => {
    await setUp(gateway);
    await withSession(page, 500);
    await openForm({ brands: 'APPLEPAY', head: SHEET });
    await expect(buttonOf(page, 'APPLEPAY')).toBeEnabled();
    const asked = page.waitForRequest(FORM_DATA_REQUESTS);
    await buttonOf(page, 'APPLEPAY').click();
    await expect(page.locator('.wpwl-message')).toContainText('not');
    await expect(page.locator('.wpwl-message')).toBeVisible();
    await asked;
    expect(await page.evaluate('window.completed')).toBe('aborted');
  });

  test('Apple Pay is not drawn where the browser has none, and the developer is told', async ({
    page,
    openForm,
    gateway,
    consoleMessages,
  }) => {
    await setUp(gateway);
    await openForm({ brands: 'VISA APPLEPAY' });
    await expect(page.locator('.wpwl-container-card button.wpwl-button')).toBeVisible();
    await expect(buttonOf(page, 'APPLEPAY')).toBeHidden();
    await expect.poll(() => consoleMessages.join('\n')).toContain('APPLEPAY');
  });

  test('Google’s script is loaded where Google Pay is offered, and its token is paid with', async ({
    page,
    openForm,
    gateway,
  }) => {
    await setUp(gateway);
    await gateway.createKey('googlepay');
    const asked = vendorsAsked(page);
    await page.route('https://pay.google.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `window.google = { payments: { api: { PaymentsClient: class {
          constructor(options) { window.client = options }
          async isReadyToPay() { return { result: true } }
          async loadPaymentData(request) { window.asked = request;
            return { paymentMethodData: { tokenizationData: { token: 'the token' } } } }
        } } } };`,
      }),
    );
    const { checkoutId } = await openForm({ brands: 'VISA GOOGLEPAY' });
    await expect(buttonOf(page, 'GOOGLEPAY')).toBeEnabled();
    // What the shopper agrees to is what is paid, also where that has changed.
    await gateway.update(checkoutId, { amount: '100.00' });
    await page.evaluate('wpwl.refresh()');
    const posted = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/payment'),
    );
    await buttonOf(page, 'GOOGLEPAY').click();
    const body = new URLSearchParams((await posted).postData() ?? '');
    expect(body.get(TOKEN.GOOGLEPAY)).toBe('the token');
    expect(asked).toEqual(['pay.google.com']);
    expect(await page.evaluate('window.client')).toEqual({ environment: 'TEST' });
    expect(await page.evaluate('window.asked')).toMatchObject({
      apiVersion: 2,
      merchantInfo: { merchantId: '12345' },
      allowedPaymentMethods: [
        {
          tokenizationSpecification: {
            type: 'DIRECT',
            parameters: { protocolVersion: 'ECv2', publicKey: expect.stringMatching(/^B.{87}$/) },
          },
        },
      ],
      transactionInfo: { totalPrice: '100.00', currencyCode: 'EUR', countryCode: 'GB' },
    });
    asked.length = 0;
    await openForm({ brands: 'VISA' });
    await expect(page.locator('.wpwl-container-card button.wpwl-button')).toBeVisible();
    expect(asked).toEqual([]);
  });
});
