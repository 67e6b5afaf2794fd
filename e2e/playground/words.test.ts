/** Texts of each language, changed while the form is looked at, with what is wrong marked where it is written. */
import type { Page } from '@playwright/test';
import { accessibilityProblems } from '../axe.ts';
import { expect, linkOf, open, previewOf, test } from './fixtures.ts';

const pay = (page: Page) => previewOf(page, 'empty').locator('.wpwl-button-pay:visible');
const word = (page: Page, key: string) => page.getByRole('textbox', { name: key, exact: true });
const marksOf = (page: Page, key: string) => page.locator(`#word-${key}-marks`);
const openTexts = (page: Page) => page.locator('summary', { hasText: 'Texts' }).click();

test('a text is seen in the form, in its link and in what is taken home, and is undone', async ({
  page,
  workbench,
}) => {
  await open(page, workbench);
  await openTexts(page);
  await expect(page.locator('.words [role="status"]')).toHaveText('No text is marked.');
  await expect(word(page, 'submitAmount')).toHaveAttribute('placeholder', 'Pay {{amount}}');
  // What is not in the form is not in the way.
  await expect(word(page, 'voucherHintPix')).toHaveCount(0);
  // Nor is what only pages of the gateway say.
  await page.getByLabel('Which').selectOption('all');
  await expect(word(page, 'voucherHintPix')).toBeVisible();
  await expect(word(page, 'bankTitle')).toHaveCount(0);
  await page.getByLabel('Which').selectOption('shown');
  await word(page, 'submitAmount').pressSequentially('Order for {{amount}}');
  await expect(pay(page)).toHaveText('Order for €92.00');
  await word(page, 'cardNumber').fill('Number of the card');
  const form = previewOf(page, 'empty');
  await expect(form.getByText('Number of the card')).toBeVisible();
  await expect(
    form.frameLocator('iframe[name="card.number"]').getByLabel('Number of the card'),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(form.getByText('Card number', { exact: true })).toBeVisible();
  await expect(pay(page)).toHaveText('Order for €92.00');
  await page.getByRole('button', { name: 'Redo' }).click();

  const link = await linkOf(page);
  for (const [format, part] of [
    ['options', "submitAmount: 'Order for {{amount}}',"],
    ['css', "submitAmount: 'Order for {{amount}}',"],
    ['html', "cardNumber: 'Number of the card',"],
    ['react', 'languages={languages}'],
    ['vue', ':languages="languages"'],
    ['json', '"submitAmount": "Order for {{amount}}"'],
  ] as const) {
    await page.getByLabel('Format').selectOption(format);
    expect(await page.locator('textarea[readonly]').inputValue()).toContain(part);
  }
  const file = await page.locator('textarea[readonly]').inputValue();

  await open(page, workbench);
  await page.reload();
  await page.getByLabel('Or the text of one').fill(file);
  await page.getByRole('button', { name: 'Use this text' }).click();
  await expect(pay(page)).toHaveText('Order for €92.00');

  await page.goto('about:blank');
  await page.goto(link);
  await expect(pay(page)).toHaveText('Order for €92.00');
});

test('what is missing, too long, without its place, or markup is said at its text', async ({
  page,
  workbench,
}) => {
  await open(page, workbench, 'w.en.submit=Buy&w.en.cvv=Code&locale=gr');
  await openTexts(page);
  await expect(word(page, 'cvv')).toHaveAttribute('lang', 'el');
  await expect(marksOf(page, 'cvv')).toHaveText('is missing: it is changed in English');
  await expect(page.locator('.words')).toContainText('English: 2 changed');
  await word(page, 'cvv').fill('Κωδικός');
  await expect(marksOf(page, 'cvv')).toHaveCount(0);
  await expect(page.locator('.words')).toContainText('Greek: 1 changed, 1 missing');
  await word(page, 'cvv').fill('Κωδικός ασφαλείας της κάρτας');
  await expect(marksOf(page, 'cvv')).toContainText('may have 20 characters');
  await word(page, 'submitAmount').fill('Πληρωμή');
  await expect(marksOf(page, 'submitAmount')).toHaveText('needs {{amount}}, each once');
  await word(page, 'cardHolder').fill('<b>Κάτοχος</b>');
  await expect(marksOf(page, 'cardHolder')).toContainText('has markup');
  // It is drawn as it is written.
  await expect(previewOf(page, 'empty').getByText('<b>Κάτοχος</b>')).toBeVisible();
  await expect(word(page, 'cardHolder')).toHaveAccessibleDescription(/has markup/);
  await page.getByLabel('Which').selectOption('marked');
  await expect(page.locator('.word')).toHaveCount(4);
  await page.getByLabel('Find').fill('voucherHintPi');
  await expect(word(page, 'voucherHintPix')).toBeVisible();
});

test('what moves the form, and is no change of the design, is measured, too', async ({
  page,
  workbench,
}) => {
  await open(page, workbench);
  const fit = page.locator('[aria-labelledby="fit"]');
  await expect(page.locator('[data-score]')).toContainText(/of 100/);
  const root = previewOf(page, 'empty').locator(':root');
  await root.evaluate(() => {
    const late = new CSSStyleSheet();
    late.replaceSync('.wpwl-label { max-inline-size: 3em; white-space: normal; }');
    document.adoptedStyleSheets.push(late);
  });
  await expect(fit).toContainText('Card number wraps');
  await root.evaluate(() => void document.adoptedStyleSheets.pop());
  await expect(fit).not.toContainText('wraps');
});

test('a text that wraps, and a placeholder that is cut in its field, are marked where they are written', async ({
  page,
  workbench,
}) => {
  await open(page, workbench, 'width=400&layout=classic&locale=en');
  await openTexts(page);
  await expect(word(page, 'cvv')).toBeVisible();
  await expect(marksOf(page, 'cvv')).toHaveCount(0);
  await word(page, 'cvv').fill('Digits on the back side of it');
  await expect(marksOf(page, 'cvv')).toContainText('wraps');
  // Its frame has a shorter one instead; a field of the page has what is written.
  const cvv = previewOf(page, 'empty').frameLocator('iframe[name="card.cvv"]').locator('input');
  await expect(cvv).toHaveAttribute('placeholder', 'CVV');
  await expect(marksOf(page, 'cvv')).not.toContainText('is cut in its field');
  await word(page, 'mmyy').fill('Month and year of the date');
  await expect(marksOf(page, 'mmyy')).toContainText('is cut in its field');
  await expect(page.locator('.checks')).toContainText('Digits on the back side of it');
});

test('what did not fit in another language is marked there', async ({ page, workbench }) => {
  test.slow();
  await open(
    page,
    workbench,
    'width=420&w.tr.cvv=Kart%C4%B1n arka y%C3%BCz%C3%BCndeki g%C3%BCvenlik kodunuz',
  );
  await page.getByRole('button', { name: 'Try all 25 languages' }).click();
  const fit = page.locator('[aria-labelledby="fit"]');
  await expect(page.locator('[data-fit="done"]')).toBeVisible({ timeout: 120_000 });
  await fit.getByRole('button', { name: 'Turkish' }).click();
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('tr');
  await expect(marksOf(page, 'cvv')).toContainText('wraps');
});

test('axe finds nothing in texts and CSS, right to left, in dark, on a phone', async ({
  browser,
  workbench,
}) => {
  const context = await browser.newContext({
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    viewport: { width: 360, height: 800 },
  });
  const page = await context.newPage();
  await open(
    page,
    workbench,
    'locale=ar&scheme=dark&w.en.cvv=Code&w.ar.submitAmount=ادفع&css=.wpwl-buton{}',
  );
  await expect(pay(page)).toBeVisible();
  await openTexts(page);
  await page.locator('summary', { hasText: 'CSS' }).click();
  await expect(word(page, 'submitAmount')).toHaveAttribute('dir', 'rtl');
  await page.locator('#style-sheet').press('ControlOrMeta+End');
  await page.locator('#style-sheet').pressSequentially(' .wpwl-b');
  await expect(page.locator('.suggestions > :first-child')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over).toBeLessThanOrEqual(0);
  await context.close();
});
