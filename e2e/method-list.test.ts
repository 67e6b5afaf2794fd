/** The list of ways to pay (`layout: 'list'`): one open at a time, and one button, for that one. */
import type { Locator } from '@playwright/test';
import { accessibilityProblems } from './axe.ts';
import { expect, ofTheWidget, type Page, test } from './fixtures.ts';
import { storeCard } from './form-fields/store-card.ts';
import { holdFormData, watchShifts } from './layout-shifts.ts';
import { bankIn, CHALLENGE, challengeIn, press } from './waiting-payment.ts';

const BRANDS = 'VISA MASTER AMEX TRUSTLY IDEAL';
const LIST = `{ layout: 'list' }`;
const DECLINED = '4200000000001016';
const LOST = '4200000000001156';

const row = (page: Page, name: string | RegExp) => page.getByRole('radio', { name });
/** Of all buttons that pay, those that one sees. */
const payButtons = (page: Page) => page.locator('button[name=pay]:visible');
const rows = (page: Page) => page.getByRole('radiogroup', { name: 'Payment method' });
const cvvIn = (place: Locator) => place.frameLocator('iframe[name="card.cvv"]').locator('input');

test('has one way open, and one button that says what is paid @phone', async ({
  page,
  openReady,
  consoleMessages,
}) => {
  const { form } = await openReady({ brands: BRANDS, options: LIST });
  await expect(rows(page).getByRole('radio')).toHaveCount(3);
  await expect(row(page, 'Card')).toBeChecked();
  await expect(payButtons(page)).toHaveText(['Pay €92.00']);
  // The number tells the brand: nothing has to be chosen.
  await expect(form.root.locator('.wpwl-wrapper-brand')).not.toBeInViewport({ ratio: 1 });

  await row(page, 'Trustly').check();
  await expect(form.root).toBeHidden();
  await expect(page.getByText('You will continue on Trustly')).toBeVisible();
  await expect(payButtons(page)).toHaveText(['Pay €92.00 with Trustly']);
  await expect(row(page, 'Card')).not.toBeChecked();

  await row(page, 'Card').check();
  await form.pay();
  await page.waitForURL('**/result?**');
  expect(consoleMessages).toEqual([]);
});

test('leads to the wallet that was chosen', async ({ page, openReady, gateway }) => {
  const { checkoutId } = await openReady({ brands: BRANDS, options: LIST });
  await row(page, 'Trustly').check();
  await payButtons(page).click();
  await page.waitForURL('**/bank/wallet?**');
  await page.locator('button[value="accept"]').click();
  await page.waitForURL('**/result?**');
  expect(await gateway.status(checkoutId)).toMatchObject({
    paymentBrand: 'TRUSTLY',
    result: { code: '000.100.110' },
  });
});

test('is used by keyboard: arrows choose, Tab goes into what is chosen, Enter pays', async ({
  page,
  openReady,
}) => {
  const { form } = await openReady({ brands: BRANDS, options: LIST });
  await row(page, 'Card').focus();
  await page.keyboard.press('End');
  await expect(row(page, 'iDEAL')).toBeChecked();
  await expect(row(page, 'iDEAL')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(row(page, 'Card')).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'Trustly')).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(payButtons(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowUp');
  await expect(row(page, 'Card')).toBeFocused();
  const place = () => form.expiry.evaluate((input) => input.getBoundingClientRect().y);
  const before = await place();
  await page.keyboard.press('Tab');
  // The select of brands is there for those who ask for it, and moves nothing.
  await expect(form.brand).toBeFocused();
  await expect(form.brand).toBeInViewport({ ratio: 1 });
  expect(await place()).toBe(before);
  await page.keyboard.press('Tab');
  await expect(form.number).toBeFocused();
  await form.type();
  await form.holder.press('Enter');
  await page.waitForURL('**/result?**');
});

test('keeps everything else quiet while it pays, and one touch away after a decline', async ({
  page,
  openReady,
}) => {
  const { form } = await openReady({
    brands: BRANDS,
    options: `{ layout: 'list' }`,
  });
  const { promise: isSeen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/v1/checkouts/*/payment', async (route) => {
    await isSeen;
    await route.continue();
  });
  await form.type({ number: DECLINED });
  await payButtons(page).click();
  await expect(payButtons(page)).toHaveText(['Processing…']);
  await expect(row(page, 'Trustly')).toBeDisabled();
  goOn();
  await expect(form.message).toContainText('declined');
  await expect(row(page, 'Trustly')).toBeEnabled();
  await row(page, 'Trustly').check();
  await payButtons(page).click();
  await page.waitForURL('**/bank/wallet?**');
});

test('shows each stored card as a way to pay, the first one chosen @phone', async ({
  page,
  openForm,
  gateway,
}) => {
  const visa = await storeCard(gateway);
  const master = await storeCard(gateway, { number: '5454545454545454', brand: 'MASTER' });
  const withBoth = {
    brands: BRANDS,
    checkout: { 'registrations[0].id': visa, 'registrations[1].id': master },
    options: `{ layout: 'list', registrations: { requireCvv: true } }`,
  };
  const { checkoutId } = await openForm(withBoth);
  const [first, second] = [row(page, /Visa •••• 0000/), row(page, /Mastercard •••• 5454/)];
  const other = row(page, 'Another card');
  await expect(first).toBeChecked();
  await expect(page.locator('iframe[name="card.cvv"]:visible')).toHaveCount(1);

  // One group, as the shopper sees it: one is chosen, by arrows too.
  await second.focus();
  await page.keyboard.press('ArrowDown');
  await expect(other).toBeChecked();
  await expect(second).not.toBeChecked();
  await expect(page.locator('.wpwl-selected')).toHaveCount(0);
  await expect(page.locator('form.wpwl-form-card')).toBeVisible();
  await expect(payButtons(page)).toHaveCount(1);

  await second.check();
  await expect(other).not.toBeChecked();
  await expect(page.locator('form.wpwl-form-card')).toBeHidden();
  await cvvIn(page.locator('.wpwl-selected')).pressSequentially('123');
  await payButtons(page).click();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).paymentBrand).toBe('MASTER');

  // The next time that one is chosen beforehand, and its CVV stands ready.
  await openForm(withBoth);
  await expect(second).toBeChecked();
  await expect(page.locator('.wpwl-selected iframe[name="card.cvv"]')).toBeVisible();
  // The classic form begins with the first, as its pages expect.
  await openForm({ ...withBoth, options: '{}' });
  await expect(page.locator('[name="registrationId"]').first()).toBeChecked();
});

test('one way is busy alone: nothing else can be chosen, stored cards neither', async ({
  page,
  openForm,
  gateway,
}) => {
  const card = await storeCard(gateway);
  const { form } = await openForm({
    brands: BRANDS,
    checkout: { 'registrations[0].id': card },
    options: LIST,
  });
  await row(page, 'Another card').check();
  // Enter on the choice itself pays with nothing.
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.method()));
  await page.keyboard.press('Enter');
  await form.isReady();
  expect(asked).not.toContain('POST');
  await page.route('**/v1/checkouts/*/payment', (route) => route.abort());
  const { promise: isSeen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/v1/checkouts/*/payment', async (route) => {
    await isSeen;
    await route.abort();
  });
  await form.type();
  await payButtons(page).click();
  await expect(payButtons(page)).toHaveText(['Processing…']);
  await expect(page.locator('.wpwl-stored-cards')).toHaveAttribute('inert');
  goOn();
  await expect(form.message).toContainText('you pay only once');
  await expect(page.locator('.wpwl-stored-cards')).not.toHaveAttribute('inert');
});

test('opens the way that a script pays with', async ({ page, openReady }) => {
  const { form } = await openReady({ brands: BRANDS, options: LIST });
  await row(page, 'Trustly').check();
  await page.evaluate("wpwl.executePayment('wpwl-container-card')");
  await expect(row(page, 'Card')).toBeChecked();
  await expect(form.root.locator('.wpwl-hint')).toHaveCount(4);
  await expect(form.number).toBeFocused();
});

test('shows stored cards that have expired, and begins with another way', async ({
  page,
  openForm,
  gateway,
}) => {
  const card = await storeCard(gateway);
  await page.route('**/v1/checkouts/*/form?**', async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replace('"disabled":false', '"disabled":true')
      .replace('"expired":false', '"expired":true');
    await route.fulfill({ response, body });
  });
  const { form } = await openForm({
    brands: BRANDS,
    checkout: { 'registrations[0].id': card },
    options: LIST,
  });
  await form.isReady();
  await expect(row(page, /•••• 0000/)).toBeDisabled();
  await expect(row(page, 'Another card')).toBeChecked();
  await expect(payButtons(page)).toHaveText(['Pay €92.00']);
});

test('what is stored arrives late and closes no form that is being filled in', async ({
  page,
  openForm,
  gateway,
}) => {
  const card = await storeCard(gateway);
  const letDataCome = await holdFormData(page);
  const { form } = await openForm({
    brands: BRANDS,
    checkout: { 'registrations[0].id': card },
    options: LIST,
  });
  await form.number.pressSequentially('4200');
  letDataCome();
  await expect(row(page, /•••• 0000/)).toBeVisible();
  await expect(row(page, 'Another card')).toBeChecked();
  await expect(form.number).toBeFocused();
  await expect(form.number).toHaveValue('4200');
});

test('a stored card that its processor has lost gives way to the card form', async ({
  page,
  openForm,
  gateway,
}) => {
  const card = await storeCard(gateway, { number: LOST });
  const { form, checkoutId } = await openForm({
    brands: BRANDS,
    checkout: { 'registrations[0].id': card },
    options: LIST,
  });
  await expect(row(page, /•••• 1156/)).toBeChecked();
  await payButtons(page).click();
  await expect(rows(page).getByRole('paragraph')).toContainText('Your card cannot be used');
  await expect(page.getByRole('radio').first()).toBeChecked();
  await expect(form.number).toBeFocused();
  await form.pay();
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
});

test('a shopper who comes back finds the wallet open that waits', async ({ page, openReady }) => {
  await openReady({ brands: BRANDS, options: LIST });
  await row(page, 'Trustly').check();
  await payButtons(page).click();
  await page.waitForURL('**/bank/wallet?**');
  await page.goBack();
  await page.reload();
  await expect(row(page, 'Trustly')).toBeChecked();
  await page.getByRole('button', { name: 'Continue', exact: false }).first().click();
  await page.waitForURL('**/bank/wallet?**');
});

test('what concerns all of them is seen and said whichever is open', async ({
  page,
  openReady,
}) => {
  await page.clock.install();
  await openReady({ brands: BRANDS, options: LIST });
  await row(page, 'Trustly').check();
  await page.clock.fastForward('25:05');
  const ending = 'This payment session ends in 5 minutes. Please finish your payment.';
  await expect(page.locator('.wpwl-pay .wpwl-message:visible')).toHaveText(ending);
  await expect(page.getByRole('status').filter({ hasText: ending })).toHaveCount(1);
  // It is said where it is seen, and no old word of the card with it.
  await expect(page.locator('.wpwl-pay').getByRole('status')).toHaveText(ending);
});

test('a voucher that is ordered stands in the place of the list', async ({ page, openReady }) => {
  await openReady({
    brands: 'VISA BOLETO',
    checkout: { currency: 'BRL', paymentType: 'PA' },
    options: LIST,
  });
  await row(page, 'Boleto').check();
  const form = page.locator('form.wpwl-form-prepayment-BOLETO');
  await form.locator('[name="customer.givenName"]').fill('Jane');
  await form.locator('[name="customer.surname"]').fill('Jones');
  await form.locator('[name="customer.identificationDocId"]').fill('111.444.777-35');
  await payButtons(page).click();
  await expect(page.locator('.wpwl-instead')).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect(payButtons(page)).toHaveCount(0);
});

test('a load that failed and is tried again brings what is stored, and all of the style', async ({
  page,
  openForm,
  gateway,
}) => {
  const card = await storeCard(gateway);
  const url = '**/v1/checkouts/*/form?**';
  await page.route(url, (route) => route.fulfill({ status: 500 }));
  const { form } = await openForm({
    brands: BRANDS,
    checkout: { 'registrations[0].id': card },
    options: LIST,
  });
  await expect(form.message).toContainText('could not be loaded');
  await page.unroute(url);
  await form.retryButton.click();
  await expect(row(page, /•••• 0000/)).toBeVisible();
  expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(4);
});

test('runs as its language does, whatever the page around it', async ({ page, openReady }) => {
  await openReady({ brands: BRANDS, options: `{ layout: 'list', locale: 'ar' }` });
  await page.getByRole('radio', { name: 'Trustly' }).check();
  for (const place of [payButtons(page), page.locator('.wpwl-method').first()]) {
    await expect(place).toHaveCSS('direction', 'rtl');
  }
  await expect(page.locator('.wpwl-list')).toHaveAttribute('lang', 'ar');
});

for (const options of [LIST, '{}']) {
  test(`keeps its fields in its box with letters of twice the size, ${options}`, async ({
    page,
    openReady,
  }) => {
    await page.setViewportSize({ width: 320, height: 900 });
    await openReady({
      options,
      head: '<style>html { font-size: 200%; } body { margin: 8px; }</style>',
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
}

test('the question of the bank stands there alone', async ({ page, openReady, gateway }) => {
  const { form, checkoutId } = await openReady({ brands: BRANDS, options: LIST });
  await form.type({ number: CHALLENGE });
  await payButtons(page).click();
  await expect(page.locator('iframe.wpwl-target')).toBeVisible();
  await expect(payButtons(page)).toHaveCount(0);
  await press(bankIn(challengeIn(page)).getByRole('button'));
  await page.waitForURL('**/result?**');
  expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
});

test('the question of the bank leaves the list as wide as it was', async ({ page, openReady }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const { form } = await openReady({ brands: BRANDS, options: LIST });
  const widths = () =>
    page
      .locator('.wpwl-methods, .wpwl-methods > *')
      .evaluateAll((all) => [...new Set(all.map((each) => each.getBoundingClientRect().width))]);
  const before = await widths();
  await form.type({ number: CHALLENGE });
  await payButtons(page).click();
  await expect(page.locator('iframe.wpwl-target')).toBeVisible();
  expect(await widths()).toEqual(before);
});

test('the question of the bank stands below the tabs, which stay as they were', async ({
  page,
  openReady,
}) => {
  await page.setViewportSize({ width: 900, height: 900 });
  const { form } = await openReady({ brands: BRANDS, options: `{ layout: 'tabs' }` });
  const tabs = () =>
    page
      .locator('.wpwl-method')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
  const before = await tabs();
  await form.type({ number: CHALLENGE });
  await payButtons(page).click();
  const target = page.locator('iframe.wpwl-target');
  await expect(target).toBeVisible();
  expect(await tabs()).toEqual(before);
  const bottom = Math.max(...before.map((tab) => tab.bottom));
  expect((await target.boundingBox())?.y).toBeGreaterThanOrEqual(bottom);
});

test('one way to pay needs no choice, and what is over no button', async ({ page, openReady }) => {
  const { form } = await openReady({
    options: `{ layout: 'list', onResult: () => false }`,
  });
  await expect(page.getByRole('radio')).toHaveCount(0);
  await form.pay();
  await expect(form.message).toContainText('already been paid');
  await expect(page.getByRole('button')).toHaveCount(0);
});

for (const [locale, colorScheme, width] of [
  ['en', 'light', 1280],
  ['de', 'dark', 320],
  ['ar', 'light', 320],
  ['ja', 'dark', 1280],
] as const) {
  test(`is accessible in ${locale}, ${colorScheme}, ${width}`, async ({
    page,
    openForm,
    gateway,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const card = await storeCard(gateway);
    const { form } = await openForm({
      brands: BRANDS,
      checkout: { 'registrations[0].id': card },
      html: `lang="${locale}"`,
      head: '<style>:root { color-scheme: light dark; }</style>',
      options: LIST,
    });
    await expect(payButtons(page)).toBeVisible();
    // Axe walks through what there is: ways to pay come with the data, and a frame that is being
    // loaded leaves its document.
    await expect(form.root).toHaveAttribute('data-phase', 'ready');
    await expect(page.locator('iframe.wpwl-control[data-ready=""]')).toHaveCount(2);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('radio').nth(1).check();
    await payButtons(page).click();
    await expect(page.locator('.wpwl-hint')).toHaveCount(4);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    for (const target of await page.locator('.wpwl-method:visible, button:visible').all()) {
      const box = await target.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
    }
  });
}

for (const [what, brands, options] of [
  ['the list', BRANDS, LIST],
  ['the list with wallets above it', `APPLEPAY ${BRANDS} PAYPAL`, LIST],
  ['a list with more cards than there is room for', 'VISA MASTER AMEX JCB DISCOVER IDEAL', LIST],
  ['the classic card form', 'VISA MASTER AMEX', '{}'],
  ['the classic form with other ways to pay', `${BRANDS} DIRECTDEBIT_SEPA`, '{}'],
]) {
  test(`nothing moves in ${what} from the first paint until one can type`, async ({
    page,
    openForm,
  }) => {
    const shifts = await watchShifts(page);
    const letDataCome = await holdFormData(page);
    const { form } = await openForm({ ...(brands && { brands }), options: options ?? '' });
    await expect(page.locator('iframe.wpwl-control-cvv')).toBeVisible();
    // Two frames: the form of before its data has been painted.
    await page.evaluate(
      () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))),
    );
    letDataCome();
    await form.isReady();
    expect(await shifts()).toEqual([]);
  });
}

test('two lists on one page, in a form of the page, know nothing of each other', async ({
  page,
  openPage,
  consoleMessages,
}) => {
  await openPage(
    ({ script, result }) => `<!doctype html><title>Shop</title>
      <script>var wpwlOptions = ${LIST}</script><script src="${script}"></script>
      <form id="outer"><div class="one"></div><div class="two"></div></form>
      <script>
        const options = { brands: ['VISA', 'TRUSTLY'], shopperResultUrl: '${result}' };
        window.mounted = ['one', 'two'].map((name) =>
          wpwl.mount(document.querySelector('.' + name), options));
      </script>`,
  );
  const [one, two] = [page.locator('.one'), page.locator('.two')];
  await expect(one.getByRole('radio', { name: 'Trustly' })).toBeVisible();
  await one.getByRole('radio', { name: 'Trustly' }).check();
  await expect(two.getByRole('radio', { name: 'Card' })).toBeChecked();
  await expect(one.getByRole('radio', { name: 'Trustly' })).toBeChecked();
  const posted = await page.evaluate(() => [
    ...new FormData(document.querySelector<HTMLFormElement>('#outer') ?? undefined).keys(),
  ]);
  expect(posted).toEqual([]);
  await page.evaluate(() => {
    for (const { unmount } of Reflect.get(window, 'mounted')) unmount();
  });
  await expect(page.locator('#outer')).toHaveText('');
  expect(await page.locator('.one *, .two *').count()).toBe(0);
  expect(ofTheWidget(consoleMessages)).toEqual([]);
});

test('a field of any way to pay that is empty is not called invalid, but one that is wrong is', async ({
  page,
  openReady,
}) => {
  const hints = page.locator('.wpwl-hint:visible');
  await openReady({ brands: 'VISA BLIK', options: LIST, checkout: { currency: 'PLN' } });
  await row(page, 'BLIK').check();
  await payButtons(page).click();
  await expect(hints).toHaveText(['Enter the 6 digits from your banking app.']);
  await page.locator('.wpwl-control-blikCode').fill('12');
  await payButtons(page).click();
  await expect(hints).toHaveText([/^Invalid BLIK code\./]);

  await openReady({
    brands: 'VISA DIRECTDEBIT_SEPA',
    options: `{ layout: 'list', billingAddress: { country: 'DE' }, mandatoryBillingFields: { postcode: true } }`,
  });
  await payButtons(page).click();
  await expect(hints.filter({ hasText: 'postcode' })).toHaveText(['Enter your postcode.']);
  await row(page, /SEPA/).check();
  await payButtons(page).click();
  await expect(hints).toHaveText(['Enter the name on the account.', 'Enter your IBAN.']);
});
