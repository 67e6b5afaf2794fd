import { accessibilityProblems } from '../axe.ts';
import { expect, ofTheWidget, test } from '../fixtures.ts';
import { CHALLENGE, challengeIn, confirmIn } from '../waiting-payment.ts';
import { storeCard } from './store-card.ts';

const MASTER = { number: '5454545454545454', brand: 'MASTER' };

test.describe('a shopper with stored cards', () => {
  test('pays with the first one, without entering anything @phone', async ({
    page,
    openForm,
    gateway,
    consoleMessages,
  }) => {
    const card = await storeCard(gateway);
    const { checkoutId } = await openForm({ checkout: { 'registrations[0].id': card } });
    const group = page.locator('#wpwl-registrations .wpwl-group-registration');
    await expect(group).toHaveClass(/wpwl-selected/);
    await expect(group.locator('.wpwl-wrapper-registration-number')).toHaveText('**0000');
    await page.locator('form.wpwl-form-registrations .wpwl-button-pay').click();
    await page.waitForURL('**/result?**');
    const status = await gateway.status(checkoutId);
    expect(status).toMatchObject({ paymentBrand: 'VISA', result: { code: '000.100.110' } });
    expect(consoleMessages).toEqual([]);
  });

  for (const layout of ['classic', 'list', 'tabs', 'card']) {
    test(`reads the name on it as it was written, from right to left too, ${layout}`, async ({
      page,
      openForm,
      gateway,
    }) => {
      const card = await storeCard(gateway, { holder: 'Martin L. King Jr.' });
      await openForm({
        checkout: { 'registrations[0].id': card },
        options: `{ locale: 'ar', layout: '${layout}' }`,
      });
      const holder = page.locator('.wpwl-wrapper-registration-holder');
      await expect(holder).toHaveText('Martin L. King Jr.');
      const places = await holder.evaluate((cell) => {
        const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode() as Text;
        const signs = [...text.data].map((_, at) => {
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          return range.getBoundingClientRect();
        });
        return signs.map(({ x }) => x);
      });
      expect(places).toEqual(places.toSorted((one, other) => one - other));
    });
  }

  test('chooses another one, and enters its CVV where the merchant wants it', async ({
    page,
    openForm,
    gateway,
  }) => {
    const [visa, master] = [await storeCard(gateway), await storeCard(gateway, MASTER)];
    const { checkoutId } = await openForm({
      checkout: { 'registrations[0].id': visa, 'registrations[1].id': master },
      options: `{
        registrations: {requireCvv: 'true'},
        onBeforeSubmitOneClickCard: function () { window.asked = this.className; },
      }`,
    });
    const form = page.locator('form.wpwl-form-registrations');
    await page.getByRole('radio', { name: /Mastercard \*\*5454/ }).check();
    await expect(form.locator('.wpwl-selected')).toContainText('**5454');
    await form.locator('.wpwl-button-pay').click();
    await expect(form.locator('.wpwl-hint-cvvError')).toBeVisible();
    await form.frameLocator('iframe[name="card.cvv"]').locator('input').pressSequentially('123');
    await form.locator('.wpwl-button-pay').click();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).paymentBrand).toBe('MASTER');
  });

  test('keeps the CVV that was typed for it, whatever else changes', async ({
    page,
    openForm,
    gateway,
  }) => {
    const card = await storeCard(gateway);
    const { checkoutId } = await openForm({
      checkout: { 'registrations[0].id': card },
      options: '{registrations: {requireCvv: true}}',
    });
    const form = page.locator('form.wpwl-form-registrations');
    const cvv = form.frameLocator('iframe[name="card.cvv"]').locator('input');
    await cvv.pressSequentially('123');
    await form.evaluate((element) => {
      const terms = Object.assign(document.createElement('input'), { type: 'checkbox' });
      terms.setAttribute('aria-label', 'Terms');
      element.append(terms);
    });
    await page.getByRole('checkbox', { name: 'Terms' }).check();
    await gateway.update(checkoutId, { amount: '100.00' });
    await page.evaluate('wpwl.refresh()');
    await expect(cvv).toHaveValue('123');
    await form.locator('.wpwl-button-pay').click();
    await page.waitForURL('**/result?**');
  });

  test('is blamed for nothing who chooses another one after typing a CVV', async ({
    page,
    openForm,
    gateway,
    consoleMessages,
  }) => {
    const amex = { number: '377777777777770', brand: 'AMEX' };
    const [visa, other] = [await storeCard(gateway), await storeCard(gateway, amex)];
    await openForm({
      checkout: { 'registrations[0].id': visa, 'registrations[1].id': other },
      options: "{layout: 'list', registrations: {requireCvv: true}}",
    });
    const form = page.locator('form.wpwl-form-registrations');
    const cvv = form.frameLocator('iframe[name="card.cvv"]').locator('input');
    const choose = async (name: RegExp, delay = 200) => {
      const moved = page.waitForResponse('**/cvv.html');
      // Held down as long as a finger is, so that the field has said meanwhile that it was left.
      await page.getByRole('radio', { name }).click({ delay });
      await moved;
      await expect(cvv).toHaveValue('');
      await expect(form.locator('iframe[data-focus]')).toHaveCount(0);
      await cvv.focus();
      await expect(form.locator('.wpwl-hint')).toHaveCount(0);
    };
    await cvv.pressSequentially('123');
    await choose(/American Express/);
    await page.locator('.wpwl-button-pay:visible').click();
    await expect(form.locator('.wpwl-hint')).toHaveCount(1);
    await choose(/Visa/);
    await cvv.pressSequentially('12');
    await page.locator('.wpwl-button-pay:visible').click();
    await expect(form.locator('.wpwl-hint')).toHaveText(/the 3 digits/);
    await choose(/American Express/);
    // A finger that lifts at once: the field says that it was left when it is gone.
    await choose(/Visa/, 0);
    expect(ofTheWidget(consoleMessages)).toEqual([]);
  });

  test('is told that the CVV is missing, who pays while its field is still loading', async ({
    page,
    openForm,
    gateway,
  }) => {
    const [visa, master] = [await storeCard(gateway), await storeCard(gateway, MASTER)];
    await openForm({
      checkout: { 'registrations[0].id': visa, 'registrations[1].id': master },
      options: '{registrations: {requireCvv: true}}',
    });
    const form = page.locator('form.wpwl-form-registrations');
    await expect(form.locator('iframe[data-ready=""]')).toBeVisible();
    let load = () => {};
    const isWanted = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route('**/cvv.html', async (route) => {
      await isWanted;
      await route.continue();
    });
    await page.getByRole('radio', { name: /Mastercard \*\*5454/ }).check();
    await form.locator('.wpwl-button-pay').click();
    await expect(form).toHaveAttribute('data-phase', 'busy');
    load();
    await expect(form.locator('.wpwl-hint-cvvError')).toBeVisible();
    await expect(form.locator('.wpwl-message')).toBeHidden();
  });

  test('enters the CVV where the channel requires it, whatever the page says', async ({
    page,
    openForm,
    gateway,
  }) => {
    const card = await storeCard(gateway);
    await gateway.setChannel('storedCardCvv=required');
    try {
      const { checkoutId } = await openForm({
        checkout: { 'registrations[0].id': card },
        options: '{registrations: {requireCvv: false}}',
      });
      const form = page.locator('form.wpwl-form-registrations');
      await form.locator('.wpwl-button-pay').click();
      await expect(form.locator('.wpwl-hint-cvvError')).toBeVisible();
      await form.frameLocator('iframe[name="card.cvv"]').locator('input').pressSequentially('123');
      await form.locator('.wpwl-button-pay').click();
      await page.waitForURL('**/result?**');
      expect(await gateway.status(checkoutId)).toMatchObject({
        result: { code: '000.100.110', cvvResponse: 'M' },
      });
    } finally {
      await gateway.setChannel('storedCardCvv=optional');
    }
  });

  test('sees other ways to pay only after asking, where the merchant hides them', async ({
    page,
    openForm,
    gateway,
  }) => {
    const card = await storeCard(gateway);
    const { form } = await openForm({
      checkout: { 'registrations[0].id': card },
      options: `{registrations: {hideInitialPaymentForms: 'true'}}`,
    });
    const others = page.locator('[data-action="show-initial-forms"]');
    await expect(others).toBeVisible();
    await expect(form.root).toBeHidden();
    await others.click();
    await expect(form.root).toBeVisible();
    await form.pay();
    await page.waitForURL('**/result?**');
  });

  test('who reloads the page at the bank goes on, also where the other ways to pay are hidden', async ({
    page,
    openForm,
    gateway,
  }) => {
    const card = await storeCard(gateway, { number: CHALLENGE });
    const { form, checkoutId } = await openForm({
      checkout: { 'registrations[0].id': card },
      options: '{registrations: {hideInitialPaymentForms: true}}',
    });
    await page.locator('form.wpwl-form-registrations .wpwl-button-pay').click();
    await expect(page.locator('iframe.wpwl-target')).toBeVisible();
    await page.reload();
    await expect(form.message).toContainText('You have not confirmed this payment yet.');
    await page.getByRole('button', { name: 'Continue' }).click();
    await confirmIn(challengeIn(page), page);
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
  });

  for (const [name, locale] of [
    ['left to right', 'en'],
    ['right to left', 'ar'],
  ]) {
    test(`has nothing in the way, ${name} @phone`, async ({ page, openForm, gateway }) => {
      const [visa, master] = [await storeCard(gateway), await storeCard(gateway, MASTER)];
      await openForm({
        checkout: { 'registrations[0].id': visa, 'registrations[1].id': master },
        options: `{locale: '${locale}', registrations: {requireCvv: true}}`,
      });
      await expect(page.locator('#wpwl-registrations')).toBeVisible();
      await page.setViewportSize({ width: 320, height: 1200 });
      expect(await accessibilityProblems(page)).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBe(320);
      await page.screenshot({ path: `test-results/stored-${locale}.png`, fullPage: true });
    });
  }
});

test.describe('a stored card that its processor has lost', () => {
  const LOST = { number: '4200000000001156', brand: 'VISA' };
  const SAID = 'Your card cannot be used for this payment. You have not been charged.';

  for (const options of [
    '{}',
    '{registrations: {hideInitialPaymentForms: true}}',
    '{registrations: {requireCvv: true}}',
  ]) {
    test(`gives way to the card form, with ${options} @phone`, async ({
      page,
      openForm,
      gateway,
      consoleMessages,
    }) => {
      const card = await storeCard(gateway, LOST);
      const { form, checkoutId } = await openForm({
        checkout: { 'registrations[0].id': card },
        options,
      });
      const stored = page.locator('form.wpwl-form-registrations');
      await expect(stored.locator('.wpwl-group-registration')).toBeVisible();
      const cvv = stored.frameLocator('iframe[name="card.cvv"]').locator('input');
      if (options.includes('requireCvv')) await cvv.pressSequentially('123');
      await stored.locator('button[type=submit]').click();
      await expect(stored.locator('.wpwl-group-registration')).toHaveCount(0);
      await expect(stored.getByRole('paragraph')).toContainText(SAID);
      await expect(stored.locator('button[type=submit]')).toBeHidden();
      await expect(form.number).toBeFocused();
      expect((await gateway.status(checkoutId)).result.code).toBe('100.150.205');
      expect(await accessibilityProblems(page)).toEqual([]);
      await form.pay();
      await page.waitForURL('**/result?**');
      expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
      expect(ofTheWidget(consoleMessages)).toEqual([
        expect.stringContaining('registration contains no account data'),
      ]);
    });
  }

  test('leaves the others, which pay with their CVV', async ({ page, openForm, gateway }) => {
    const [lost, master] = [await storeCard(gateway, LOST), await storeCard(gateway, MASTER)];
    const { checkoutId } = await openForm({
      checkout: { 'registrations[0].id': lost, 'registrations[1].id': master },
      options: '{registrations: {requireCvv: true}}',
    });
    const stored = page.locator('form.wpwl-form-registrations');
    const cvv = stored.frameLocator('iframe[name="card.cvv"]').locator('input');
    await cvv.pressSequentially('123');
    await stored.locator('button[type=submit]').click();
    await expect(stored.locator('.wpwl-group-registration')).toHaveCount(1);
    await stored.getByRole('radio').check();
    await cvv.pressSequentially('123');
    await stored.locator('button[type=submit]').click();
    await page.waitForURL('**/result?**');
    expect(await gateway.status(checkoutId)).toMatchObject({
      paymentBrand: 'MASTER',
      result: { code: '000.100.110' },
    });
  });

  test('gives way to a card form whose frames are still being loaded', async ({
    page,
    openForm,
    gateway,
    consoleMessages,
  }) => {
    const card = await storeCard(gateway, LOST);
    const { promise: isSaid, resolve: said } = Promise.withResolvers<void>();
    await page.route('**/number.html?**', async (route) => {
      await isSaid;
      await route.continue();
    });
    const { form } = await openForm({ checkout: { 'registrations[0].id': card } });
    const stored = page.locator('form.wpwl-form-registrations');
    await stored.locator('button[type=submit]').click();
    await expect(stored.getByRole('paragraph')).toContainText(SAID);
    said();
    await expect(form.number).toBeFocused();
    await form.pay();
    await page.waitForURL('**/result?**');
    // The browser speaks up where a message is for another window than the one that is there.
    expect(ofTheWidget(consoleMessages)).toEqual([
      expect.stringContaining('registration contains no account data'),
    ]);
  });
});
