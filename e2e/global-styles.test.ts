/** Pages whose style sheets say something of every element: the form is seen, and pays. */

import { CardForm } from './card-form.ts';
import { expect, test } from './fixtures.ts';
import { storeCard } from './form-fields/store-card.ts';

/** What pages do to elements of every kind. None names a class of ours: such a rule may do anything. */
const SHEETS: Readonly<Record<string, string>> = {
  'resets everything': `*:where(:not(html, iframe, svg, svg *)) { all: unset; display: revert; }`,
  'goes back to the look of the browser': 'body *:where(:not(svg *)) { all: revert; }',
  'measures boxes without their borders': '*, ::before, ::after { box-sizing: content-box; }',
  'sets all letters apart':
    '* { letter-spacing: 0.3em; text-transform: uppercase; line-height: 2.5; }',
  'hides all labels': 'label { display: none; }',
  'takes the look of all controls': 'input, select, button { appearance: none; border-radius: 0; }',
  'has small controls': 'input, select, button, iframe { width: 50%; height: 20px; padding: 9px; }',
  'lets labels and buttons float': 'label, button { float: left; margin: 9px; text-align: left; }',
  'draws icons as lines': 'svg, svg path { fill: none; stroke: currentColor; stroke-width: 2; }',
  'has small drawings':
    'svg { width: 1em; max-width: 100%; height: auto; vertical-align: middle; }',
};

for (const [what, sheet] of Object.entries(SHEETS)) {
  for (const layout of ['classic', 'list']) {
    test(`a page that ${what}, ${layout}`, async ({ openForm, page, gateway }) => {
      const width = 560;
      await page.setViewportSize({ width, height: 900 });
      const card = await storeCard(gateway);
      const { checkoutId } = await openForm({
        brands: 'VISA MASTER AMEX PAYPAL IDEAL APPLEPAY',
        checkout: { 'registrations[0].id': card },
        head: `<style>body { font-family: sans-serif; } ${sheet}</style>`,
        options: layout === 'list' ? "{ layout: 'list' }" : '{}',
      });
      await expect(page.locator('.wpwl-registration')).toBeVisible();
      if (layout === 'list') await page.locator('.wpwl-method').first().click();
      const form = new CardForm(page);
      await form.isReady();
      for (const name of ['cardNumber', 'expiry', 'cvv', 'cardHolder']) {
        await expect(form.root.locator(`.wpwl-label-${name}`)).toBeVisible();
        const label = form.root.locator(`.wpwl-label-${name} > label`);
        expect((await label.boundingBox())?.width, name).toBeGreaterThan(20);
        const control = form.root.locator(`.wpwl-group-${name} .wpwl-control`);
        const box = await control.boundingBox();
        expect(box?.width, name).toBeGreaterThan(150);
        expect(box?.height, name).toBeGreaterThanOrEqual(44);
      }
      for (const radio of await page.locator('input[type=radio]:visible').all()) {
        await expect(radio).toHaveCSS('appearance', 'auto');
        expect((await radio.boundingBox())?.width).toBeGreaterThanOrEqual(16);
      }
      for (const logo of await page.locator('svg:visible').all()) {
        await expect(logo.locator('path').first()).toHaveCSS('stroke', 'none');
        expect((await logo.boundingBox())?.width).toBeGreaterThanOrEqual(36);
      }
      const buttons = page.locator('.wpwl-button:visible');
      for (const button of await buttons.all())
        await expect(button).toHaveCSS('text-align', 'center');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

      await form.pay();
      await page.waitForURL('**/result?**');
      expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
    });
  }
}

for (const sheet of [
  ':focus-visible { outline: 3px dashed red; outline-offset: 3px; }',
  'input:focus, select:focus { outline: none; }',
]) {
  test(`the focus looks the same in fields of page and frame where a page says: ${sheet}`, async ({
    openReady,
    page,
  }) => {
    const { form } = await openReady({ head: `<style>${sheet}</style>` });
    const rings: Record<string, string>[] = [];
    for (const name of ['cardNumber', 'expiry', 'cardHolder']) {
      const control = form.root.locator(`.wpwl-group-${name} .wpwl-control`);
      await control.click();
      await expect(control).toHaveCSS('outline-style', 'solid');
      rings.push(
        await control.evaluate((element) => {
          const { outline, outlineOffset, borderColor } = getComputedStyle(element);
          return { outline, outlineOffset, borderColor };
        }),
      );
    }
    expect(rings[1]).toEqual(rings[0]);
    expect(rings[2]).toEqual(rings[0]);
    expect(rings[0]?.['borderColor']).not.toBe(
      await page.locator('.wpwl-control-cvv').evaluate((at) => getComputedStyle(at).borderColor),
    );
  });
}
