/** States that came later: each is in the address, comes about, is what it says, and axe finds nothing. */
import type { FrameLocator, Page } from '@playwright/test';
import { ON_BOARD } from '../../playground/previews/states.ts';
import { accessibilityProblems } from '../axe.ts';
import { drawn } from '../drawn.ts';
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

const TYPED: Readonly<Record<string, (form: FrameLocator) => Promise<void>>> = {
  async recognised(form) {
    // One logo is left, and the select that goes with the payment has its brand.
    await expect(form.locator('.wpwl-control-brand')).toHaveValue('MASTER');
    const logos = form.locator('.wpwl-wrapper-cardNumber .wpwl-brands svg');
    await expect(logos.locator('visible=true')).toHaveCount(1);
  },
  async 'not-accepted'(form) {
    await expect(form.locator('.wpwl-hint:visible')).toContainText(
      'Discover is not accepted here. Use Visa',
    );
  },
  async invalid(form) {
    const number = form.frameLocator('iframe[name="card.number"]').locator('input');
    await number.press('Tab');
    await expect(form.locator('.wpwl-hint-cardNumberError')).toBeVisible();
    await expect(number).toHaveAttribute('aria-invalid', 'true');
  },
  async filled(form) {
    await form.locator('.wpwl-control-expiry').pressSequentially('1234');
    await form.frameLocator('iframe[name="card.cvv"]').locator('input').pressSequentially('123');
    await form.locator('.wpwl-control-cardHolder').pressSequentially('Jane Jones');
    await form.locator('.wpwl-control-cardHolder').press('Tab');
    for (const field of ['number', 'cvv']) {
      await expect(form.locator(`iframe[name="card.${field}"]`)).toHaveAttribute('data-filled');
    }
    await expect(form.locator('.wpwl-control-expiry')).toHaveValue('12 / 34');
    await expect(form.locator('.wpwl-hint:visible')).toHaveCount(0);
    await expect(form.locator('.wpwl-has-error')).toHaveCount(0);
  },
};

for (const [state, proof] of Object.entries(TYPED)) {
  test(`${state} is reached by what the panel says to type, and is what it says`, async ({
    page,
    workbench,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, workbench, `state=${state}`);
    const number = await page.locator('.hand code').innerText();
    const form = previewOf(page, state);
    await form
      .frameLocator('iframe[name="card.number"]')
      .locator('input')
      .pressSequentially(number);
    await proof(form);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(new URL(page.url()).hash).toContain(`state=${state}`);
  });
}

/** Those of the playground's panel that are no card. */
const WAYS = ['PAYPAL', 'IDEAL', 'DIRECTDEBIT_SEPA', 'KLARNA_PAYMENTS_PAYLATER', 'PAYSAFECARD'];

for (const brand of WAYS) {
  test(`each way to pay: ${brand} is chosen, in the list and in its block`, async ({
    page,
    workbench,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const layout of ['list', 'classic']) {
      await page.goto('about:blank');
      const link = { layout, state: 'other-way', brands: `VISA MASTER ${brand}` };
      await open(page, workbench, new URLSearchParams(link).toString());
      const form = previewOf(page, 'other-way');
      const name = brand === 'DIRECTDEBIT_SEPA' ? 'directDebit' : brand;
      // Above the list PayPal is paid with one touch; else there is one button for what is chosen.
      const isExpress = layout === 'list' && brand === 'PAYPAL';
      const button = isExpress
        ? form.locator('.wpwl-express button:visible')
        : form.locator('button.wpwl-button:visible').last();
      await expect(button).toBeVisible();
      const pays = (element: HTMLButtonElement) =>
        element.form?.closest('.wpwl-container')?.className;
      expect(await button.evaluate(pays)).toContain(name);
      expect(await accessibilityProblems(page), layout).toEqual([]);
    }
  });
}

/** One has the card alone; in the other stored cards have no button to be removed by. */
const NOT_IN: Readonly<Record<string, string>> = { card: 'other-way', classic: 'removal' };

/** Each of languages, directions, schemes, widths, layouts and sizes of text at least once. */
const LOOKS = [
  { locale: 'ar', scheme: 'dark', width: '320', layout: 'card', text: '200' },
  { locale: 'ja', scheme: 'light', width: '1280', layout: 'tabs', text: '150' },
  { locale: 'de', scheme: 'dark', width: '280', layout: 'classic', text: '100' },
] as const;

for (const look of LOOKS) {
  test(`every state of the board comes about: ${Object.values(look).join(', ')}`, async ({
    page,
    workbench,
  }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, workbench, new URLSearchParams({ shows: 'board', ...look }).toString());
    const shown = ON_BOARD.filter(({ id }) => id !== NOT_IN[look.layout]);
    // The bank of the busy one is done after five seconds, and its form has gone then.
    await expect(
      page.locator('.preview:is([data-status="reached"], [data-state="busy"])'),
    ).toHaveCount(shown.length, { timeout: 180_000 });
    for (const { id } of shown.filter((each) => each.id !== 'busy')) {
      const root = previewOf(page, id).locator(':root');
      await expect(root, id).toHaveAttribute('dir', look.locale === 'ar' ? 'rtl' : 'ltr');
      await expect(root, id).toHaveAttribute('data-scheme', look.scheme);
      await expect(root, id).toHaveCSS('font-size', `${(16 * Number(look.text)) / 100}px`);
      const { width, over } = await root.evaluate(({ clientWidth, scrollWidth }) => ({
        width: clientWidth,
        over: scrollWidth - clientWidth,
      }));
      expect({ id, width, over }).toEqual({ id, width: Number(look.width), over: 0 });
    }
    await page.getByRole('button', { name: 'Check with axe' }).click();
    await expect(page.locator('[data-axe="done"]')).toHaveText(
      /^axe finds nothing in \d+ forms\.$/,
      {
        timeout: 180_000,
      },
    );
  });
}

test('focus is shown by the field that the shopper is in', async ({ page, workbench }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, workbench, 'state=focus&t.focus=rgb(90 0 200)');
  await expect(page.locator('.hand')).toContainText('Press a field');
  await expect(page.locator('.hand code')).toHaveCount(0);
  const form = previewOf(page, 'focus');
  const frame = form.locator('iframe[name="card.number"]');
  await expect(frame).not.toHaveAttribute('data-focus');
  await drawn(frame.contentFrame().locator('input'));
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
