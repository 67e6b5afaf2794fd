/** What a page is asked and told, and what its answers do. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { JQUERIES, jQueryTag } from './merchant-page.ts';
import { FORM_DATA_REQUESTS, PAYMENT_REQUESTS, recordPayments } from './payment-requests.ts';

/** What the page has noted, by the list that its callbacks push to. */
const noted = (page: Page): Promise<unknown[]> =>
  page.evaluate(() => (window as unknown as { noted: unknown[] }).noted);

const NOTES = '<script>window.noted = []</script>';

test('callbacks are called with the fields and forms that they are about', async ({
  openForm,
  page,
}) => {
  const { form } = await openForm({
    head: NOTES,
    options: `{
      brandDetection: true,
      onReady: (containers) => noted.push(['ready', containers]),
      onReadyIframeCommunication() { noted.push(['frame', this.$iframe[0].name, this.$form[0].tagName]) },
      onChangeBrand(brand) { noted.push(['brand', brand, this.tagName]) },
      onDetectBrand: (brands, active) => noted.push(['detected', brands, active]),
      onBlurCardNumber(isValid) { noted.push(['number', isValid, this.$iframe.get(0).name]) },
      onBlurCardHolder(isValid) { noted.push(['holder', isValid, this.$form.find('.wpwl-control-cardHolder').val()]) },
    }`,
  });
  await form.isReady();
  await form.number.pressSequentially('5386024192625914');
  await form.holder.fill('Jane Jones');
  await form.brand.focus();
  await expect.poll(() => noted(page)).toContainEqual(['holder', true, 'Jane Jones']);
  // Of a field in a frame it is said by a message.
  await expect.poll(() => noted(page)).toContainEqual(['number', true, 'card.number']);
  const all = await noted(page);
  expect(all).toContainEqual([
    'ready',
    [{ containerKey: 'card', ccMethods: ['VISA', 'MASTER', 'AMEX'] }],
  ]);
  expect(all).toContainEqual(['frame', 'card.number', 'FORM']);
  expect(all).toContainEqual(['frame', 'card.cvv', 'FORM']);
  expect(all).toContainEqual(['brand', 'VISA', 'FORM']);
  expect(all).toContainEqual(['brand', 'MASTER', 'FORM']);
  expect(all).toContainEqual(['detected', ['MASTER'], 'MASTER']);
});

test('onReady comes when the form is there, though it came at a second try', async ({
  openForm,
  page,
}) => {
  await page.route(FORM_DATA_REQUESTS, (route) => route.abort(), { times: 1 });
  const { form } = await openForm({
    options: '{ onReady() { window.count = (window.count ?? 0) + 1 } }',
  });
  await form.retryButton.click();
  await form.isReady();
  await expect.poll(() => page.evaluate('window.count')).toBe(1);
  await page.evaluate('wpwl.refresh()');
  expect(await page.evaluate('window.count')).toBe(1);
});

test('onDetectBrand tells brands that the form does not offer, after those that it does', async ({
  openForm,
  page,
}) => {
  const { form } = await openForm({
    brands: 'VISA',
    head: NOTES,
    options: '{ onDetectBrand: (brands) => noted.push(brands) }',
  });
  await form.isReady();
  await form.number.fill('4464040000000007');
  const last = async () => (await noted(page)).at(-1);
  await expect.poll(last).toEqual(['VISA', 'MADA']);
  await expect(form.brand).toHaveValue('VISA');
  // A card of two brands is no choice where one of them is on offer.
  await expect(page.getByRole('radio')).toHaveCount(0);
  await form.number.fill('5454');
  await expect.poll(last).toEqual(['MASTER']);
  await expect(form.brand).toHaveValue('VISA');
});

test('a Visa form refuses mada by onDetectBrand, as a plug-in does', async ({ openForm, page }) => {
  const bodies = recordPayments(page);
  const { form } = await openForm({
    brands: 'VISA',
    options: `{
      onDetectBrand(brands) { window.isMada = brands.includes('MADA') },
      onBeforeSubmitCard: () => !window.isMada,
    }`,
  });
  await form.isReady();
  await form.pay({ number: '4464040000000007' });
  await expect(form.root).toHaveAttribute('data-phase', 'ready');
  expect(bodies).toEqual([]);
  await form.number.fill('4200000000000000');
  await form.payButton.click();
  await page.waitForURL('**/result?**');
});

test('what a page does not ask for is not sent: rules of brands that it does not offer', async ({
  openForm,
  page,
}) => {
  const rules: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/number.html')) rules.push(await response.text());
  });
  await openForm({ brands: 'VISA' });
  await expect.poll(() => rules.length).toBe(1);
  expect(rules[0]).not.toContain('MADA');
});

for (const version of JQUERIES) {
  test(`\`this\` is jQuery's own where the page has jQuery: ${version}`, async ({
    openForm,
    page,
  }) => {
    const { form } = await openForm({
      head: NOTES + jQueryTag(version),
      options: `{
        onReadyIframeCommunication() {
          const $iframe = this.$iframe;
          $iframe.css({ 'letter-spacing': '3px' }).addClass('mine');
          noted.push([
            typeof window.jQuery === 'function' ? $iframe instanceof jQuery : 'none',
            $iframe[0] === $iframe.get(0), $iframe.length, $iframe.height() > 0,
            $iframe.css('letter-spacing'), $iframe.hasClass('mine'), $iframe.attr('name'),
            this.$form.find('.wpwl-button').length, $iframe.closest('form').length,
          ]);
        },
      }`,
    });
    await form.isReady();
    const isJQuery = version === 'none' ? 'none' : true;
    const told = await noted(page);
    expect(told).toHaveLength(2);
    for (const name of ['card.number', 'card.cvv']) {
      expect(told).toContainEqual([isJQuery, true, 1, true, '3px', true, name, 1, 1]);
    }
  });
}

test.describe('a page that says no before the payment', () => {
  for (const [title, callback] of [
    ['validateCard answers false', 'validateCard: () => false'],
    ['onBeforeSubmitCard answers false', 'onBeforeSubmitCard: () => false'],
    ['the event is prevented', 'onBeforeSubmitCard: (event) => event.preventDefault()'],
    ['a promise of false', 'onBeforeSubmitCard: async () => false'],
    ['a promise is rejected', 'onBeforeSubmitCardPromise: () => Promise.reject(new Error("no"))'],
  ]) {
    test(`is heard: ${title}`, async ({ openForm, page }) => {
      const bodies = recordPayments(page);
      const { form } = await openForm({ options: `{ ${callback} }` });
      await form.isReady();
      await form.pay();
      await expect(form.root).toHaveAttribute('data-phase', 'ready');
      await expect(form.payButton).toHaveText('Pay now');
      expect(bodies).toEqual([]);
    });
  }

  test('is heard: a check that throws, with a line in the console', async ({
    openForm,
    page,
    consoleMessages,
  }) => {
    const bodies = recordPayments(page);
    const { form } = await openForm({
      options: '{ onBeforeSubmitCard() { throw new Error("of the page") } }',
    });
    await form.isReady();
    await form.pay();
    await expect(form.root).toHaveAttribute('data-phase', 'ready');
    await expect(form.payButton).toHaveText('Pay now');
    expect(bodies).toEqual([]);
    await expect.poll(() => consoleMessages).toEqual(['uncaught: of the page']);
  });

  test('and one that says nothing lets it go on', async ({ openForm, page }) => {
    const { form } = await openForm({
      options: '{ onBeforeSubmitCard: async function () { this.$form.find("input") } }',
    });
    await form.isReady();
    await form.pay();
    await page.waitForURL('**/result?**');
  });
});

test.describe('a result', () => {
  const options = (answer: string) => `{ onResult(result) { noted.push(result); ${answer} } }`;

  test('stays in the page that wants it', async ({ openForm, page, gateway, merchant }) => {
    const { form, checkoutId } = await openForm({ head: NOTES, options: options('return false') });
    await form.isReady();
    await form.pay();
    await expect(form.message).toContainText('already been paid');
    expect(await noted(page)).toEqual([
      {
        checkoutId,
        declined: false,
        result: expect.objectContaining({ code: '000.100.110' }),
        url: expect.stringContaining(`${merchant.origin}/result?`),
      },
    ]);
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
  });

  test('leads on where the page says nothing, as pages with a callback of that name expect', async ({
    openForm,
    page,
  }) => {
    const { form } = await openForm({ head: NOTES, options: options('') });
    await form.isReady();
    await form.pay();
    await page.waitForURL('**/result?**');
  });

  test('that is a decline leaves the form for another card', async ({ openForm, page }) => {
    const { form } = await openForm({ head: NOTES, options: options('return !result.declined') });
    await form.isReady();
    await form.pay({ number: '4200000000001024' });
    await expect(form.message).toContainText(/declined/);
    expect(await noted(page)).toEqual([expect.objectContaining({ declined: true })]);
    await form.number.fill('4200000000000000');
    await form.cvv.fill('123');
    await form.payButton.click();
    await page.waitForURL('**/result?**');
  });
});

test.describe('a checkout that is over', () => {
  test('is replaced by the fresh one that the page brings, and paid', async ({
    openForm,
    page,
    gateway,
  }) => {
    const fresh = await gateway.createCheckout({ amount: '50.00' });
    await page.exposeFunction('freshCheckout', () => fresh);
    const { form, checkoutId } = await openForm({
      head: NOTES,
      options: `{
        showAmount: true,
        onExpire: (id) => noted.push(['over', id]),
        onError: ({ name }) => noted.push(['error', name]),
        getCheckoutId(id) { noted.push(['asked', id]); return freshCheckout() },
      }`,
    });
    await form.isReady();
    await form.type();
    await gateway.expire(checkoutId);
    await form.payButton.click();
    await expect(form.payButton).toContainText('50');
    await form.isReady();
    expect(await noted(page)).toEqual([
      ['over', checkoutId],
      ['asked', checkoutId],
    ]);
    expect(await page.evaluate('wpwl.checkout.id')).toBe(fresh);
    await form.number.fill('4200000000000000');
    await form.cvv.fill('123');
    await form.payButton.click();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(fresh)).result.code).toBe('000.100.110');
  });

  test('gets nothing that was sent to the old one', async ({ openForm, page, gateway }) => {
    const fresh = await gateway.createCheckout();
    await page.exposeFunction('freshCheckout', () => fresh);
    const posted: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posted.push(request.url());
    });
    await page.route(PAYMENT_REQUESTS, (route) => route.abort());
    const { form, checkoutId } = await openForm({
      options: '{ getCheckoutId: () => freshCheckout() }',
    });
    await form.pay();
    await expect(form.retryButton).toBeVisible();
    await gateway.expire(checkoutId);
    await page.evaluate('wpwl.refresh()');
    await expect.poll(() => page.evaluate('wpwl.checkout.id')).toBe(fresh);
    await form.isReady();
    await form.payButton.click();
    // Number and CVV have to be typed for it.
    await expect(form.root.locator('.wpwl-hint:visible')).not.toHaveCount(0);
    expect(posted.filter((url) => url.includes(fresh))).toEqual([]);
  });

  test('is asked for only once, when the fresh one is no good either', async ({
    openForm,
    page,
    gateway,
  }) => {
    const { form, checkoutId } = await openForm({
      head: NOTES,
      options: `{
        onError: ({ name }) => noted.push(name),
        getCheckoutId() { noted.push('asked'); return 'NO-SUCH-CHECKOUT' },
      }`,
    });
    await form.isReady();
    await gateway.expire(checkoutId);
    await page.evaluate('wpwl.refresh()');
    await expect(form.message).toContainText('expired');
    expect(await noted(page)).toEqual(['asked', 'InvalidCheckoutIdError']);
  });
});
