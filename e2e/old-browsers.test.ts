/**
 * The form in the oldest browsers that it is for (`widget/browser-targets.ts`): what those lack is
 * taken away before any script runs, in the page and in the frames.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Functions that are younger than one of the targets, by where they are. */
const YOUNG: Readonly<Record<string, readonly string[]>> = {
  URL: ['parse', 'canParse'],
  Promise: ['withResolvers', 'try'],
  AbortSignal: ['timeout', 'any'],
  'Element.prototype': ['checkVisibility', 'moveBefore', 'currentCSSZoom'],
  'Array.prototype': ['toSorted', 'toReversed', 'toSpliced', 'with'],
  'String.prototype': ['isWellFormed', 'toWellFormed'],
  'Set.prototype': ['union', 'intersection', 'difference', 'isSubsetOf'],
  Object: ['groupBy'],
  Map: ['groupBy'],
  Array: ['fromAsync'],
  Iterator: ['from'],
  Uint8Array: ['fromBase64', 'fromHex'],
};

/** Attributes that are properties too, in Firefox since 119. */
const reflected = ['ariaInvalid', 'ariaLabel', 'ariaRequired', 'ariaBusy', 'ariaDisabled'];

/** Takes functions away in every document to come; fails there if one is still to be found. */
const without = (page: Page, owner: string, names: readonly string[]) =>
  page.addInitScript(
    ([path, gone]) => {
      const steps = path.split('.');
      // biome-ignore lint/suspicious/noExplicitAny: walks from the global object to what it names
      const holder = steps.reduce<any>((at, step) => at?.[step], globalThis);
      for (const name of holder ? gone : []) {
        delete holder[name];
        if (name in holder) throw new Error(`${path}.${name} is still there`);
      }
    },
    [owner, names] as const,
  );

/** Serves the script with another style in it, as a browser reads it that does not know a part. */
const restyle = (page: Page, change: (script: string) => string) =>
  page.route('**/paymentWidgets.js?*', async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    const changed = change(script);
    expect(changed).not.toBe(script);
    await route.fulfill({ response, body: changed });
  });

/** Lightness of a colour as computed, 0 to 1. */
const lightness = (color: string): number => {
  const [first = 0, second = 0, third = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  const scale = color.startsWith('rgb') ? 255 : 1;
  return (0.2126 * first + 0.7152 * second + 0.0722 * third) / scale;
};

const EACH = Object.entries(YOUNG);
const CASES: readonly [string, typeof EACH][] = [
  // Those that the form has used, or would like to.
  ...EACH.slice(0, 4).map((one): [string, typeof EACH] => [`${one[0]}.${one[1]}`, [one]]),
  ['any of the functions that are younger', EACH],
];
for (const [title, gone] of CASES) {
  test(`a shopper pays without ${title}`, async ({ page, openForm, gateway, consoleMessages }) => {
    for (const [owner, names] of gone) await without(page, owner, names);
    const { form, checkoutId } = await openForm();
    await form.isReady();
    await form.payButton.click();
    await expect(form.hint('cardHolderError')).toBeVisible();
    await form.pay();
    await page.waitForURL('**/result?**');
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
    expect(consoleMessages).toEqual([]);
  });
}

test('a card holder that the page hides is not asked for without checkVisibility', async ({
  page,
  openForm,
}) => {
  await without(page, 'Element.prototype', ['checkVisibility']);
  const { form } = await openForm({
    head: '<style>.wpwl-group-cardHolder { display: none }</style>',
  });
  await form.isReady();
  await form.payButton.click();
  await expect(form.hint('cardNumberError')).toBeVisible();
  await expect(form.hint('cardHolderError')).toHaveCount(0);
});

test('assistive technology is told of states without ARIA reflection', async ({
  page,
  openForm,
}) => {
  await without(page, 'Element.prototype', reflected);
  const { form } = await openForm();
  await form.isReady();
  await expect(form.number).toHaveAttribute('aria-label', 'Card Number');
  await expect(form.number).toHaveAttribute('aria-required', 'true');
  await expect(form.payButton).toHaveAttribute('aria-disabled', 'false');
  await form.payButton.click();
  for (const field of [form.number, form.expiry, form.cvv, form.holder]) {
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(form.root).toHaveAttribute('aria-busy', 'false');
  await form.type();
  await page.route('**/payment', () => {});
  await form.payButton.click();
  await expect(form.root).toHaveAttribute('aria-busy', 'true');
  await expect(form.payButton).toHaveAttribute('aria-busy', 'true');
});

for (const scheme of ['light', 'dark'] as const) {
  test(`everything is legible in a ${scheme} page without light-dark()`, async ({
    page,
    openForm,
  }) => {
    await restyle(page, (script) => script.replaceAll('light-dark(', 'unknown-function('));
    const { form } = await openForm({ html: `lang="en" style="color-scheme: ${scheme}"` });
    await form.isReady();
    await form.payButton.click();
    const isDark = scheme === 'dark';
    await expect(form.cvv).toHaveCSS('color-scheme', scheme);

    const colors = await form.root.evaluate((root) => {
      const of = (selector: string) => {
        const { color, backgroundColor } = getComputedStyle(root.querySelector(selector) ?? root);
        return { color, backgroundColor };
      };
      return {
        label: of('.wpwl-label'),
        field: of('.wpwl-control-expiry'),
        hint: of('.wpwl-hint'),
        button: of('.wpwl-button-pay'),
      };
    });
    const isApart = (text: string, behind: string) =>
      Math.abs(lightness(text) - lightness(behind)) > 0.4;
    const { backgroundColor: surface } = colors.field;
    expect(lightness(surface) < 0.5).toBe(isDark);
    for (const { color } of [colors.label, colors.field, colors.hint]) {
      expect(isApart(color, surface), `${color} on ${surface}`).toBe(true);
    }
    const { color, backgroundColor } = colors.button;
    expect(isApart(color, backgroundColor), `${color} on ${backgroundColor}`).toBe(true);
    for (const input of [form.number, form.cvv]) {
      const typed = await input.evaluate((element) => getComputedStyle(element).color);
      expect(isApart(typed, surface), `${typed} on ${surface}`).toBe(true);
    }
  });
}

test('marks and spinner are seen where content has no alternative text', async ({
  page,
  openForm,
}) => {
  await restyle(page, (script) =>
    script.replaceAll(/(content: ?"[!i]?") ?\/ ?""/g, '$1 / unknown'),
  );
  const { form } = await openForm();
  await form.isReady();
  await form.payButton.click();
  const mark = await form
    .hint('cardNumberError')
    .evaluate((hint) => getComputedStyle(hint, '::before').content);
  expect(mark).toBe('"!"');
});
