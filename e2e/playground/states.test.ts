/** States that came later: each is in the address, comes about, is what it says, and axe finds nothing. */
import type { FrameLocator, Page } from '@playwright/test';
import { accessibilityProblems } from '../axe.ts';
import { expect, open, previewOf, test } from './fixtures.ts';

type Proof = (form: FrameLocator, page: Page) => Promise<void>;

const STATES: Readonly<Record<string, Proof>> = {
  async undecided(form) {
    const message = form.locator('.wpwl-message:visible');
    await expect(message).toContainText('we do not know yet whether the payment went through');
    await expect(message.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
  async renewed(form, page) {
    const message = form.locator('.wpwl-message:visible');
    await expect(message).toContainText('has been renewed');
    // Nothing went wrong.
    const { color, error } = await message.evaluate((element) => {
      const probe = element.appendChild(document.createElement('i'));
      probe.style.color = 'var(--_error)';
      const { color: error } = getComputedStyle(probe);
      probe.remove();
      return { color: getComputedStyle(element, '::before').backgroundColor, error };
    });
    expect(color).not.toBe(error);
    // The one that was ended is over: the form stands on the other.
    const address = new URL(
      (await page.locator('.preview iframe').getAttribute('src')) ?? '',
      page.url(),
    );
    const [ended, other] = ['checkout', 'renewal'].map((name) => address.searchParams.get(name));
    expect(other).not.toBe(ended);
    const action = await form.locator('form.wpwl-form').first().getAttribute('action');
    expect(action).toContain(other);
  },
  async installments(form) {
    const choice = form.locator('[name="recurring.numberOfInstallments"]:visible');
    await expect(choice.locator('option')).toHaveCount(12);
    await expect(choice).toContainText('R$');
  },
  async billing(form) {
    await expect(form.locator('[name="billing.city"]:visible')).toBeEditable();
    await expect(form.locator('[name="billing.country"]:visible')).toBeVisible();
  },
  async loading(form) {
    await expect(form.locator('form[data-phase="loading"]').first()).toBeVisible();
    await expect(form.locator('[aria-busy="true"]').first()).toBeVisible();
    await expect(form.locator(':root')).not.toHaveAttribute('data-ready');
  },
};

for (const [state, proof] of Object.entries(STATES)) {
  test(`${state} is what it says`, async ({ page, workbench }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, workbench, `state=${state}`);
    const form = previewOf(page, state);
    await proof(form, page);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(new URL(page.url()).hash).toContain(`state=${state}`);
  });
}

test('a token is seen while the form loads', async ({ page, workbench }) => {
  await open(page, workbench, 'state=loading');
  const form = previewOf(page, 'loading').locator('.wpwl-container').first();
  await expect(form).toBeVisible();
  for (const [text, colour] of [
    ['rgb(1 2 3)', 'rgb(1, 2, 3)'],
    ['rgb(4 5 6)', 'rgb(4, 5, 6)'],
  ] as const) {
    await page.getByLabel('text', { exact: true }).fill(text);
    await expect(form).toHaveCSS('color', colour);
  }
});

test('a card of two brands lets the shopper choose once its number is typed', async ({
  page,
  workbench,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, workbench, 'state=co-badged');
  const number = await page.locator('.hand code').innerText();
  const form = previewOf(page, 'co-badged');
  await form.frameLocator('iframe[name="card.number"]').locator('input').pressSequentially(number);
  const brands = form.locator('.wpwl-choices:visible').getByRole('radio');
  await expect(brands).toHaveCount(2);
  await brands.nth(1).check();
  await expect(brands.nth(1)).toBeChecked();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('focus is shown by the field that the shopper is in', async ({ page, workbench }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, workbench, 'state=focus&t.focus=rgb(90 0 200)');
  await expect(page.locator('.hand')).toContainText('Press a field');
  await expect(page.locator('.hand code')).toHaveCount(0);
  const form = previewOf(page, 'focus');
  const frame = form.locator('iframe[name="card.number"]');
  await expect(frame).not.toHaveAttribute('data-focus');
  await frame.contentFrame().locator('input').click();
  await expect(frame).toHaveCSS('border-color', 'rgb(90, 0, 200)');
  const expiry = form.locator('.wpwl-control-expiry:visible');
  await expiry.focus();
  await expect(expiry).toHaveCSS('border-color', 'rgb(90, 0, 200)');
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('forced colours are those of the system, whatever the tokens say', async ({
  page,
  workbench,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await open(page, workbench, 'state=forced-colors&t.accent=rgb(1 2 3)');
  await expect(page.locator('.hand')).toContainText('contrast theme');
  const form = previewOf(page, 'forced-colors');
  const button = form.locator('.wpwl-button-pay:visible');
  await expect(button).toBeVisible();
  await expect(button).not.toHaveCSS('background-color', 'rgb(1, 2, 3)');
  await expect(form.locator('iframe[name="card.number"]')).toHaveCSS('border-style', 'solid');
  expect(await accessibilityProblems(page)).toEqual([]);
});
