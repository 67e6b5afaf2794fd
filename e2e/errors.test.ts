import type { Route } from '@playwright/test';
import { SEALED_REFUSED } from '../contract/sealed-value.ts';
import { CardForm } from './card-form.ts';
import { expect, test } from './fixtures.ts';
import { moveFocus } from './focus.ts';
import {
  FORM_DATA_REQUESTS,
  FRAME_REQUESTS,
  loseAnswer,
  PAYMENT_REQUESTS,
  recordPayments,
  sealedValues,
} from './payment-requests.ts';
import { call } from './waiting-payment.ts';

const SIX_MINUTES_MS = 6 * 60_000;

test.describe('a mistake is shown next to its field', () => {
  test('when the shopper leaves it, and goes when it is corrected', async ({ openForm }) => {
    const { form } = await openForm();
    await form.isReady();
    await form.number.pressSequentially('4200000000000001');
    await form.expiry.pressSequentially('1320');
    await form.holder.pressSequentially('J');
    await form.cvv.pressSequentially('12');
    await form.brand.focus();
    const mistakes = [
      ['cardNumberError', form.root.locator('iframe.wpwl-control-cardNumber'), /card number/],
      ['expiryMonthError', form.expiry, /Invalid expiry date/],
      ['cardHolderError', form.holder, /Invalid card holder/],
      ['cvvError', form.root.locator('iframe.wpwl-control-cvv'), /Invalid CVV.*3 digits/],
    ] as const;
    for (const [key, control, text] of mistakes) {
      await expect(form.hint(key)).toHaveText(text);
      await expect(control).toHaveClass(/\bwpwl-has-error\b/);
      const isAfter = await form.hint(key).evaluate((hint) => {
        const { previousElementSibling: before } = hint;
        return before?.classList.contains('wpwl-has-error');
      });
      expect(isAfter, `${key} stands after its control`).toBe(true);
    }
    await form.number.fill('4200000000000000');
    await form.expiry.fill('1234');
    await form.holder.fill('Jane Jones');
    await form.cvv.fill('123');
    await expect(form.root.locator('.wpwl-hint')).toHaveCount(0);
    await expect(form.root.locator('.wpwl-has-error')).toHaveCount(0);
  });

  test('but an empty field that is only passed through is not blamed', async ({
    openForm,
    page,
  }) => {
    const { form } = await openForm();
    await form.isReady();
    await form.brand.focus();
    for (const field of [
      'frame card.number',
      'card.expiry',
      'frame card.cvv',
      'card.holder',
      'pay',
    ]) {
      await moveFocus(page, 'Tab', field);
    }
    await expect(form.root.locator('.wpwl-hint')).toHaveCount(0);
  });

  test('all of them when the shopper pays, and nothing is sent @phone', async ({
    openForm,
    page,
  }) => {
    const bodies = recordPayments(page);
    const { form } = await openForm();
    await form.isReady();
    await form.payButton.click();
    await expect(form.root.locator('.wpwl-hint')).toHaveCount(4);
    await expect(form.payButton).toHaveClass(/\bwpwl-button-error\b/);
    expect(bodies).toEqual([]);
    await form.pay();
    await page.waitForURL('**/result?**');
    expect(bodies).toHaveLength(1);
  });

  test('also that the card has expired, and that American Express has four digits', async ({
    openForm,
  }) => {
    const { form } = await openForm();
    await form.pay({ number: '377777777777770', expiry: '0120', cvv: '123' });
    await expect(form.hint('expiryMonthError')).toContainText('This card has expired');
    await expect(form.hint('cvvError')).toContainText('4 digits from the front');
  });
});

test.describe('while it is being paid', () => {
  test('the button is busy, a second press sends nothing, and then it is free again', async ({
    openForm,
    page,
  }) => {
    const bodies = recordPayments(page);
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(PAYMENT_REQUESTS, async (route) => {
      await isReleased;
      await route.continue();
    });
    const { form } = await openForm({ options: '{stayOnDecline: true}' });
    const { width: before } = (await form.payButton.boundingBox()) ?? {};
    await form.pay({ number: '4200000000001016' });
    await expect(form.payButton).toHaveAttribute('aria-busy', 'true');
    await expect(form.payButton).toHaveText('Processing…');
    await expect(form.announcement).toHaveText('Processing…');
    const { width: during } = (await form.payButton.boundingBox()) ?? {};
    expect(during).toBe(before);
    await form.payButton.click({ force: true });
    await form.cvv.press('Enter');
    await form.number.press('5');
    await expect(form.number).toHaveValue('4200 0000 0000 1016');
    release();
    await expect(form.message).toBeVisible();
    await expect(form.payButton).toHaveAttribute('aria-busy', 'false');
    await expect(form.payButton).toHaveAttribute('aria-disabled', 'false');
    await expect(form.payButton).toHaveText('Pay now');
    expect(bodies).toHaveLength(1);
  });

  test('a slow bank is waited for', async ({ openForm, page, gateway }) => {
    const { form, checkoutId } = await openForm();
    await form.pay({ number: '4200000000001081' });
    await expect(form.payButton).toHaveAttribute('aria-busy', 'true');
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
  });

  test('a page that is loaded again says so, takes nothing else, and tells the end', async ({
    openForm,
    page,
    gateway,
  }) => {
    const { form, checkoutId } = await openForm();
    await form.pay({ number: '4200000000001081' });
    const data = `${gateway.url}/v1/checkouts/${checkoutId}/form`;
    await expect.poll(async () => (await fetch(data)).text()).toContain('"instead"');
    await page.reload();
    await expect(page.getByText('We are checking your payment. Do not pay again.')).toBeVisible();
    await expect(form.payButton).toBeHidden();
    await expect(page.getByText('This has already been paid.')).toBeVisible();
    await expect(page.getByText('We are checking your payment.')).toBeHidden();
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
    // Where the payment would have led: the shop asks for its result there.
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await page.waitForURL('**/result?**');
    expect(new URL(page.url()).searchParams.get('resourcePath')).toContain(checkoutId);
  });

  for (const [where, options] of [
    ['in its form', '{}'],
    ['in the list, where the card is open for it', "{ layout: 'list' }"],
  ] as const) {
    test(`a page that is loaded again says that the bank declined, ${where}`, async ({
      openForm,
      page,
      gateway,
    }) => {
      const { form, checkoutId } = await openForm({ options, brands: 'TRUSTLY VISA' });
      if (where !== 'in its form') await page.getByRole('radio', { name: 'Card' }).check();
      const behaveAs = (behaviour: string) => call(gateway, '/sandbox/connector', { behaviour });
      await behaveAs('slow');
      await form.pay({ number: '4200000000001016' });
      const data = `${gateway.url}/v1/checkouts/${checkoutId}/form`;
      await expect.poll(async () => (await fetch(data)).text()).toContain('"instead"');
      await behaveAs('normal');
      await page.reload();
      await expect(page.getByText('We are checking your payment. Do not pay again.')).toBeVisible();
      await expect(form.message).toContainText('Your bank declined the payment. You have not been');
      await expect(form.announcement).toContainText('Your bank declined the payment.');
      await form.pay();
      await page.waitForURL('**/result?**');
      expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
    });
  }

  test('a page that asks for its data meanwhile keeps its form, and hears what comes of it', async ({
    openReady,
    page,
    gateway,
  }) => {
    const { form, checkoutId } = await openReady({ options: '{stayOnDecline: true}' });
    const behaveAs = (behaviour: string) => call(gateway, '/sandbox/connector', { behaviour });
    await behaveAs('slow');
    await form.pay({ number: '4200000000001016' });
    const data = `${gateway.url}/v1/checkouts/${checkoutId}/form`;
    await expect.poll(async () => (await fetch(data)).text()).toContain('"instead"');
    await behaveAs('normal');
    await page.evaluate('wpwl.refresh()');
    await expect(form.payButton).toHaveAttribute('aria-busy', 'true');
    await expect(page.locator('.wpwl-instead')).toHaveCount(0);
    await expect(form.message).toContainText('Your bank declined the payment.');
  });
});

test.describe('a bank declines', () => {
  const DECLINES = [
    ['4200000000001016', '800.100.152', 'declined the payment. You have not been charged'],
    ['4200000000001032', '800.100.157', 'because the card has expired'],
    ['4200000000001065', '800.100.153', 'because the CVV is wrong'],
  ] as const;

  test('and the form says why, and takes the next card for the same checkout @phone', async ({
    openForm,
    page,
    gateway,
  }) => {
    const bodies = recordPayments(page);
    let formData = 0;
    page.on('request', (request) => {
      if (request.url().includes('/form?')) formData += 1;
    });
    const { form, checkoutId } = await openForm({ options: '{stayOnDecline: true}' });
    await form.type();
    for (const [number, code, text] of DECLINES) {
      await form.number.fill(number);
      await form.cvv.fill('123');
      await form.payButton.click();
      await expect(form.message).toContainText(text);
      await expect(form.announcement).toContainText(text);
      await expect(form.cvv).toHaveValue('');
      expect((await gateway.status(checkoutId)).result.code).toBe(code);
    }
    await form.number.fill('5454545454545454');
    await expect(form.message).toBeHidden();
    await form.cvv.fill('123');
    await form.payButton.click();
    await page.waitForURL('**/result?**');
    const { result, card } = await gateway.status(checkoutId);
    expect([result.code, card.last4Digits]).toEqual(['000.100.110', '5454']);
    expect(bodies).toHaveLength(4);
    expect(new Set(bodies.flatMap(sealedValues)).size).toBe(8);
    // Each answer brought the nonce for the next card.
    expect(formData).toBe(1);
  });
});

test.describe('the checkout has expired', () => {
  test('before the shopper came', async ({ openForm, gateway, page }) => {
    const checkoutId = await gateway.createCheckout();
    await gateway.expire(checkoutId);
    await page.route(FORM_DATA_REQUESTS, (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/checkouts\/[^/]+/, `checkouts/${checkoutId}`),
      }),
    );
    const { form } = await openForm();
    await expect(form.message).toContainText('This payment session has expired');
    await expect(form.payButton).toBeHidden();
  });

  test('while the shopper typed', async ({ openForm, gateway }) => {
    const { form, checkoutId } = await openForm();
    await form.type();
    await gateway.expire(checkoutId);
    await form.payButton.click();
    await expect(form.message).toContainText('This payment session has expired');
    await expect(form.announcement).toContainText('This payment session has expired');
    await expect(form.payButton).toBeHidden();
  });

  test('and the form says so by itself', async ({ openForm, gateway, page }) => {
    await page.clock.install();
    const { form, checkoutId } = await openForm();
    await form.isReady();
    await gateway.expire(checkoutId);
    await page.clock.fastForward('30:05');
    await expect(form.message).toContainText('This payment session has expired');
  });

  test('or has been paid in another tab', async ({ openForm, gateway, page, context }) => {
    const { form, checkoutId } = await openForm();
    await form.type();
    const other = await context.newPage();
    await other.goto(page.url());
    await new CardForm(other).pay();
    await other.waitForURL('**/result?**');
    await form.payButton.click();
    await expect(page.getByText('This has already been paid.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to the shop' })).toBeVisible();
    await expect(form.message).toBeHidden();
    await expect(form.payButton).toBeHidden();
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
  });
});

test.describe('the network is gone', () => {
  const WAYS = [
    ['before the request arrives', (route: Route) => route.abort()],
    ['after the request arrived, so that it is paid already', loseAnswer],
  ] as const;

  for (const [title, fail] of WAYS) {
    test(`${title}: trying again is the same payment @phone`, async ({
      openForm,
      page,
      gateway,
    }) => {
      const bodies = recordPayments(page);
      await page.route(PAYMENT_REQUESTS, fail);
      const { form, checkoutId } = await openForm();
      await form.pay();
      await expect(form.message).toContainText('we do not know yet');
      await expect(form.announcement).toContainText('we do not know yet');
      await expect(form.payButton).toHaveAttribute('aria-busy', 'false');
      const { id: before } = await gateway.status(checkoutId);
      await form.retryButton.click();
      await expect(form.message).toContainText('we do not know yet');
      await page.unroute(PAYMENT_REQUESTS);
      await form.retryButton.click();
      await page.waitForURL('**/result?**');
      expect(bodies).toHaveLength(3);
      expect(new Set(bodies).size).toBe(1);
      expect(sealedValues(bodies[0])).toEqual([
        expect.stringMatching(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/),
        expect.stringMatching(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/),
      ]);
      const { id, result } = await gateway.status(checkoutId);
      expect(result.code).toBe('000.100.110');
      if (fail === loseAnswer) expect(id).toBe(before);
      else expect(before).toBeUndefined();
    });
  }

  test('and the shopper takes another card: that is another payment request', async ({
    openForm,
    page,
    gateway,
  }) => {
    const bodies = recordPayments(page);
    await page.route(PAYMENT_REQUESTS, (route) => route.abort(), { times: 1 });
    const { form, checkoutId } = await openForm();
    await form.pay();
    await expect(form.retryButton).toBeVisible();
    await form.number.fill('5454545454545454');
    await form.payButton.click();
    await page.waitForURL('**/result?**');
    expect(new Set(bodies).size).toBe(2);
    expect((await gateway.status(checkoutId)).card.last4Digits).toBe('5454');
  });

  test('after a decline that was not heard: another card is paid with, and sealed anew', async ({
    openForm,
    page,
    gateway,
  }) => {
    const bodies = recordPayments(page);
    await page.route(PAYMENT_REQUESTS, loseAnswer, { times: 1 });
    const { form, checkoutId } = await openForm();
    await form.pay({ number: '4200000000001024' });
    await expect(form.retryButton).toBeVisible();
    await form.number.fill('5454545454545454');
    // Nor can the gateway be asked for another nonce.
    await page.route(FORM_DATA_REQUESTS, (route) => route.abort());
    await form.payButton.click();
    await expect(form.message).toContainText('You are offline');
    await page.unroute(FORM_DATA_REQUESTS);
    await form.retryButton.click();
    await page.waitForURL('**/result?**');
    expect(bodies).toHaveLength(2);
    const { result, card } = await gateway.status(checkoutId);
    expect([result.code, card.last4Digits]).toEqual(['000.100.110', '5454']);
  });

  test('after a payment that was not heard: the shopper hears of it, and pays no other card', async ({
    openForm,
    page,
    gateway,
  }) => {
    const bodies = recordPayments(page);
    await page.route(PAYMENT_REQUESTS, loseAnswer, { times: 1 });
    const { form, checkoutId } = await openForm();
    await form.pay();
    await expect(form.retryButton).toBeVisible();
    await form.number.fill('5454545454545454');
    await form.payButton.click();
    await expect(page.getByText('This has already been paid.')).toBeVisible();
    expect(bodies).toHaveLength(1);
    expect((await gateway.status(checkoutId)).card.last4Digits).toBe('0000');
  });

  test('and the shopper wants something else of an input of the page’s own', async ({
    openForm,
    page,
  }) => {
    const bodies = recordPayments(page);
    await page.route(PAYMENT_REQUESTS, (route) => route.abort(), { times: 1 });
    const { form } = await openForm();
    await form.isReady();
    await page.evaluate(() => {
      const wish = document.createElement('select');
      wish.name = 'customParameters[SHOPPER_gift]';
      wish.append(new Option('no'), new Option('yes'));
      document.querySelector('.wpwl-form-card')?.prepend(wish);
    });
    await form.pay();
    await expect(form.retryButton).toBeVisible();
    await page.locator('select[name="customParameters[SHOPPER_gift]"]').selectOption('yes');
    await form.payButton.click();
    await page.waitForURL('**/result?**');
    const wishes = bodies.map((body) =>
      new URLSearchParams(body).get('customParameters[SHOPPER_gift]'),
    );
    expect(wishes).toEqual(['no', 'yes']);
  });

  test('when the form is loaded: the shopper tries again', async ({ openForm, page }) => {
    await page.route(FORM_DATA_REQUESTS, (route) => route.abort());
    const { form } = await openForm();
    await expect(form.message).toContainText('The payment form could not be loaded');
    await page.unroute(FORM_DATA_REQUESTS);
    await form.retryButton.click();
    await form.pay();
    await page.waitForURL('**/result?**');
  });
});

test.describe('what was sealed is too old', () => {
  test('so the form seals again and pays by itself', async ({ openForm, page, gateway }) => {
    const bodies = recordPayments(page);
    // The gateway's time reached the page wrong: as if the shopper had paused for six minutes.
    await page.route(
      FORM_DATA_REQUESTS,
      async (route) => {
        const response = await route.fetch();
        const data = await response.json();
        await route.fulfill({ response, json: { ...data, now: data.now - SIX_MINUTES_MS } });
      },
      { times: 1 },
    );
    // Read on its way: the page leaves as soon as it has paid, and a browser forgets what it had.
    let refused: unknown;
    await page.route(
      PAYMENT_REQUESTS,
      async (route) => {
        const response = await route.fetch();
        refused = (await response.json()).result.code;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    const { form, checkoutId } = await openForm();
    await form.pay();
    await page.waitForURL('**/result?**');
    expect(refused).toBe(SEALED_REFUSED.tooOld);
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
    expect(bodies).toHaveLength(2);
    expect(new Set(bodies.flatMap(sealedValues)).size).toBe(4);
  });

  test('but only once: then it says that the payment was not sent', async ({ openForm, page }) => {
    const bodies = recordPayments(page);
    await page.route(PAYMENT_REQUESTS, (route) =>
      route.fulfill({
        status: 400,
        headers: { 'access-control-allow-origin': '*' },
        json: { result: { code: SEALED_REFUSED.tooOld, description: 'too old' } },
      }),
    );
    const { form } = await openForm();
    await form.pay();
    await expect(form.message).toContainText('The payment could not be sent');
    await expect(form.payButton).toHaveAttribute('aria-disabled', 'false');
    expect(bodies).toHaveLength(2);
  });
});

test('a card field does not load: the form says so, and trying again brings it @phone', async ({
  openForm,
  page,
}) => {
  await page.route(FRAME_REQUESTS, (route) => route.abort());
  const { form } = await openForm();
  await expect(form.message).toContainText('The secure card fields do not respond');
  await expect(form.announcement).toContainText('The secure card fields do not respond');
  await page.unroute(FRAME_REQUESTS);
  await form.retryButton.click();
  await form.isReady();
  await expect(form.message).toBeHidden();
  await form.pay();
  await page.waitForURL('**/result?**');
});

test('a card field did not load, and the shopper goes on typing: paying brings it', async ({
  openForm,
  page,
}) => {
  await page.route('**/number.html?**', (route) => route.abort());
  const { form } = await openForm();
  await expect(form.message).toContainText('The secure card fields do not respond');
  await form.holder.fill('Jane Jones');
  await expect(form.message).toBeHidden();
  await page.unroute('**/number.html?**');
  await form.payButton.click();
  await form.isReady();
  await expect(form.message).toBeHidden();
  await form.pay();
  await page.waitForURL('**/result?**');
});
