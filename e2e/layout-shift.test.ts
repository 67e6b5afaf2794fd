/** What comes with the form's data finds its place kept: nothing moves, in the form nor below it. */
import { drawn } from './drawn.ts';
import { expect, test } from './fixtures.ts';
import { holdFormData, sumOf, watchShifts } from './layout-shifts.ts';
import { FORM_DATA_REQUESTS } from './payment-requests.ts';

const CARDS = 'VISA MASTER AMEX';
const ROWS: readonly (readonly [what: string, brands: string, options: string])[] = [
  ['a way to pay that leads elsewhere, alone in the list', 'IDEAL', `layout: 'list'`],
  ['a wallet alone in the list', 'PAYPAL', `layout: 'list'`],
  ['one whose own page is wanted in the list', 'EPS', `layout: 'list', inlineFlow: ['EPS']`],
  ['a code of the bank, first in the list', `BLIK ${CARDS}`, `layout: 'list'`],
  ['a direct debit, first in the list', `DIRECTDEBIT_SEPA ${CARDS}`, `layout: 'list'`],
  ['a direct debit with its BIC', 'DIRECTDEBIT_SEPA', `layout: 'list', displayBic: true`],
  ['a billing address in the list', CARDS, `layout: 'list', billingAddress: true`],
  ['that of a country', CARDS, `layout: 'list', billingAddress: { country: 'DE' }`],
  [
    'that of a country with states, filled in',
    CARDS,
    `layout: 'list', billingAddress: { country: 'US', state: 'CA' }`,
  ],
  [
    'consent to store in the list',
    `${CARDS} IDEAL`,
    `layout: 'list', registrations: { offerToStore: true }`,
  ],
  ['consent to store in the classic form', CARDS, `registrations: { offerToStore: true }`],
  ['a billing address in the classic form', CARDS, `billingAddress: true`],
  ['a direct debit before the classic form', `DIRECTDEBIT_SEPA ${CARDS}`, ''],
  ['other ways around the classic form', `IDEAL ${CARDS} PAYSAFECARD`, ''],
];

for (const [what, brands, options] of ROWS) {
  for (const [locale, width] of [
    ['en', 375],
    ['de', 375],
    ['de', 1280],
  ] as const) {
    test(`nothing moves when it comes: ${what}, ${locale}, ${width} px`, async ({
      page,
      openForm,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      const shifts = await watchShifts(page);
      const letDataCome = await holdFormData(page);
      const currency = brands.startsWith('BLIK') ? 'PLN' : 'EUR';
      await openForm({
        brands,
        checkout: { currency },
        options: `{ locale: '${locale}', ${options} }`,
        after: '<footer><p>Terms of this shop</p></footer>',
      });
      // The form of before its data has been painted.
      await drawn(page.locator(':root'));
      letDataCome();
      await expect(page.locator('[data-phase="ready"]').first()).toBeVisible();
      await expect(page.locator('iframe.wpwl-control:visible:not([data-ready=""])')).toHaveCount(0);
      await drawn(page.locator(':root'));
      expect(sumOf(await shifts())).toBe(0);
    });
  }
}

test('no place is kept in a form whose data did not come', async ({ page, openForm }) => {
  await page.route(FORM_DATA_REQUESTS, (route) => route.fulfill({ status: 500 }));
  const { form } = await openForm({ options: `{ layout: 'list', billingAddress: true }` });
  await expect(form.message).toBeVisible();
  await expect(form.root.locator('input:visible')).toHaveCount(0);
});

test('words that are there before the data are whole', async ({ page, openForm }) => {
  const letDataCome = await holdFormData(page);
  await openForm({ options: `{ locale: 'de' }` });
  const label = page.getByText('CVV-Prüfnummer', { exact: true });
  await expect(label).toBeVisible();
  await expect(page.locator('[data-phase="loading"]')).toHaveCount(1);
  const { isWhole, background } = await label.evaluate((node) => ({
    isWhole: node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight,
    background: getComputedStyle(node).backgroundColor,
  }));
  expect({ isWhole, background }).toEqual({ isWhole: true, background: 'rgba(0, 0, 0, 0)' });
  letDataCome();
  await expect(page.locator('[data-phase="ready"]')).toHaveCount(1);
});
