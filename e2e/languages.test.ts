import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { directionOf, LANGUAGES } from '../contract/languages.ts';
import { GOOD_CARD } from './card.ts';
import { expect, ofTheWidget, test } from './fixtures.ts';
import { TESTED_LANGUAGES } from './tested-languages.ts';

type Texts = Readonly<Record<string, string>>;

const pathOf = (code: string) => `${import.meta.dirname}/../locales/${code}.json`;
const textsOf = (code: string): Texts => JSON.parse(readFileSync(pathOf(code), 'utf8'));

/** The form as one finds it who only hears it: by role and name. */
function formIn(page: Page, code: string) {
  const texts = textsOf(code);
  const name = (key: string) => ({ name: texts[key] ?? key, exact: true });
  const inFrame = (key: string): Locator =>
    page.frameLocator(`iframe[title="${texts[key]}"]`).getByRole('textbox', name(key));
  return {
    texts,
    brand: page.getByRole('combobox', name('brand')),
    number: inFrame('cardNumber'),
    expiry: page.getByRole('textbox', name('expiryDate')),
    holder: page.getByRole('textbox', name('cardHolder')),
    cvv: inFrame('cvv'),
    pay: page.getByRole('button', name('submit')),
  };
}

for (const code of TESTED_LANGUAGES) {
  const tag = LANGUAGES[code] ?? code;
  const direction = directionOf(code);
  const phone = direction === 'rtl' ? ' @phone' : '';

  test(`one buys something in ${code}, corrects a mistake and lands in the shop${phone}`, async ({
    page,
    openForm,
    gateway,
    consoleMessages,
  }) => {
    const { checkoutId } = await openForm({
      html: `lang="${tag}" dir="${direction}"`,
      options: `{locale: '${code}'}`,
    });
    const form = formIn(page, code);
    await expect(form.brand).toHaveValue('VISA');
    await form.number.pressSequentially(GOOD_CARD.number);
    await form.expiry.pressSequentially('0120');
    await form.holder.pressSequentially(GOOD_CARD.holder);
    await form.cvv.pressSequentially(GOOD_CARD.cvv);
    await form.pay.click();
    await expect(form.expiry).toBeFocused();
    await expect(form.expiry).toHaveAccessibleDescription(form.texts['expiryPastError'] ?? '');
    await form.expiry.fill('');
    await form.expiry.pressSequentially(GOOD_CARD.expiry);
    await form.pay.click();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
    expect(ofTheWidget(consoleMessages)).toEqual([]);
  });
}

test('in every language everything has its language and direction, and fits into 320 px', async ({
  page,
  openForm,
}) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 640 });
  const { form } = await openForm({ html: '', options: "{locale: 'en'}" });
  await form.isReady();
  await form.number.pressSequentially('42');
  for (const [code, tag] of Object.entries(LANGUAGES)) {
    await page.evaluate((locale) => {
      Object.assign(window, { wpwlOptions: { locale } });
      // Any change of the page has the form look for its language.
      document.body.append('');
    }, code);
    const direction = directionOf(code);
    await expect(form.root).toHaveAttribute('lang', tag);
    await expect(form.root).toHaveCSS('direction', direction);
    await expect(form.payButton).toHaveText(textsOf(code)['submit'] ?? '');
    for (const name of ['card.number', 'card.cvv'] as const) {
      const root = form.frame(name).locator('html');
      await expect(root).toHaveAttribute('lang', tag);
      await expect(root).toHaveAttribute('dir', direction);
    }
    await expect(form.number).toHaveCSS('direction', 'ltr');
    await expect(form.expiry).toHaveCSS('direction', 'ltr');
    expect(await page.evaluate(() => document.documentElement.scrollWidth), code).toBe(320);
  }
});

test.describe('the language of the form is', () => {
  const cases: readonly (readonly [
    what: string,
    html: string,
    locale: string,
    expected: string,
  ])[] = [
    ["the option's, before the page's", 'lang="en"', 'ar', 'ar'],
    ["the page's", 'lang="de"', '', 'de'],
    ['that of the region’s language', 'lang="en"', 'de-AT', 'de'],
    ['written with an underscore', 'lang="en"', 'ar_SA', 'ar'],
    ['English where there is no such language', 'lang="de"', 'sr', 'en'],
    ['English where it is no language', 'lang="de"', '"><b>', 'en'],
  ];
  for (const [what, html, locale, expected] of cases) {
    test(what, async ({ openForm }) => {
      const { form } = await openForm({ html, options: JSON.stringify({ locale }) });
      await form.isReady();
      await expect(form.payButton).toHaveText(textsOf(expected)['submit'] ?? '');
    });
  }

  test("that of the part of the page around it, before the page's", async ({
    openForm,
    merchant,
  }) => {
    const { form } = await openForm({
      form: `<div lang="de"><form class="paymentWidgets" action="${merchant.origin}/result">VISA</form></div>`,
    });
    await form.isReady();
    await expect(form.root).toHaveAttribute('lang', 'de');
  });
});

test.describe('in a German browser', () => {
  test.use({ locale: 'de-CH' });
  test('a page that names no language gets a German form', async ({ openForm }) => {
    const { form } = await openForm({ html: '' });
    await form.isReady();
    await expect(form.root).toHaveAttribute('lang', 'de-CH');
  });
});

test.describe('the shopper changes the language, and what was typed stays', () => {
  const changes: readonly (readonly [what: string, change: string])[] = [
    [
      'by the option and the words of the page',
      "wpwlOptions.locale = 'ar'; document.querySelector('h1').textContent = 'الدفع'",
    ],
    ['by another options object', "wpwlOptions = {locale: 'ar'}; document.body.append('الدفع')"],
    ["by the page's lang", "delete wpwlOptions.locale; document.documentElement.lang = 'ar'"],
  ];
  for (const [what, change] of changes) {
    test(what, async ({ page, openForm, gateway, consoleMessages }) => {
      const { form, checkoutId } = await openForm({ options: "{locale: 'en'}" });
      await form.isReady();
      await form.type({ holder: '' });
      await form.payButton.click();
      await expect(form.hint('cardHolderError')).toBeVisible();

      await page.evaluate(change);
      const arabic = formIn(page, 'ar');
      await expect(arabic.pay).toBeVisible();
      await expect(form.root).toHaveCSS('direction', 'rtl');
      await expect(form.hint('cardHolderError')).toHaveText(arabic.texts['cardHolderError'] ?? '');
      await expect(arabic.number).toHaveValue('4200 0000 0000 0000');
      await expect(arabic.cvv).toHaveValue('123');
      await arabic.holder.pressSequentially('Jane Jones');
      await arabic.pay.click();
      await page.waitForURL('**/result?**');
      expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
      expect(ofTheWidget(consoleMessages)).toEqual([]);
    });
  }
});

test('the list follows the page’s lang', async ({ page, openReady }) => {
  await openReady({ options: "{ layout: 'list' }", html: 'lang="en"' });
  await page.evaluate("document.documentElement.lang = 'ar'");
  await expect(page.locator('.wpwl-list')).toHaveAttribute('lang', 'ar');
});

test('names of countries and of ways to pay follow the page’s lang, and the choice stays', async ({
  page,
  openReady,
}) => {
  const { form } = await openReady({
    brands: 'VISA PREPAYMENT',
    checkout: { paymentType: 'PA' },
    options: "{ layout: 'list', billingAddress: { country: 'DE' } }",
    html: 'lang="en"',
  });
  const country = form.root.locator('[name="billing.country"]');
  const chosen = () =>
    country.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text);
  expect(await chosen()).toBe('Germany');
  await country.selectOption('AT');
  await page.evaluate("document.documentElement.lang = 'de'");
  await expect(page.getByRole('radio', { name: 'Überweisung' })).toBeVisible();
  await expect.poll(chosen).toBe('Österreich');
  await expect(country).toHaveValue('AT');
});

test('Japanese lines end between phrases, not inside of words', async ({ openForm }) => {
  const { form } = await openForm({
    options: "{locale: 'ja'}",
    head: '<style>main { inline-size: 420px }</style>',
  });
  await form.isReady();
  await form.payButton.click();
  const hint = form.hint('expiryMonthError');
  const lines = await hint.evaluate(
    (node, words) => {
      const [text] = [...node.childNodes].filter(({ nodeName }) => nodeName === '#text');
      if (!text) throw new Error('there is no text');
      return words.map((word) => {
        const range = document.createRange();
        const at = text.textContent?.indexOf(word) ?? -1;
        range.setStart(text, at);
        range.setEnd(text, at + word.length);
        return range.getClientRects().length;
      });
    },
    ['ありません', 'ください'],
  );
  expect(lines).toEqual([1, 1]);
});

test.describe('a page and its form in different directions', () => {
  for (const [html, locale, direction] of [
    ['lang="ar" dir="rtl"', 'en', 'ltr'],
    ['lang="en" dir="ltr"', 'ar', 'rtl'],
  ] as const) {
    test(`${direction} form in a page with ${html} @phone`, async ({ openForm, isMobile }) => {
      const { form } = await openForm({ html, options: `{locale: '${locale}'}` });
      await form.isReady();
      await form.payButton.click();
      await expect(form.root.locator('.wpwl-hint')).toHaveCount(4);
      const isRightToLeft = direction === 'rtl';
      const label = await form.root.locator('.wpwl-label-cardNumber label').boundingBox();
      const field = await form.root.locator('.wpwl-control-cardNumber').boundingBox();
      const logos = await form.root.locator('.wpwl-brands').boundingBox();
      const hint = await form.hint('cardNumberError').boundingBox();
      const expiry = await form.expiry.boundingBox();
      const cvv = await form.root.locator('.wpwl-control-cvv').boundingBox();
      if (!label || !field || !logos || !hint || !expiry || !cvv) throw new Error('not drawn');
      // Each starts where the language starts its lines, the logos stand at the end of the field.
      const edge = (box: typeof field) => (isRightToLeft ? box.x + box.width : box.x);
      expect(Math.abs(edge(label) - edge(field))).toBeLessThan(2);
      expect(Math.abs(edge(hint) - edge(field))).toBeLessThan(2);
      expect(logos.x > field.x + field.width / 2).toBe(!isRightToLeft);
      // Side by side where there is room, one below the other on a small phone.
      expect(expiry.x < cvv.x).toBe(!isMobile && !isRightToLeft);
      expect(expiry.y < cvv.y).toBe(isMobile);
      expect(hint.y).toBeGreaterThan(field.y + field.height - 1);
    });
  }
});
