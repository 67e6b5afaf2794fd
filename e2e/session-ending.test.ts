import type { CardForm } from './card-form.ts';
import { expect, type Page, test } from './fixtures.ts';
import { storeCard } from './form-fields/store-card.ts';
import { FORM_DATA_REQUESTS } from './payment-requests.ts';

const ENDING = /^This payment session ends in/;
const warning = (form: CardForm) => form.root.getByText(ENDING).and(form.message);
const messages = (form: CardForm) => form.message.filter({ visible: true });

/** The gateway says that the checkout is over soon. */
const endIn = (page: Page, milliseconds: number) =>
  page.route(FORM_DATA_REQUESTS, async (route) => {
    const response = await route.fetch();
    const data = await response.json();
    await route.fulfill({ response, json: { ...data, expiresAt: data.now + milliseconds } });
  });

test.describe('no time limit without a warning: a checkout ends after 30 minutes', () => {
  test.beforeEach(({ page }) => page.clock.install());

  test('five minutes before that the form says so, and keeps saying how long is left', async ({
    openForm,
    page,
  }) => {
    const { form } = await openForm();
    await form.isReady();
    // The page's clock goes on by itself, too, for as long as a slow machine takes.
    await page.clock.fastForward('24:00');
    await expect(form.root).not.toContainText(ENDING);

    await page.clock.fastForward('01:05');
    const five = 'This payment session ends in 5 minutes. Please finish your payment.';
    await expect(warning(form)).toHaveText(five);
    await expect(form.announcement).toHaveText(five);

    await page.clock.fastForward('01:00');
    await expect(warning(form)).toContainText('ends in 4 minutes');
    await expect(form.announcement).toHaveText(five);

    await page.clock.fastForward('03:00');
    const one = 'This payment session ends in 1 minute. Please finish your payment.';
    await expect(warning(form)).toHaveText(one);
    await expect(form.announcement).toHaveText(one);
  });

  test('also where the first form is not shown', async ({ openForm, page, gateway }) => {
    const five = 'This payment session ends in 5 minutes. Please finish your payment.';
    const isWarned = async (container: string) => {
      // The time that passes is too long for data, and for frames, that have not come.
      await expect(page.locator(`${container} button[name=pay]`)).toHaveText(/^Pay/);
      await expect(page.locator(`${container} iframe:not([data-ready=""])`)).toHaveCount(0);
      await page.clock.fastForward('25:05');
      const form = page.locator(container);
      await expect(form.locator('.wpwl-message', { hasText: ENDING })).toBeVisible();
      await expect(form.getByRole('status')).toHaveText(five);
    };
    await openForm({
      checkout: { 'registrations[0].id': await storeCard(gateway) },
      options: '{ registrations: { hideInitialPaymentForms: true } }',
    });
    await isWarned('.wpwl-container-registration');
    // iDEAL takes no dollars.
    await openForm({ brands: 'IDEAL VISA', checkout: { currency: 'USD' } });
    await isWarned('.wpwl-container-card');
  });

  test('a computer that slept says what is left, and says the end once it is there', async ({
    openForm,
    page,
    gateway,
  }) => {
    const { form, checkoutId } = await openForm();
    await form.isReady();
    await page.clock.fastForward('27:30');
    await expect(warning(form)).toContainText('ends in 3 minutes');
    await expect(form.announcement).toContainText('ends in 3 minutes');
    await gateway.expire(checkoutId);
    await page.clock.fastForward('02:40');
    await expect(form.message).toHaveText(/^This payment session has expired/);
    await expect(form.announcement).toHaveText(/^This payment session has expired/);
  });
});

test('the warning speaks the language that the shopper changes to', async ({ openForm, page }) => {
  await endIn(page, 170_000);
  const { form } = await openForm();
  await expect(warning(form)).toContainText('ends in 3 minutes');
  await page.evaluate("wpwlOptions = {locale: 'de'}; document.body.append('Zahlung')");
  await expect(form.root).toHaveAttribute('lang', 'de');
  await expect(messages(form)).toContainText('3 Minuten');
});

test('typing and a declined card leave the warning where it is', async ({ openForm, page }) => {
  await endIn(page, 290_000);
  const { form } = await openForm({ options: '{stayOnDecline: true}' });
  await form.pay({ number: '4200000000001016' });
  await expect(messages(form)).toHaveCount(2);
  await expect(warning(form)).toBeVisible();
  await form.holder.press('x');
  await expect(messages(form)).toHaveCount(1);
  await expect(warning(form)).toBeVisible();
});
