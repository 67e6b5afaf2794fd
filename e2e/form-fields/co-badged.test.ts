import { accessibilityProblems } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { recordPayments } from '../payment-requests.ts';

/** Of mada and Visa. */
const SHARED = '4464040000000007';

test.describe('a card of two brands', () => {
  test('is paid as the brand that the shopper chooses', async ({ openForm, page, gateway }) => {
    const { form, checkoutId } = await openForm({ brands: 'VISA MASTER MADA' });
    await form.isReady();
    await form.number.pressSequentially('44640');
    const choice = page.getByRole('radiogroup', { name: 'Choose your card brand' });
    await expect(choice).toHaveCount(0);
    await form.number.pressSequentially('4');
    await expect(choice.getByRole('radio')).toHaveCount(2);
    await expect(form.announcement).toHaveText(/Choose/);
    await expect(choice.getByRole('radio', { name: 'mada' })).toBeChecked();
    await expect(form.brand).toHaveValue('MADA');
    // As long as a finger takes: the number that is left unfinished moves nothing meanwhile.
    await choice.getByRole('radio', { name: 'Visa' }).click({ delay: 100 });
    await expect(form.brand).toHaveValue('VISA');
    await expect(form.hint('cardNumberError')).toBeVisible();
    await expect(form.root.locator('.wpwl-brand-card')).toHaveClass(/wpwl-brand-VISA/);
    await form.number.press('End');
    await form.number.pressSequentially(SHARED.slice(6));
    await expect(form.number).toHaveValue('4464 0400 0000 0007');
    await form.type({ number: '' });
    await form.payButton.click();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).paymentBrand).toBe('VISA');
  });

  test('is chosen with the arrow keys, and what is posted is one brand', async ({
    openForm,
    page,
  }) => {
    const bodies = recordPayments(page);
    const { form } = await openForm({
      brands: 'VISA MADA',
      options: `{ brandDetectionPriority: ['VISA', 'MADA'] }`,
    });
    await form.isReady();
    await form.type({ number: SHARED });
    const radios = page.getByRole('radio');
    await expect(radios.first()).toHaveAccessibleName('Visa');
    await expect(radios.first()).toBeChecked();
    await radios.first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(radios.nth(1)).toBeFocused();
    await expect(form.brand).toHaveValue('MADA');
    await form.payButton.click();
    await page.waitForURL('**/result?**');
    expect(new URLSearchParams(bodies[0]).getAll('paymentBrand')).toEqual(['MADA']);
  });

  test('says nothing of the next card', async ({ openForm, page }) => {
    const { form } = await openForm({ brands: 'MADA VISA MASTER' });
    await form.isReady();
    await form.number.pressSequentially(SHARED);
    await page.getByRole('radio', { name: 'Visa' }).check();
    await form.number.fill('5454545454545454');
    await expect(page.getByRole('radio')).toHaveCount(0);
    await expect(form.brand).toHaveValue('MASTER');
    await form.number.fill(SHARED);
    await expect(page.getByRole('radio', { name: 'mada' })).toBeChecked();
  });

  for (const locale of ['en', 'ar']) {
    for (const style of ['card', 'logos']) {
      test(`has nothing in the way, ${locale}, ${style} @phone`, async ({ openForm, page }) => {
        const { form } = await openForm({
          brands: 'VISA MADA',
          options: `{ locale: '${locale}', style: '${style}' }`,
        });
        await form.isReady();
        await form.number.pressSequentially(SHARED);
        await expect(page.getByRole('radio')).toHaveCount(2);
        await page.setViewportSize({ width: 320, height: 900 });
        expect(await accessibilityProblems(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
        for (const radio of await page.getByRole('radio').all()) await expect(radio).toBeVisible();
      });
    }
  }
});

test.describe('the look-up of first digits', () => {
  const options = `{
    brandDetectionType: 'binlist',
    onDetectBin(answer) { (window.bins ??= []).push(answer) },
    onDetectBrand(brands) { window.brands = brands },
  }`;

  test('knows brands that the form itself does not', async ({ openForm, page, gateway }) => {
    const { form, checkoutId } = await openForm({ brands: 'VISA CARTEBANCAIRE', options });
    await form.isReady();
    // A range of Cartes Bancaires that only the table has; the check digit is right.
    await form.type({ number: '5075890000000003' });
    await expect(form.brand).toHaveValue('CARTEBANCAIRE');
    // What six digits say comes first, or not at all.
    await expect
      .poll(() => page.evaluate('window.bins?.at(-1)'))
      .toEqual({ bin: '50758900', brands: ['MAESTRO', 'CARTEBANCAIRE'] });
    expect(await page.evaluate('window.brands')).toEqual(['CARTEBANCAIRE', 'MAESTRO']);
    await form.payButton.click();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).paymentBrand).toBe('CARTEBANCAIRE');
  });

  test('does not go back to what fewer digits say, whose answer is the slower', async ({
    openForm,
    page,
  }) => {
    const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/\/bins\/\d{6}$/, async (route) => {
      await isLetGo;
      await route.continue();
    });
    const { form } = await openForm({ brands: 'VISA CARTEBANCAIRE', options });
    await form.isReady();
    await form.number.pressSequentially('5075890000000003');
    const bins = () => page.evaluate('window.bins?.map(({ bin }) => bin)');
    // The slower one keeps nobody waiting.
    await expect.poll(bins).toEqual(['50758900']);
    const slower = page.waitForResponse(/\/bins\/\d{6}$/);
    letGo();
    await (await slower).finished();
    // Whatever the page does with that answer is done before it is asked something.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    expect(await bins()).toEqual(['50758900']);
  });

  test('is not asked without the option', async ({ openForm, page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const { form } = await openForm();
    await form.isReady();
    await form.number.pressSequentially('4200000000000000');
    expect(asked.filter((url) => url.includes('/bins/'))).toEqual([]);
  });

  test('that fails leaves the form as it is', async ({ openForm, page }) => {
    await page.route('**/bins/**', (route) => route.abort());
    const { form } = await openForm({ options });
    await form.isReady();
    await form.pay();
    await page.waitForURL('**/result?**');
  });
});
