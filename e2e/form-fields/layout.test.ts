/** What a shopper on a small phone sees of all that may stand in the form: nothing cut, nothing apart. */
import { readFileSync } from 'node:fs';
import { LANGUAGES } from '../../contract/languages.ts';
import { expect, type Page, test } from '../fixtures.ts';
import { storeCard } from './store-card.ts';

const NARROW = { width: 320, height: 1400 };
/** Of phones in use, in CSS pixels. */
const WIDTHS = [375, 360, 320];

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not drawn`);
  return box;
};

const cvvOf = (code: string): string =>
  JSON.parse(readFileSync(`${import.meta.dirname}/../../locales/${code}.json`, 'utf8')).cvv;

/** Runs in a frame. Whether what its input shows, placeholder or value, has room in it. */
const hasRoom = (input: HTMLInputElement): boolean => {
  const { fontSize, fontFamily, fontWeight } = getComputedStyle(input);
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) throw new Error('no canvas');
  canvas.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  return canvas.measureText(input.value || input.placeholder).width <= input.clientWidth;
};

/** Languages in which the CVV has a name of some length; where it is just "CVV" it always fits. */
const WORDY = Object.entries(LANGUAGES).filter(([code]) => cvvOf(code).length > 9);

test('what the CVV is called stands in its field in whole, in every language', async ({
  openForm,
  page,
}) => {
  test.slow();
  const { form } = await openForm({
    head: '<style>body { margin: 16px; font-family: system-ui, sans-serif; }</style>',
    options: '{}',
  });
  await form.isReady();
  expect(WORDY.length).toBeGreaterThan(5);
  for (const [locale, language] of WORDY) {
    await page.evaluate((locale) => {
      Object.assign(window, { wpwlOptions: { locale } });
      document.body.append(' ');
    }, locale);
    await expect(form.root).toHaveAttribute('lang', language);
    const label = await form.root.locator('.wpwl-label-cvv').textContent();
    await expect(form.cvv).toHaveAccessibleName(label ?? '');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: NARROW.height });
      expect(await form.cvv.evaluate(hasRoom), `${locale} at ${width} px`).toBe(true);
    }
  }
});

for (const locale of ['en', 'ar']) {
  test(`a card of two brands keeps room for its number, ${locale}`, async ({ openForm, page }) => {
    await page.setViewportSize(NARROW);
    const { form } = await openForm({ brands: 'VISA MADA', options: `{ locale: '${locale}' }` });
    await form.isReady();
    await form.number.pressSequentially('4464040000000007');
    await expect(page.getByRole('radio')).toHaveCount(2);
    await expect(form.number).toHaveValue('4464 0400 0000 0007');
    expect(await form.number.evaluate(hasRoom)).toBe(true);
  });

  test(`a stored card stands beside its logo, however long its holder, ${locale}`, async ({
    openForm,
    page,
    gateway,
  }) => {
    await page.setViewportSize(NARROW);
    const holder = 'Wolfeschlegelsteinhausenbergerdorff Hubert Blaine';
    const { form } = await openForm({
      checkout: { 'registrations[0].id': await storeCard(gateway, { holder }) },
      options: `{ locale: '${locale}' }`,
    });
    await form.isReady();
    const radio = await boxOf(page, 'input[name="registrationId"]');
    const logo = await boxOf(page, '.wpwl-registration .wpwl-brand');
    const text = await boxOf(page, '.wpwl-wrapper-registration-details');
    expect(logo.y).toBeLessThan(text.y + text.height);
    expect(radio.y).toBeLessThan(text.y + text.height);
    const group = await boxOf(page, '.wpwl-group-registration');
    expect(text.x).toBeGreaterThanOrEqual(group.x);
    expect(text.x + text.width).toBeLessThanOrEqual(group.x + group.width);
    const isApart = text.x >= logo.x + logo.width || text.x + text.width <= logo.x;
    expect(isApart).toBe(true);
  });

  test(`the box to keep a card stands beside its words, ${locale}`, async ({ openForm, page }) => {
    await page.setViewportSize(NARROW);
    const { form } = await openForm({
      options: `{ locale: '${locale}', registrations: { offerToStore: true } }`,
    });
    await form.isReady();
    const words = await boxOf(page, '.wpwl-group-createRegistration label');
    const box = await boxOf(page, 'input[name="createRegistration"]');
    const middle = words.y + words.height / 2;
    expect(Math.abs(box.y + box.height / 2 - middle)).toBeLessThan(2);
    await expect(page.locator('.wpwl-group-createRegistration .wpwl-note')).toBeVisible();
  });
}

test('forms without a box are parted by a line', async ({ openForm, page, gateway }) => {
  const { form } = await openForm({
    brands: 'VISA PAYPAL',
    checkout: { 'registrations[0].id': await storeCard(gateway) },
    options: `{ style: 'plain' }`,
  });
  await form.isReady();
  for (const key of ['card', 'virtualAccount-PAYPAL']) {
    await expect(page.locator(`.wpwl-container-${key}`)).toHaveCSS('border-top-width', '1px');
  }
  await expect(page.locator('.wpwl-container-registration')).toHaveCSS('border-top-width', '0px');
});

test('without a style sheet a placeholder is still told from what was typed', async ({
  openForm,
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const { form } = await openForm({
    head: '<style>:root { color-scheme: dark; }</style>',
    options: `{ style: 'none' }`,
  });
  await form.isReady();
  const colour = (pseudo?: string) =>
    form.cvv.evaluate((input, pseudo) => getComputedStyle(input, pseudo).color, pseudo);
  expect(await colour('::placeholder')).toBe('rgb(118, 118, 118)');
  expect(await colour()).not.toBe('rgb(118, 118, 118)');
});

test('the button says amount and brand as a sentence, and where it leads', async ({
  openForm,
  page,
}) => {
  const { form } = await openForm({ brands: 'VISA PAYPAL', options: '{ showAmount: true }' });
  await form.isReady();
  const paypal = page.locator('.wpwl-container-virtualAccount-PAYPAL');
  await expect(paypal.getByRole('button')).toHaveText('Pay €92.00 with PayPal');
  await expect(paypal).toContainText('You will continue on PayPal');
});

test('two forms on one page, and two ways to pay in one form, stand apart', async ({
  openForm,
  page,
  merchant,
}) => {
  const { form } = await openForm({
    brands: 'PAYPAL VISA',
    after: `<form class="paymentWidgets" action="${merchant.origin}/result">MASTER</form>`,
  });
  await form.root.nth(1).waitFor();
  await expect(page.locator('.wpwl-container')).toHaveCount(3);
  const boxes = await page
    .locator('.wpwl-container')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  for (const [at, { bottom }] of boxes.slice(0, -1).entries()) {
    expect(boxes[at + 1].top - bottom).toBeGreaterThanOrEqual(16);
  }
  // What stands before the first is the page's.
  await expect(page.locator('.wpwl-container').first()).toHaveCSS('margin-top', '0px');
});

for (const locale of ['de', 'en', 'gr']) {
  test(`no hint is a column of single words in 320 px, ${locale}`, async ({ openForm, page }) => {
    await page.setViewportSize(NARROW);
    const { form } = await openForm({
      head: '<style>body { margin: 0 }</style>',
      options: `{locale: '${locale}'}`,
    });
    await form.isReady();
    await form.payButton.click();
    await expect(form.root.locator('.wpwl-hint')).toHaveCount(4);
    for (const hint of await form.root.locator('.wpwl-hint').all()) {
      const lines = await hint.evaluate((element) => {
        const { lineHeight } = getComputedStyle(element);
        return Math.round(element.clientHeight / Number.parseFloat(lineHeight));
      });
      expect(lines, (await hint.textContent()) ?? '').toBeLessThanOrEqual(4);
    }
  });
}
