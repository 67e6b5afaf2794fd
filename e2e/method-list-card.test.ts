/** The card in the list of ways to pay: what is said while it is typed, and what is stored of it. */
import { accessibilityProblems } from './axe.ts';
import { expect, type Page, test } from './fixtures.ts';
import { storeCard } from './form-fields/store-card.ts';
import { FORM_DATA_REQUESTS } from './payment-requests.ts';

const LIST = `{ layout: 'list' }`;
const DISCOVER = '6011000990139424';

const hint = (page: Page) => page.locator('.wpwl-hint');
const row = (page: Page, name: string | RegExp) => page.getByRole('radio', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.describe('what is empty is not called wrong', () => {
  for (const [locale, texts] of [
    ['en', ['Enter your card number.', 'Enter the expiry date.', 'Enter the CVV.']],
    ['en-US', ['Enter your card number.', 'Enter the expiration date.', 'Enter the CVV.']],
    ['de', ['Geben Sie Ihre Kartennummer ein.', 'Geben Sie ein, bis wann Ihre Karte gültig ist.']],
    ['ar', ['أدخل رقم بطاقتك.', 'أدخل تاريخ الانتهاء.', 'أدخل رمز التحقق (CVV).']],
  ] as const) {
    test(`in ${locale}`, async ({ page, openReady }) => {
      const { form } = await openReady({ options: `{ layout: 'list', locale: '${locale}' }` });
      await form.payButton.click();
      await expect(hint(page)).toHaveCount(4);
      for (const text of texts) await expect(form.root).toContainText(text);
    });
  }

  test('but what is wrong is', async ({ page, openReady }) => {
    const { form } = await openReady({ options: LIST });
    await form.type({ number: '4200000000000001', expiry: '13', cvv: '12', holder: 'J1' });
    await form.payButton.click();
    await expect(hint(page)).toHaveText([
      /^Invalid card/,
      /^Invalid exp/,
      /^Invalid CVV/,
      /^Invalid/,
    ]);
  });

  test('and an empty CVV of an American Express card is asked for as any other', async ({
    page,
    openReady,
  }) => {
    const { form } = await openReady({ brands: 'AMEX', options: LIST });
    await form.number.fill('340000000000009');
    await form.payButton.click();
    await expect(page.locator('.wpwl-hint-cvvError')).toHaveText('Enter the CVV.');
    await form.cvv.fill('123');
    await form.payButton.click();
    await expect(page.locator('.wpwl-hint-cvvError')).toContainText('4 digits');
  });

  test('the classic form says what outside suites look for', async ({ page, openReady }) => {
    const { form } = await openReady();
    await form.payButton.click();
    await expect(hint(page)).toHaveText([
      /^Invalid card/,
      /^Invalid exp/,
      /^Invalid CVV/,
      /^Invalid/,
    ]);
    await expect(form.root.getByText('Card Number', { exact: true })).toBeVisible();
  });
});

test('names its fields in sentence case', async ({ page, openReady }) => {
  await openReady({ options: LIST });
  await expect(page.locator('.wpwl-group:not(.wpwl-group-brand) .wpwl-label label')).toHaveText([
    'Card number',
    'Expiry date',
    'CVV',
    'Name on card',
  ]);
});

test.describe('a card of a brand that is not accepted', () => {
  test('is said to be one while it is typed, and never that its digits are wrong', async ({
    page,
    openReady,
    gateway,
  }) => {
    const { form, checkoutId } = await openReady({ brands: 'VISA MASTER', options: LIST });
    const said = 'Discover is not accepted here. Use Visa or Mastercard.';
    await form.number.pressSequentially(DISCOVER.slice(0, 5));
    await expect(hint(page)).toHaveCount(0);
    await form.number.press('0');
    await expect(hint(page)).toHaveText(said);
    await expect(page.getByRole('status').filter({ hasText: said })).toHaveCount(1);
    await expect(form.number).toHaveAttribute('aria-invalid', 'true');
    // The number has the room for itself.
    await expect(page.locator('.wpwl-brands > *')).toHaveCount(0);

    await form.number.pressSequentially(DISCOVER.slice(6));
    await form.holder.focus();
    await form.payButton.click();
    await expect(page.locator('.wpwl-hint-cardNumberError')).toHaveText(said);
    await expect(form.root).not.toContainText('Invalid card number');

    await form.number.fill('42');
    await expect(page.locator('.wpwl-hint-cardNumberError')).toHaveCount(0);
    await form.pay();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).paymentBrand).toBe('VISA');
  });

  test('is named in the shopper’s language', async ({ page, openReady }) => {
    const options = `{ layout: 'list', locale: 'de' }`;
    const { form } = await openReady({ brands: 'VISA MASTER AMEX', options });
    await form.number.pressSequentially(DISCOVER);
    await expect(hint(page)).toHaveText(
      'Discover wird hier nicht akzeptiert. Verwenden Sie Visa, Mastercard oder American Express.',
    );
  });

  test('is nothing to say of digits that name no brand, nor in the classic form', async ({
    page,
    openReady,
  }) => {
    const { form } = await openReady({ brands: 'VISA', options: LIST });
    await form.number.pressSequentially('99990000');
    await expect(hint(page)).toHaveCount(0);
    const { form: classic } = await openReady({ brands: 'VISA' });
    await classic.number.pressSequentially(DISCOVER.slice(0, 8));
    await expect(hint(page)).toHaveCount(0);
  });
});

test.describe('the logos in the number’s field are the choice of the brand', () => {
  const logos = (page: Page) => page.locator('.wpwl-brands > span');
  const brandOf = (form: { brand: { inputValue(): Promise<string> } }) => form.brand.inputValue();

  test('pressed beforehand, for a number that names none @phone', async ({
    page,
    openReady,
    gateway,
  }) => {
    const { form, checkoutId } = await openReady({ brands: 'VISA MEEZA', options: LIST });
    await form.number.focus();
    await logos(page).last().click();
    await expect(form.number).toBeFocused();
    expect(await brandOf(form)).toBe('MEEZA');
    await expect(logos(page).first()).toHaveAttribute('data-faded');
    await expect(logos(page).last()).not.toHaveAttribute('data-faded');
    await form.pay({ number: '5078030000000003' });
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).paymentBrand).toBe('MEEZA');
  });

  test('six digits know better', async ({ page, openReady, gateway }) => {
    const { form, checkoutId } = await openReady({ brands: 'VISA MASTER', options: LIST });
    await logos(page).last().click();
    await form.pay();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).paymentBrand).toBe('VISA');
  });

  for (const width of [280, 320, 1280]) {
    test(`the rest is one press away, at ${width}`, async ({ page, openReady }) => {
      await page.setViewportSize({ width, height: 800 });
      const brands = 'VISA MASTER AMEX DINERS JCB';
      const { form } = await openReady({ brands, options: LIST });
      await expect(logos(page)).toHaveCount(2);
      for (const target of await page.locator('.wpwl-brands > *').all()) {
        const height = await target.evaluate((node) => node.getBoundingClientRect().height);
        expect(height).toBeGreaterThanOrEqual(44);
        await expect(target).toBeInViewport({ ratio: 1 });
      }
      await page.getByText('+3', { exact: true }).click();
      await expect(form.brand).toBeFocused();
      await expect(form.brand).toBeInViewport({ ratio: 1 });
      await form.number.pressSequentially('5454');
      await expect(logos(page)).toHaveCount(1);
    });
  }
});

test.describe('what is stored can be removed where the page lets it', () => {
  /** The page's options, with what its server says. */
  const answering = (answer: string) =>
    `{ layout: 'list', onDeleteRegistration(id) { window.asked = id; return ${answer}; } }`;
  const stored = async (gateway: Parameters<typeof storeCard>[0]) => ({
    'registrations[0].id': await storeCard(gateway),
    'registrations[1].id': await storeCard(gateway, {
      number: '5454545454545454',
      brand: 'MASTER',
    }),
  });

  test('after a question, with the keyboard alone', async ({ page, openForm, gateway }) => {
    const checkout = await stored(gateway);
    const options = answering('Promise.resolve()');
    await openForm({ brands: 'VISA MASTER PAYPAL', checkout, options });
    await row(page, /Visa •••• 0000/).focus();
    await page.keyboard.press('Tab');
    await expect(button(page, 'Remove').first()).toBeFocused();
    await expect(button(page, 'Remove').first()).toHaveAccessibleDescription(/Visa ••••\s0000/);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Remove Visa •••• 0000?')).toBeVisible();
    expect(await page.evaluate('window.asked')).toBeUndefined();

    await button(page, 'Keep').press('Enter');
    await expect(page.getByText('Remove Visa •••• 0000?')).toBeHidden();
    await expect(button(page, 'Remove').first()).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(button(page, 'Remove').first()).toBeFocused();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(row(page, /Visa •••• 0000/)).toHaveCount(0);
    await expect(row(page, /Mastercard •••• 5454/)).toBeChecked();
    await expect(row(page, /Mastercard •••• 5454/)).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: 'Removed.' })).toHaveCount(1);
    expect(await page.evaluate('window.asked')).toBe(checkout['registrations[0].id']);
    // What the gateway still has does not come back.
    await page.evaluate('wpwl.refresh()');
    await expect(row(page, /Visa •••• 0000/)).toHaveCount(0);
  });

  test('one at a time: the question about another card closes', async ({
    page,
    openForm,
    gateway,
  }) => {
    const checkout = await stored(gateway);
    await openForm({ brands: 'VISA MASTER', checkout, options: answering('true') });
    await button(page, 'Remove').first().click();
    await expect(page.getByText('Remove Visa •••• 0000?')).toBeVisible();
    await button(page, 'Remove').last().click();
    await expect(page.getByText('Remove Mastercard •••• 5454?')).toBeVisible();
    await expect(page.getByText('Remove Visa •••• 0000?')).toBeHidden();
    // The one of the first card asks again; the other one is answered, and has the focus.
    await expect(button(page, 'Remove')).toHaveCount(2);
    await expect(button(page, 'Remove').last()).toBeFocused();
    await button(page, 'Remove').last().click();
    await expect(row(page, /Mastercard •••• 5454/)).toHaveCount(0);
    await expect(row(page, /Visa •••• 0000/)).toBeVisible();
  });

  test('where there is little room, its digits stay beside their dots', async ({
    page,
    openForm,
    gateway,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await openForm({
      brands: 'VISA MASTER',
      checkout: {
        ...(await stored(gateway)),
        'registrations[2].id': await storeCard(gateway, {
          number: '377777777777770',
          brand: 'AMEX',
        }),
      },
      options: answering('true'),
    });
    const names = page.locator('.wpwl-wrapper-registration-number');
    await expect(names).toHaveText([/Visa/, /Mastercard/, /American Express ••••\s7770/]);
    const linesOfDigits = (name: Element) => {
      const range = document.createRange();
      range.selectNodeContents(name);
      range.setStart(range.startContainer.childNodes[0] ?? name, name.innerHTML.indexOf('•'));
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    };
    for (const name of await names.all()) expect(await name.evaluate(linesOfDigits)).toBe(1);
  });

  test('the last one gives way to another card', async ({ page, openForm, gateway }) => {
    const checkout = { 'registrations[0].id': await storeCard(gateway) };
    const options = answering('true');
    const { form } = await openForm({ brands: 'VISA PAYPAL', checkout, options });
    await button(page, 'Remove').click();
    await button(page, 'Remove').click();
    await expect(row(page, 'Another card')).toBeChecked();
    await expect(form.number).toBeFocused();
    await page.evaluate('wpwl.refresh()');
    await form.pay();
    await page.waitForURL('**/result?**');
  });

  test('the last one gives way to a number whose frame is still being loaded', async ({
    page,
    openForm,
    gateway,
  }) => {
    const checkout = { 'registrations[0].id': await storeCard(gateway) };
    const { promise: isRemoved, resolve: removed } = Promise.withResolvers<void>();
    await page.route('**/number.html?**', async (route) => {
      await isRemoved;
      await route.continue();
    });
    const { form } = await openForm({
      brands: 'VISA PAYPAL',
      checkout,
      options: answering('true'),
    });
    await button(page, 'Remove').click();
    await button(page, 'Remove').click();
    await expect(row(page, 'Another card')).toBeChecked();
    removed();
    await expect(form.number).toBeFocused();
  });

  test('the last one gives way to a number whose frame takes no focus when it is first asked', async ({
    page,
    openForm,
    gateway,
  }) => {
    // As one does whose process does not know yet that it is seen: one time in ten, in Chromium.
    await page.addInitScript(() => {
      const { focus } = HTMLElement.prototype;
      let asked = 0;
      HTMLElement.prototype.focus = function () {
        if (asked++ > 0 || !location.pathname.includes('number.html')) focus.call(this);
      };
    });
    const checkout = { 'registrations[0].id': await storeCard(gateway) };
    const options = answering('true');
    const { form } = await openForm({ brands: 'VISA PAYPAL', checkout, options });
    await expect(page.locator('iframe[name="card.number"]')).toHaveAttribute('data-ready', '');
    await button(page, 'Remove').click();
    await button(page, 'Remove').click();
    await expect(form.number).toBeFocused();
  });

  for (const answer of ['false', 'Promise.reject(new Error("no"))']) {
    test(`it stays when the page answers ${answer}`, async ({ page, openForm, gateway }) => {
      const checkout = await stored(gateway);
      const options = answering(answer);
      await openForm({ brands: 'VISA MASTER', checkout, options });
      await button(page, 'Remove').last().click();
      await button(page, 'Remove').last().click();
      await expect(page.getByText('This could not be removed. Try again.').first()).toBeVisible();
      await expect(row(page, /Mastercard •••• 5454/)).toBeVisible();
      await expect(button(page, 'Remove')).toHaveCount(2);
    });
  }

  test('and nowhere else', async ({ page, openForm, gateway }) => {
    const checkout = await stored(gateway);
    await openForm({ brands: 'VISA MASTER', checkout, options: LIST });
    await expect(row(page, /Visa •••• 0000/)).toBeChecked();
    await expect(page.locator('[data-removal]')).toHaveCount(0);
  });
});

test.describe('a checkout that is over leads on', () => {
  const over = async (page: Page) => {
    await page.route(FORM_DATA_REQUESTS, (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/checkouts\/[^/]+/, 'checkouts/GONE'),
      }),
    );
  };

  test('to the address that the page names', async ({ page, openForm, merchant }) => {
    await over(page);
    const options = `{ layout: 'list', cancelUrl: '${merchant.origin}/cart' }`;
    const { form } = await openForm({ options });
    await expect(form.message).toContainText('This payment session has expired.');
    await button(page, 'Start again').click();
    await page.waitForURL('**/cart');
  });

  test('else to the page before', async ({ page, openForm, merchant }) => {
    await page.goto(merchant.publish({ html: '<title>Cart</title>' }));
    await over(page);
    await openForm({ options: LIST });
    await button(page, 'Start again').click();
    await expect(page).toHaveTitle('Cart');
  });

  test('and to no script', async ({ page, openForm, merchant }) => {
    await page.goto(merchant.publish({ html: '<title>Cart</title>' }));
    await over(page);
    await openForm({ options: `{ cancelUrl: 'javascript:document.title="run"' }` });
    await button(page, 'Start again').click();
    await expect(page).toHaveTitle('Cart');
  });
});

test.describe('what is removed, or may soon be, is not paid with', () => {
  test('while the page is asked, the card is out of reach; “no” brings it back', async ({
    page,
    openForm,
    gateway,
  }) => {
    const checkout = { 'registrations[0].id': await storeCard(gateway) };
    const options = `{ layout: 'list', onDeleteRegistration: () => new Promise((no) => { window.answer = no; }) }`;
    await openForm({ brands: 'VISA PAYPAL', checkout, options });
    await button(page, 'Remove').click();
    await button(page, 'Remove').click();
    await expect(row(page, /Visa •••• 0000/)).toBeDisabled();
    await expect(page.locator('.wpwl-pay button[name=pay]:visible')).toHaveCount(0);
    await page.evaluate('answer({ ok: false, status: 500 })');
    await expect(row(page, /Visa •••• 0000/)).toBeChecked();
    await expect(page.getByText('This could not be removed.').first()).toBeVisible();

    await button(page, 'Remove').click();
    await button(page, 'Remove').click();
    await page.evaluate('answer()');
    await expect(row(page, /Visa •••• 0000/)).toHaveCount(0);
    await expect(page.locator('.wpwl-message:visible')).toHaveCount(0);
  });

  test('“no” takes back no choice that was made meanwhile', async ({ page, openForm, gateway }) => {
    const checkout = {
      'registrations[0].id': await storeCard(gateway),
      'registrations[1].id': await storeCard(gateway, {
        number: '5454545454545454',
        brand: 'MASTER',
      }),
    };
    const options = `{ layout: 'list', onDeleteRegistration: () => new Promise((no) => { window.answer = no; }) }`;
    await openForm({ brands: 'VISA PAYPAL', checkout, options });
    const [first, second] = [row(page, /Visa •••• 0000/), row(page, /Mastercard •••• 5454/)];
    const refuse = async () => {
      await page.evaluate('answer(false)');
      await expect(first).toBeEnabled();
    };
    for (const other of [second, row(page, 'Another card')]) {
      await first.check();
      await button(page, 'Remove').first().click();
      await button(page, 'Remove').first().click();
      await expect(first).toBeDisabled();
      await other.check();
      await refuse();
      await expect(other).toBeChecked();
      await expect(first).not.toBeChecked();
    }
  });

  test('a payment with it that had no answer is not sent again', async ({
    page,
    openForm,
    gateway,
  }) => {
    const checkout = {
      'registrations[0].id': await storeCard(gateway),
      'registrations[1].id': await storeCard(gateway, {
        number: '5454545454545454',
        brand: 'MASTER',
      }),
    };
    const options = `{ layout: 'list', onDeleteRegistration: () => true }`;
    const { checkoutId } = await openForm({ brands: 'VISA MASTER', checkout, options });
    const pay = page.locator('.wpwl-pay button[name=pay]:visible');
    await page.route('**/payment', (route) => route.abort(), { times: 1 });
    await expect(row(page, /Visa •••• 0000/)).toBeChecked();
    await pay.click();
    await expect(page.getByText('The connection was lost').first()).toBeVisible();
    await button(page, 'Remove').first().click();
    await button(page, 'Remove').first().click();
    await expect(row(page, /Mastercard •••• 5454/)).toBeChecked();
    await pay.click();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).paymentBrand).toBe('MASTER');
  });
});

test('logos and an error at the number cover nothing of what is typed', async ({
  page,
  openReady,
  gateway,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  for (const layout of ['list', 'classic']) {
    const options = `{ layout: '${layout}', style: 'logos' }`;
    const { form, checkoutId } = await openReady({ brands: 'VISA MASTER AMEX', options });
    await form.payButton.click();
    await expect(form.hint('cardNumberError')).toBeVisible();
    const { x = 0, width = 0 } = (await form.number.boundingBox()) ?? {};
    for (const logo of await form.root.locator('.wpwl-brands svg').all()) {
      expect((await logo.boundingBox())?.x).toBeGreaterThanOrEqual(x + width);
    }
    await form.pay();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).paymentBrand).toBe('VISA');
  }
});

for (const place of [
  '<dialog open><div id="pay"></div></dialog>',
  '<div style="display: flex"><div id="pay"></div><aside>Your order</aside></div>',
]) {
  test(`has its width in ${place.slice(0, 27)}`, async ({ openPage }) => {
    const { form } = await openPage(
      ({ script }) => `<!doctype html><html lang="en"><title>Shop</title><main>${place}</main>
<script src="${script}"></script><script>wpwl.mount(document.querySelector('#pay'), { brands: 'VISA' })</script>`,
    );
    await form.isReady();
    expect((await form.root.boundingBox())?.width).toBeGreaterThan(250);
  });
}
