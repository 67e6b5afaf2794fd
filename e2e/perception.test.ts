/** What is seen without colours, with few colours, without motion, and with an unsteady hand. */
import type { Locator } from '@playwright/test';
import type { CardForm } from './card-form.ts';
import { contrast } from './contrast.ts';
import { expect, test } from './fixtures.ts';
import { FORM_DATA_REQUESTS, leaveUnanswered, PAYMENT_REQUESTS } from './payment-requests.ts';

const css = (element: Locator, property: string, pseudo?: string): Promise<string> =>
  element.evaluate(
    (node, [name = '', part]) => getComputedStyle(node, part).getPropertyValue(name),
    [property, pseudo],
  );

const controlsOf = (form: CardForm) => ({
  brand: form.brand,
  number: form.root.locator('iframe.wpwl-control-cardNumber'),
  expiry: form.expiry,
  cvv: form.root.locator('iframe.wpwl-control-cvv'),
  holder: form.holder,
});

async function showErrors(form: CardForm): Promise<void> {
  await form.isReady();
  await form.payButton.click();
  await expect(form.root.locator('.wpwl-hint')).toHaveCount(4);
}

test.describe('an error is more than a colour', () => {
  for (const forcedColors of ['none', 'active'] as const) {
    test(`a sign and a text, forced colours ${forcedColors}`, async ({ openForm, page }) => {
      await page.emulateMedia({ forcedColors });
      const { form } = await openForm({ options: '{stayOnDecline: true}' });
      await showErrors(form);
      for (const hint of await form.root.locator('.wpwl-hint').all()) {
        await expect(hint).toHaveText(/\w{3}/);
        expect(await css(hint, 'content', '::before')).toContain('!');
      }
      await form.pay({ number: '4200000000001016' });
      await expect(form.message).toHaveText(/\w{3}/);
      expect(await css(form.message, 'content', '::before')).toContain('!');
    });
  }
});

test('forced colours: every control has a border, the focus a ring, the sign an outline', async ({
  openForm,
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const { form } = await openForm();
  await form.isReady();
  const borders = Object.values(controlsOf(form)).map(async (control) => {
    const [color, width] = [css(control, 'border-top-color'), css(control, 'border-top-width')];
    return `${await width} ${await color} ${await css(control, 'border-top-style')}`;
  });
  expect(new Set(await Promise.all(borders)).size, 'kinds of borders').toBe(1);
  const focusIn = { number: form.number, cvv: form.cvv };
  for (const [name, control] of Object.entries(controlsOf(form))) {
    expect(await css(control, 'border-top-style'), name).not.toBe('none');
    expect(Number.parseFloat(await css(control, 'border-top-width')), name).toBeGreaterThan(0);
    expect(await css(control, 'outline-width'), name).toBe('0px');
    await (name in focusIn ? focusIn[name as keyof typeof focusIn] : control).focus();
    await expect(control, name).toHaveCSS('outline-width', '2px');
    await expect(control, name).toHaveCSS('outline-style', 'solid');
  }
  expect(await css(form.payButton, 'border-top-style')).toBe('solid');
  await page.keyboard.press('Tab');
  await expect(form.payButton).toHaveCSS('outline-style', 'solid');
  await form.payButton.click();
  const hint = form.root.locator('.wpwl-hint').first();
  await expect(hint).toBeVisible();
  expect(await css(hint, 'border-top-style', '::before')).toBe('solid');
});

test('forced colours: a label inside of its field stands over no placeholder', async ({
  openReady,
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const { form } = await openReady({ options: `{ labelPosition: 'floating' }` });
  for (const field of [form.expiry, form.holder]) {
    expect(await css(field, 'opacity', '::placeholder')).toBe('0');
  }
  for (const field of [form.number, form.cvv]) {
    await expect(async () =>
      expect(await css(field, 'opacity', '::placeholder')).toBe('1'),
    ).toPass();
    await field.focus();
    await expect(async () =>
      expect(await css(field, 'opacity', '::placeholder')).toBe('0'),
    ).toPass();
  }
});

test.describe('reduced motion: nothing moves', () => {
  const moving = (form: CardForm) =>
    form.page.evaluate(
      () =>
        document
          .getAnimations()
          // The theme's transitions of a millisecond only tell the widget of a change of colour.
          .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1).length,
    );
  const STATES = {
    loading: FORM_DATA_REQUESTS,
    busy: PAYMENT_REQUESTS,
  } as const;
  for (const [state, requests] of Object.entries(STATES)) {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      test(`${state}, ${reducedMotion}`, async ({ openForm, page }) => {
        await page.emulateMedia({ reducedMotion });
        await page.route(requests, leaveUnanswered);
        const { form } = await openForm();
        if (state === 'busy') await form.pay();
        await expect(form.root).toHaveAttribute('data-phase', state);
        // The other way round the test would not see what it looks for.
        if (reducedMotion === 'reduce') expect(await moving(form)).toBe(0);
        else await expect.poll(() => moving(form)).toBeGreaterThan(0);
      });
    }
  }
});

for (const language of ['en', 'ar']) {
  test(`everything that can be pressed is 24 px and more, in ${language} @phone`, async ({
    openForm,
    page,
  }) => {
    await page.route(PAYMENT_REQUESTS, (route) => route.abort());
    const { form } = await openForm({ options: `{locale: '${language}'}` });
    await form.pay();
    await expect(form.retryButton).toBeVisible();
    const controls = [...Object.values(controlsOf(form)), form.payButton, form.retryButton];
    for (const control of controls) {
      const box = await control.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(24);
      expect(box?.width).toBeGreaterThanOrEqual(24);
    }
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`contrast of borders and focus 3 : 1, of texts 4.5 : 1, ${colorScheme}`, async ({
    openForm,
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    const { form } = await openForm({
      head: '<meta name="color-scheme" content="light dark">',
      options: '{stayOnDecline: true}',
    });
    await form.isReady();
    const around = await css(form.root, 'background-color');
    const controls = controlsOf(form);
    for (const [name, control] of Object.entries(controls)) {
      const border = await css(control, 'border-top-color');
      const field = await css(control, 'background-color');
      expect(contrast(border, field), `${name}: border and field`).toBeGreaterThanOrEqual(3);
      expect(contrast(border, around), `${name}: border and form`).toBeGreaterThanOrEqual(3);
      expect(contrast(await css(control, 'color'), field), name).toBeGreaterThanOrEqual(4.5);
    }
    for (const [input, control] of [
      [form.number, controls.number],
      [form.cvv, controls.cvv],
      [form.expiry, controls.expiry],
      [form.holder, controls.holder],
    ] as const) {
      const field = await css(control, 'background-color');
      const placeholder = await css(input, 'color', '::placeholder');
      expect(contrast(placeholder, field)).toBeGreaterThanOrEqual(4.5);
      const before = await css(control, 'border-top-color');
      await input.focus();
      await expect(control).not.toHaveCSS('border-top-color', before);
      const ring = await css(control, 'border-top-color');
      expect(contrast(ring, field)).toBeGreaterThanOrEqual(3);
      expect(contrast(ring, around)).toBeGreaterThanOrEqual(3);
      // Two pixels inside of the border, over the field: WCAG 2.4.13 asks for no less.
      expect(await css(control, 'outline')).toBe(`${ring} solid 2px`);
      expect(await css(control, 'outline-offset')).toBe('-3px');
    }
    await page.keyboard.press('Tab');
    expect(contrast(await css(form.payButton, 'outline-color'), around)).toBeGreaterThanOrEqual(3);
    const button = await css(form.payButton, 'background-color');
    expect(contrast(await css(form.payButton, 'color'), button)).toBeGreaterThanOrEqual(4.5);
    await form.payButton.click();
    const hint = form.root.locator('.wpwl-hint').first();
    await expect(hint).toBeVisible();
    const error = await css(hint, 'color');
    expect(contrast(error, around)).toBeGreaterThanOrEqual(4.5);
    expect(await css(controls.holder, 'border-top-color')).toBe(error);
  });
}
