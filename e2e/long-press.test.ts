/** An error takes a line, which moves the button: not from under a pointer that is pressing it. */
import { expect, test } from './fixtures.ts';

for (const locale of ['en', 'tr']) {
  test(`who holds the button down for long has clicked it, in ${locale} @phone`, async ({
    page,
    openReady,
  }) => {
    const { form } = await openReady({ options: `{locale: '${locale}'}` });
    await form.type({ expiry: '' });
    // The last field is wrong, and is left by pressing the button.
    await form.expiry.pressSequentially('0120');
    await form.payButton.hover();
    await page.mouse.down();
    await expect(form.expiry).not.toBeFocused();
    // As long as a field that was left waits for the click that left it, and once more.
    await page.waitForTimeout(600);
    await expect(form.hint('expiryMonthError')).toHaveCount(0);
    await page.mouse.up();
    await expect(form.announcement).toHaveText(/./);
    await expect(form.expiry).toBeFocused();
    await expect(form.hint('expiryMonthError')).toBeVisible();
  });

  test(`a field that was left and is typed in again is not judged meanwhile, in ${locale}`, async ({
    page,
    openForm,
  }) => {
    const { form } = await openForm({ options: `{locale: '${locale}'}` });
    await form.isReady();
    await form.expiry.focus();
    await form.holder.focus();
    await form.expiry.pressSequentially('0120');
    // Longer than a field that was left waits for the click that left it.
    await page.waitForTimeout(600);
    await expect(form.hint('expiryMonthError')).toHaveCount(0);
  });

  test(`a field that is left for another one is validated, in ${locale}`, async ({ openForm }) => {
    const { form } = await openForm({ options: `{locale: '${locale}'}` });
    await form.isReady();
    await form.number.pressSequentially('4200000000000001');
    await form.expiry.pressSequentially('0120');
    await form.holder.click();
    await expect(form.hint('expiryMonthError')).toBeVisible();
    await expect(form.hint('cardNumberError')).toBeVisible();
  });
}
