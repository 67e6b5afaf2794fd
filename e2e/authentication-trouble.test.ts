/** Shoppers who lose the network, reload, go back, wait for an hour or have two tabs. */
import type { BrowserContext, Page } from '@playwright/test';
import { CardForm } from './card-form.ts';
import { expect, test } from './fixtures.ts';
import { PAYMENT_REQUESTS, recordPayments } from './payment-requests.ts';
import {
  bankIn,
  bankIsLoaded,
  CHALLENGE,
  CHALLENGE_WITH_METHOD_CALL,
  challengeIn,
  confirmIn,
  offline,
  openAndPay,
  PLACES,
  passAnHour,
  resultOf,
  startPayment,
} from './waiting-payment.ts';

const PAID = '000.100.110';
/** What the form gives a page of the gateway that was loaded; see challenge.ts. */
const SPEAKS_WITHIN_MS = 5_000;
const GATEWAY_PAGES = '**/v1/threeDSecure/*/start/*';

/** The address does not come up: the browser shows a page of its own. */
async function cutOff(page: Page, isCut: (url: URL) => boolean): Promise<() => Promise<void>> {
  await page.route(`${GATEWAY_PAGES}*`, (route) => {
    const request = route.request();
    const isPage = request.resourceType() === 'document';
    return isPage && isCut(new URL(request.url()))
      ? route.abort('internetdisconnected')
      : route.continue();
  });
  return () => page.unroute(`${GATEWAY_PAGES}*`);
}

test.describe('without a network', () => {
  test('when the shopper pays: the form says so, and nothing was sent @phone', async ({
    page,
    openForm,
    gateway,
    context,
  }) => {
    const { form, checkoutId } = await openForm();
    await form.isReady();
    await form.type();
    await offline(context, async () => {
      await form.payButton.click();
      await expect(form.message).toContainText('You are offline. Check your connection.');
      // Tried once more, still nothing was sent.
      const failed = page.waitForEvent('requestfailed');
      await form.retryButton.click();
      await failed;
      await expect(form.root).toHaveAttribute('data-phase', 'ready');
      await expect(form.message).toContainText('You are offline. Check your connection.');
      await form.retryButton.focus();
    });
    // The network is back: the message goes, and the focus with it to the one button that is left.
    await expect(form.message).toBeHidden();
    await expect(form.retryButton).toBeHidden();
    await expect(form.payButton).toBeFocused();
    const sent = recordPayments(page);
    await form.payButton.click();
    await page.waitForURL('**/result?**');
    expect(sent).toHaveLength(1);
    expect((await gateway.status(checkoutId)).result.code).toBe(PAID);
  });

  test('when the page loads: the form comes by itself with the network', async ({
    page,
    openForm,
    gateway,
    context,
  }) => {
    await page.route('**/v1/checkouts/**', (route) => route.abort('internetdisconnected'));
    const { form, checkoutId } = await openForm();
    await expect(form.message).toContainText('could not be loaded');
    await expect(page.locator('iframe[data-ready=""]')).toHaveCount(2);
    await form.retryButton.focus();
    await page.unroute('**/v1/checkouts/**');
    await offline(context, async () => {});
    await form.isReady();
    await expect(form.message).toBeHidden();
    await expect(form.payButton).toBeFocused();
    await form.pay();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe(PAID);
  });

  test('while the payment is answered: the same payment goes on to the bank', async ({
    page,
    openForm,
    gateway,
  }) => {
    const { form, checkoutId } = await openForm();
    await form.isReady();
    await page.route(PAYMENT_REQUESTS, async (route) => {
      await route.fetch();
      await route.abort('internetdisconnected');
    });
    await form.pay({ number: CHALLENGE });
    await expect(form.retryButton).toBeVisible();
    const { id } = await gateway.status(checkoutId);
    await page.unroute(PAYMENT_REQUESTS);
    await form.retryButton.click();
    await confirmIn(challengeIn(page), page);
    expect(await gateway.status(checkoutId)).toMatchObject({ id, result: { code: PAID } });
  });

  for (const [when, number, isCut] of [
    ['when the gateway’s page loads', CHALLENGE, () => true],
    [
      'when the issuer has looked at the browser',
      CHALLENGE_WITH_METHOD_CALL,
      (url: URL) => url.searchParams.has('method'),
    ],
  ] as const) {
    test(`${when}: the form comes back, and leads there again`, async ({
      page,
      openForm,
      gateway,
    }) => {
      await page.clock.install();
      const { form, checkoutId } = await openForm();
      await form.isReady();
      const connect = await cutOff(page, isCut);
      const isLost = page.waitForEvent('requestfailed', (request) =>
        request.url().includes('/start/'),
      );
      await form.pay({ number });
      await isLost;
      // The form waits for a word of the page that did not come. The clock is ours: a slow machine
      // does all that comes before and after in its own time.
      await expect(async () => {
        await page.clock.fastForward(SPEAKS_WITHIN_MS);
        await expect(form.retryButton).toBeVisible({ timeout: 500 });
      }).toPass();
      await expect(page.locator('iframe.wpwl-target')).toHaveCount(0);
      const { id } = await gateway.status(checkoutId);
      await connect();
      await form.retryButton.click();
      await confirmIn(challengeIn(page), page);
      expect(await gateway.status(checkoutId)).toMatchObject({ id, result: { code: PAID } });
    });
  }

  for (const [where, options, gatewayPage] of PLACES) {
    test(`at the bank, ${where}: the shopper can ask the bank again @phone`, async ({
      page,
      openForm,
      gateway,
      context,
    }) => {
      const { checkoutId } = await openAndPay(openForm, { options });
      const hold = gatewayPage(page);
      const bank = bankIn(hold);
      await expect(bank.getByRole('button')).toBeVisible();
      await bankIsLoaded(hold);
      await offline(context, async () => {
        await expect(hold.getByRole('alert')).toContainText('You are offline.');
      });
      // Nothing was lost: the bank's page is as it was.
      await expect(hold.getByRole('alert')).toBeHidden();
      await offline(context, async () => {
        await expect(hold.getByRole('alert')).toBeVisible();
        await bank.getByRole('button').click();
        await expect(bank.getByRole('combobox')).toHaveCount(0);
        await bankIsLoaded(hold);
      });
      await expect(hold.getByRole('alert')).toContainText('could not be loaded');
      await hold.getByRole('alert').getByRole('button').click();
      await expect(hold.getByRole('alert')).toBeHidden();
      await bank.getByRole('button').click();
      await page.waitForURL('**/result?**');
      expect((await gateway.status(checkoutId)).result.code).toBe(PAID);
    });
  }

  test('at a wallet: back, and the wallet asks again', async ({
    page,
    gateway,
    merchant,
    context,
  }) => {
    const { id, url } = await startPayment(gateway, {
      paymentBrand: 'PAYPAL',
      shopperResultUrl: `${merchant.origin}/result`,
    });
    await page.goto(url);
    await offline(context, async () => {
      await page.locator('button[value="accept"]').click({ noWaitAfter: true });
      await expect(page.locator('button[value="accept"]')).toHaveCount(0);
    });
    await page.goto(url);
    await page.locator('button[value="accept"]').click();
    await page.waitForURL('**/result?**');
    expect(await resultOf(gateway, id)).toBe(PAID);
  });
});

test.describe('an hour later', () => {
  for (const [where, options, gatewayPage] of PLACES) {
    test(`the shopper answers the bank ${where}, and comes to the shop, unpaid`, async ({
      page,
      openForm,
      gateway,
    }) => {
      const { checkoutId } = await openAndPay(openForm, { options });
      const bank = bankIn(gatewayPage(page));
      await expect(bank.getByRole('button')).toBeVisible();
      const { id } = await gateway.status(checkoutId);
      await passAnHour(gateway, async () => (await resultOf(gateway, id)) !== '000.200.000');
      await bank.getByRole('button').click();
      await page.waitForURL('**/result?**');
      expect(await resultOf(gateway, id)).toBe('100.396.103');
    });
  }

  test('the shopper reloads the page of the form, and reads that the session is over', async ({
    page,
    openForm,
    gateway,
  }) => {
    const { form, checkoutId } = await openAndPay(openForm);
    await expect(page.locator('iframe.wpwl-target')).toBeVisible();
    const { id } = await gateway.status(checkoutId);
    await passAnHour(gateway, async () => (await resultOf(gateway, id)) !== '000.200.000');
    await page.reload();
    await expect(form.message).toContainText('This payment session has expired.');
    expect(await resultOf(gateway, id)).toBe('100.396.103');
  });

  test('the address of the bank’s question says so, with a way to the shop', async ({
    page,
    gateway,
    merchant,
  }) => {
    const { id, url } = await startPayment(gateway, {
      shopperResultUrl: `${merchant.origin}/result`,
    });
    await passAnHour(gateway, async () => (await resultOf(gateway, id)) !== '000.200.000');
    await page.goto(url);
    await expect(page.getByRole('status')).toContainText('You have not been charged.');
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await page.waitForURL('**/result?**');
  });
});

test.describe('the shopper', () => {
  test('reloads at the bank in the whole tab, and is asked again @phone', async ({
    page,
    openForm,
    gateway,
  }) => {
    const { checkoutId } = await openAndPay(openForm, { options: '{paymentTarget: "_top"}' });
    await expect(bankIn(page).getByRole('button')).toBeVisible();
    await page.reload();
    await confirmIn(page, page);
    expect((await gateway.status(checkoutId)).result.code).toBe(PAID);
  });

  test('goes back after the end, reads that it was paid, and finds the way on', async ({
    page,
    openForm,
  }) => {
    await openAndPay(openForm);
    await confirmIn(challengeIn(page), page);
    await page.goBack();
    await expect(page.getByText('This has already been paid.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await page.waitForURL('**/result?**');
  });

  const openInAnotherTab = async (page: Page, context: BrowserContext) => {
    const other = await context.newPage();
    await other.goto(page.url());
    return other;
  };

  test('is asked in two tabs: the later one counts, and both end at the shop', async ({
    page,
    openForm,
    gateway,
    context,
  }) => {
    const { checkoutId } = await openAndPay(openForm);
    await expect(bankIn(challengeIn(page)).getByRole('button')).toBeVisible();
    const other = await openInAnotherTab(page, context);
    const second = new CardForm(other);
    await second.isReady();
    await second.pay({ number: CHALLENGE });
    await expect(bankIn(challengeIn(other)).getByRole('button')).toBeVisible();
    const { id } = await gateway.status(checkoutId);
    // What was overtaken cannot be confirmed any more.
    await confirmIn(challengeIn(page), page);
    expect((await gateway.status(checkoutId)).result.code).toBe('000.200.000');
    await confirmIn(challengeIn(other), other);
    expect(await gateway.status(checkoutId)).toMatchObject({ id, result: { code: PAID } });
  });

  test('goes to a wallet from two tabs: one payment, whichever is confirmed', async ({
    page,
    openForm,
    gateway,
    context,
  }) => {
    const { checkoutId } = await openForm({ brands: 'PAYPAL' });
    const other = await openInAnotherTab(page, context);
    const ids: string[] = [];
    for (const tab of [page, other]) {
      await tab.locator('.wpwl-container-virtualAccount-PAYPAL button.wpwl-button').first().click();
      await tab.waitForURL('**/bank/wallet?**');
      ids.push((await gateway.status(checkoutId)).id);
    }
    expect(ids[0]).toBe(ids[1]);
    for (const tab of [page, other]) {
      await tab.locator('button[value="accept"]').click();
      await tab.waitForURL('**/result?**');
    }
    expect(await gateway.status(checkoutId)).toMatchObject({ id: ids[0], result: { code: PAID } });
  });
});
