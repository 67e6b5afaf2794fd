/** A design's score, what it is made of, and that it goes with the link. */
import type { Page } from '@playwright/test';
import { expect, linkOf, open, previewOf, test } from './fixtures.ts';

const score = (page: Page) => page.locator('[data-score]');
const check = (page: Page) => page.getByRole('button', { name: 'Check with axe' }).click();
const row = (page: Page, words: string) => page.getByRole('row', { name: words });
const pay = (page: Page) => previewOf(page, 'empty').locator('.wpwl-button-pay:visible');

test('axe looks into the form when it is asked, and what it finds is in the score and in the link', async ({
  page,
  workbench,
}) => {
  const axe: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('axe')) axe.push(request.url());
  });
  await open(page, workbench);
  await expect(pay(page)).toBeVisible();
  await expect(score(page)).toHaveText('100 of 100, 2 not looked at yet');
  expect(axe).toEqual([]);
  await check(page);
  await expect(page.locator('[data-axe="done"]')).toHaveText('axe finds nothing in 1 form.');
  await expect(score(page)).toHaveText('100 of 100, 1 not looked at yet');
  expect(axe).toHaveLength(1);

  // Contrast of tokens cannot know of it: only what is drawn tells.
  await page.locator('summary', { hasText: 'CSS' }).click();
  await page.locator('#style-sheet').fill('.wpwl-button-pay { color: #26f }');
  await expect(page.locator('[aria-labelledby="axe-check"]')).toContainText('has changed since');
  await expect(row(page, 'Rules of axe')).toContainText('not yet');
  await expect(pay(page)).toHaveCSS('color', 'rgb(34, 102, 255)');
  await check(page);
  await expect(page.locator('[aria-labelledby="axe-check"]')).toContainText('color-contrast');
  await expect(score(page)).toHaveText('90 of 100, 1 not looked at yet');

  const link = await linkOf(page);
  expect(link).toContain('found.axe=1');
  await page.goto('about:blank');
  await page.goto(link);
  await expect(pay(page)).toBeVisible();
  await expect(score(page)).toHaveText('90 of 100, 1 not looked at yet');
  await expect(row(page, 'Rules of axe')).toContainText('1 (−10), says the link');
  await page.getByLabel('accent', { exact: true }).fill('#204a80');
  await expect(row(page, 'Rules of axe')).toContainText('not yet');
  await expect.poll(() => page.url()).not.toContain('found.axe');
});

test('what axe finds in the design that is compared with is shown, and is not in the score', async ({
  page,
  workbench,
}) => {
  const css = encodeURIComponent('.wpwl-button-pay { color: #26f }');
  await open(page, workbench, `shows=compare&other.layout=list&other.name=Blue&other.css=${css}`);
  await expect(page.locator('[data-status="reached"]')).toHaveCount(2);
  await check(page);
  await expect(page.locator('[data-axe="done"]')).toHaveText('Rules broken: 1, in 2 forms.');
  const found = page.locator('[aria-labelledby="axe-check"] li');
  await expect(found).toHaveCount(1);
  await expect(found).toContainText('Blue (other): ');
  await expect(score(page)).toHaveText('100 of 100, 1 not looked at yet');
  expect(await linkOf(page)).toContain('found.axe=0');
});

test('contrast, small targets and languages that do not fit are in it', async ({
  page,
  workbench,
}) => {
  test.slow();
  await open(
    page,
    workbench,
    't.accent=%23fd0&t.onAccent=%23fff&css=.wpwl-button-pay{max-block-size:20px;min-block-size:0;padding:0;font-size:10px}',
  );
  await expect(row(page, 'Targets')).toContainText('1 (−5)');
  // White on yellow, and the focus in yellow on a white field.
  await expect(row(page, 'too little contrast')).toContainText('(−');
  await page.getByRole('button', { name: 'Try all 25 languages' }).click();
  await expect(page.locator('[data-fit="done"]')).toBeVisible({ timeout: 120_000 });
  await expect(score(page)).toContainText('1 not looked at yet');
  await expect.poll(() => page.url()).toMatch(/found\.languages=\d+&?/);
  await page.goto('about:blank');
  await open(page, workbench, 'found.axe=1.5');
  await expect(page.getByRole('alert')).toContainText('found.axe must be a whole number');
});
