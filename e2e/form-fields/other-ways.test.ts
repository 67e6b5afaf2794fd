import { accessibilityProblems } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { moveFocus } from '../focus.ts';
import { FORM_DATA_REQUESTS, recordPayments } from '../payment-requests.ts';

/** What is right but for how it was typed: by its name, as a shopper types it, as it is sent. */
const AS_TYPED = [
  ['BLIK', 'PLN', 'virtualAccount.password', '123 456', '123456'],
  ['STC_PAY', 'SAR', 'customer.mobile', ' ٠٥١٢٣٤٥٦٧٨', '0512345678'],
] as const;

for (const [brands, currency, name, typed, sent] of AS_TYPED) {
  test(`${brands} takes ${name} as people type it`, async ({ page, openForm }) => {
    const bodies = recordPayments(page);
    await openForm({ brands, checkout: { currency } });
    const form = page.locator(`form.wpwl-form-virtualAccount-${brands}`);
    const input = form.locator(`[name="${name}"]`);
    await input.pressSequentially(typed);
    // It is the shopper's as long as the shopper types.
    await expect(input).toHaveValue(typed);
    await form.locator('button[name=pay]').click();
    await expect
      .poll(() => bodies.map((body) => new URLSearchParams(body).get(name)))
      .toEqual([sent]);
  });
}

test.describe('ways to pay besides the card', () => {
  test('stand in the order of the merchant, each in a container of its own', async ({
    page,
    openForm,
  }) => {
    const { form } = await openForm({ brands: 'PAYPAL VISA MASTER PAYSAFECARD' });
    await form.isReady();
    const containers = page.locator('.wpwl-container');
    await expect(containers).toHaveCount(3);
    for (const [n, key] of [
      'virtualAccount-PAYPAL',
      'card',
      'virtualAccount-PAYSAFECARD',
    ].entries()) {
      await expect(containers.nth(n)).toHaveClass(new RegExp(`wpwl-container-${key}`));
    }
    await expect(page.locator('.wpwl-button-brand')).toContainText('PayPal');
  });

  test('say what is missing of an account', async ({ page, openForm }) => {
    await openForm({ brands: 'PAYSAFECARD' });
    const form = page.locator('form.wpwl-form-virtualAccount-PAYSAFECARD');
    await form.locator('[name="virtualAccount.accountId"]').fill('someone');
    await form.locator('.wpwl-button-pay').click();
    await expect(form.locator('.wpwl-hint-passwordError')).toBeVisible();
    await expect(form.locator('[name="virtualAccount.password"]')).toBeFocused();
  });

  for (const locale of ['en', 'ar']) {
    test(`has nothing in the way, ${locale} @phone`, async ({ page, openForm }) => {
      await openForm({
        brands: 'PAYPAL VISA PAYSAFECARD STC_PAY',
        options: `{locale: '${locale}', billingAddress: true, registrations: {offerToStore: true}}`,
      });
      await page.setViewportSize({ width: 320, height: 2400 });
      await expect(page.locator('[name="virtualAccount.password"]')).toBeVisible();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      await page.screenshot({ path: `test-results/ways-${locale}.png`, fullPage: true });
    });
  }
});

test('asks for a billing address by the rules of its country, and sends it', async ({
  page,
  openForm,
  gateway,
}) => {
  const { form, checkoutId } = await openForm({
    options: `{billingAddress: {country: 'US', city: 'Springfield'}, mandatoryBillingFields: {postcode: true}}`,
  });
  await form.type();
  const field = (name: string) => form.root.locator(`[name="billing.${name}"]`);
  await expect(field('city')).toHaveValue('Springfield');
  await field('postcode').fill('123');
  await form.payButton.click();
  await expect(form.hint('billingPostCodeError')).toBeVisible();
  await field('country').selectOption('DE');
  // Keyboards of phones put a blank behind what they complete.
  await field('postcode').fill('10115 ');
  await field('city').focus();
  await expect(field('postcode')).toHaveValue('10115');
  await expect(form.hint('billingPostCodeError')).toHaveCount(0);
  await form.payButton.click();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).billing).toMatchObject({
    country: 'DE',
    city: 'Springfield',
    postcode: '10115',
  });
});

test('a postcode is judged again when its country changes', async ({ openForm }) => {
  const { form } = await openForm({ options: `{billingAddress: {country: 'US'}}` });
  await form.isReady();
  const field = (name: string) => form.root.locator(`[name="billing.${name}"]`);
  const hint = form.hint('billingPostCodeError');
  await field('postcode').fill('10115');
  await field('country').focus();
  await field('country').selectOption('NL');
  await expect(hint).toBeVisible();
  await field('country').selectOption('DE');
  await expect(hint).toHaveCount(0);
  await expect(field('country')).toBeFocused();
  // What is empty is not called wrong before somebody pays.
  await field('postcode').fill('');
  await field('country').focus();
  await field('country').selectOption('NL');
  await expect(form.root.locator('.wpwl-hint')).toHaveCount(0);
  await field('postcode').fill('1011 AB');
  await field('city').focus();
  await expect(hint).toHaveCount(0);
});

test('a billing address has the lines of its country, in the order in which they are written there', async ({
  page,
  openForm,
}) => {
  const { form } = await openForm({
    options: `{billingAddress: {country: '', state: ''}, mandatoryBillingFields: {city: true}}`,
  });
  const country = form.root.locator('[name="billing.country"]');
  const shown = () =>
    form.root
      .locator('.wpwl-group-billing .wpwl-control:visible')
      .evaluateAll((controls) =>
        controls.map((control) => (control.getAttribute('name') ?? '').replace('billing.', '')),
      );
  await form.isReady();
  expect(await shown()).toEqual(['country', 'state', 'city', 'postcode', 'street1', 'street2']);
  await country.focus();
  await country.selectOption('US');
  expect(await shown()).toEqual(['country', 'street1', 'street2', 'city', 'state', 'postcode']);
  await expect(country).toBeFocused();
  for (const field of ['street1', 'street2', 'city', 'state', 'postcode']) {
    await moveFocus(page, 'Tab', `billing.${field}`);
  }
  await country.selectOption('HK');
  expect(await shown()).toEqual(['country', 'state', 'city', 'street1', 'street2']);
  await country.selectOption('DE');
  expect(await shown()).toEqual(['country', 'street1', 'street2', 'postcode', 'city']);
  // As a browser fills in: the country changes while the shopper is elsewhere.
  await form.root.locator('[name="billing.street1"]').focus();
  await country.evaluate((select: HTMLSelectElement) => {
    select.value = 'HU';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(await shown()).toEqual(['country', 'city', 'street1', 'street2', 'postcode']);
  await expect(form.root.locator('[name="billing.street1"]')).toBeFocused();
  // What it fills in is seen.
  const state = form.root.locator('[name="billing.state"]');
  await state.evaluate((input: HTMLInputElement) => {
    input.value = 'Pest';
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(state).toBeVisible();
  await state.fill('');
  // In Singapore no address needs a city: it is asked for because the page wants it.
  await country.selectOption('SG');
  expect(await shown()).toEqual(['country', 'city', 'street1', 'street2', 'postcode']);
});

test('the lines of an address are called as the country calls them', async ({ page, openForm }) => {
  const { form } = await openForm({
    options: `{locale: 'de', billingAddress: {country: 'US'}, mandatoryBillingFields: {state: true},
      labels: {billingCityPlaceholder: 'Wohnort'}}`,
  });
  await form.isReady();
  const line = (field: string) => form.root.locator(`[name="billing.${field}"]`);
  const isCalled = async (field: string, name: string) => {
    await expect(line(field)).toHaveAccessibleName(name);
    await expect(line(field)).toHaveAttribute('placeholder', name);
  };
  await isCalled('state', 'Bundesstaat');
  await isCalled('postcode', 'ZIP-Code');
  await line('country').selectOption('JP');
  await isCalled('state', 'Präfektur');
  await isCalled('postcode', 'Postleitzahl');
  await form.payButton.click();
  await expect(page.getByText('Füllen Sie diese Zeile der Adresse aus.')).toBeVisible();
  await line('country').selectOption('GB');
  // The page's own words stay.
  await isCalled('city', 'Wohnort');
  await line('country').selectOption('DE');
  await isCalled('state', 'Bundesland oder Provinz');
});

test('of a billing address, what has been filled in stays, and so does what the page has moved', async ({
  page,
  openForm,
}) => {
  const { form } = await openForm({
    options: `{billingAddress: {country: 'DE', state: 'BY'},
      onReady: function () {
        document.querySelector('.wpwl-form-card').append(document.querySelector('.wpwl-group-city'));
      }}`,
  });
  await form.isReady();
  const place = (field: string) =>
    page.locator(`.wpwl-group-${field}`).evaluate((group) => group.parentElement?.className ?? '');
  await expect(form.root.locator('[name="billing.state"]')).toBeVisible();
  await form.root.locator('[name="billing.country"]').selectOption('US');
  expect(await place('city')).toContain('wpwl-form-card');
  expect(await place('postcode')).toContain('wpwl-group-billing');
});

test('an instance of the version before answers with less, and the form does all the same', async ({
  page,
  openForm,
}) => {
  const NEW = ['formClass', 'buttonClass', 'family', 'data-fields', 'data-words'];
  await page.route(FORM_DATA_REQUESTS, async (route) => {
    const response = await route.fetch();
    const before = JSON.parse(await response.text(), (name, value) => {
      const isNew = NEW.includes(name) || (name === 'data-postcode' && value === '.*');
      return isNew ? undefined : value;
    });
    await route.fulfill({ response, json: before });
  });
  const { form } = await openForm({
    brands: 'VISA PAYSAFECARD',
    options: `{billingAddress: {country: 'HK'}, mandatoryBillingFields: {postcode: true}}`,
  });
  await form.isReady();
  await expect(page.locator('[name="virtualAccount.accountId"]')).toBeVisible();
  await expect(form.root.locator('[name="billing.city"]')).toBeVisible();
  await form.root.locator('[name="billing.postcode"]').fill('12345');
  await form.pay();
  await page.waitForURL('**/result?**');
});

test('stores the card only when the shopper ticks the box', async ({ page, openForm, gateway }) => {
  const { form, checkoutId } = await openForm({
    options: '{registrations: {offerToStore: true}}',
  });
  await form.type();
  const box = form.root.locator('[name="createRegistration"]');
  await expect(box).not.toBeChecked();
  await box.check();
  await form.payButton.click();
  await page.waitForURL('**/result?**');
  expect(await gateway.status(checkoutId)).toHaveProperty('registrationId');
});

test('stores a card without a payment', async ({ page, gateway, merchant }) => {
  const { DEMO } = await import('../../server/tests/support/gateway-process.ts');
  const headers = { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` };
  const answer = await fetch(`${gateway.url}/v1/checkouts`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ entityId: DEMO.DEMO_ENTITY_ID, createRegistration: 'true' }),
  });
  const { id } = await answer.json();
  const html = `<!doctype html><html lang="en"><title>Store</title>
    <script src="${gateway.url}/v1/paymentWidgets.js?checkoutId=${id}/registration"></script>
    <form class="paymentWidgets" action="${merchant.origin}/result">VISA</form>`;
  await page.goto(merchant.publish({ html }));
  const { CardForm } = await import('../card-form.ts');
  const form = new CardForm(page);
  await form.pay();
  await page.waitForURL('**/result?**');
  const path = `/v1/checkouts/${id}/registration`;
  expect(new URL(page.url()).searchParams.get('resourcePath')).toBe(path);
  const stored = await (await fetch(gateway.url + path, { headers })).json();
  expect(stored.card).toMatchObject({ last4Digits: '0000' });
});

test.describe('the page is asked before the shopper goes elsewhere', () => {
  for (const [brand, options, expected] of [
    ['KLARNA_PAYMENTS_PAYLATER', '', 'VirtualAccount'],
    [
      'KLARNA_PAYMENTS_PAYLATER',
      "inlineFlow: ['KLARNA_PAYMENTS_PAYLATER'],",
      'InlineVirtualAccount',
    ],
    ['IDEAL', '', 'OnlineTransfer'],
  ] as const) {
    test(`${brand} ${options} by onBeforeSubmit${expected}`, async ({ page, openForm }) => {
      const said = ['VirtualAccount', 'InlineVirtualAccount', 'OnlineTransfer'].map(
        (name) =>
          `onBeforeSubmit${name}(event) { (window.asked ??= []).push(['${name}', event.currentTarget === this]); return false },`,
      );
      await openForm({ brands: brand, options: `{ ${options} ${said.join('\n')} }` });
      await page.locator('.wpwl-button-brand').click();
      await expect.poll(() => page.evaluate('window.asked')).toEqual([[expected, true]]);
      // That nothing follows has no state to wait for: were it to follow, it would do so at once.
      await page.waitForTimeout(300);
      expect(page.url()).not.toContain('wallet');
    });
  }
});
