/** A form whose data do not come speaks the shopper's language all the same. */
import { accessibilityProblems } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { FORM_DATA_REQUESTS } from './payment-requests.ts';

const GERMAN = ['de', 'ltr', 'Das Bezahlformular konnte nicht geladen werden', 'Erneut versuchen'];
const ARABIC = ['ar', 'rtl', 'تعذّر تحميل نموذج الدفع', 'حاول مرة أخرى'];

for (const [language = '', direction = '', failed = '', again = ''] of [GERMAN, ARABIC]) {
  for (const [what, status] of [
    ['the gateway answers with an error', 500],
    ['nothing answers', 0],
  ] as const) {
    test(`${language}: ${what}`, async ({ page, openForm }) => {
      await page.route(FORM_DATA_REQUESTS, (route) =>
        status ? route.fulfill({ status, body: 'Bad gateway' }) : route.abort(),
      );
      // Of the page around, as most shops say it.
      const { form } = await openForm({ html: `lang="${language}"` });
      await expect(form.message).toContainText(failed);
      await expect(form.retryButton).toHaveText(again);
      await expect(form.announcement).toContainText(failed);
      await expect(form.root).toHaveAttribute('lang', language);
      await expect(form.root).toHaveCSS('direction', direction);
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.unroute(FORM_DATA_REQUESTS);
      await form.retryButton.click();
      await form.pay();
      await page.waitForURL('**/result?**');
    });
  }

  test(`${language}: fields have their names while the data are on their way`, async ({
    page,
    openForm,
  }) => {
    const { promise: isHeard, resolve: hear } = Promise.withResolvers<void>();
    await page.route(FORM_DATA_REQUESTS, async (route) => {
      await isHeard;
      await route.continue();
    });
    const { form } = await openForm({ options: `{ locale: '${language}' }` });
    const { cardHolder, cardNumber, submit } = await import(`../locales/${language}.json`, {
      with: { type: 'json' },
    }).then(({ default: texts }) => texts);
    await expect(form.holder).toHaveAccessibleName(cardHolder);
    await expect(form.payButton).toHaveAccessibleName(submit);
    const number = form.frame('card.number').getByRole('textbox');
    await expect(number).toHaveAccessibleName(cardNumber);
    hear();
    await form.pay();
    await page.waitForURL('**/result?**');
  });
}

test('where the frame does not come either, the form says so in English', async ({
  page,
  openForm,
}) => {
  await page.route(FORM_DATA_REQUESTS, (route) => route.abort());
  await page.route('**/v1/frames/**', (route) => route.abort());
  const { form } = await openForm({ options: `{ locale: 'de' }` });
  await expect(form.message).toContainText('The payment form could not be loaded');
});
