/** The icon snippet that shops copy most, with and without the style sheet that is copied with it. */
import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { jQueryTag } from './merchant-page.ts';

const SNIPPET = `{
  style: 'plain',
  onReady: function () {
    $('.wpwl-group-cardNumber').after($('.wpwl-group-brand').detach());
    $('.wpwl-group-cvv').after($('.wpwl-group-cardHolder').detach());
    var visa = $('.wpwl-brand:first').clone().removeAttr('class').attr('class', 'wpwl-brand-card wpwl-brand-custom wpwl-brand-VISA');
    var master = $(visa).clone().removeClass('wpwl-brand-VISA').addClass('wpwl-brand-MASTER');
    var amex = $(visa).clone().removeClass('wpwl-brand-VISA').addClass('wpwl-brand-AMEX');
    $('.wpwl-brand:first').after($(amex)).after($(master)).after($(visa));
  },
  onChangeBrand: function (brand) {
    $('.wpwl-brand-custom').css('opacity', '0.3');
    $('.wpwl-brand-' + brand).css('opacity', '1');
  }
}`;

const copiedSheet = (gateway: string) => `<style>
  div.wpwl-wrapper, div.wpwl-label, div.wpwl-sup-wrapper { width: 100% }
  div.wpwl-group-expiry, div.wpwl-group-brand { width: 30%; float: left }
  div.wpwl-group-cvv { width: 68%; float: left; margin-left: 2% }
  div.wpwl-wrapper-brand { width: auto }
  div.wpwl-wrapper-brand, div.wpwl-label-brand, div.wpwl-brand { display: none }
  div.wpwl-group-cardNumber { width: 60%; float: left; font-size: 20px }
  div.wpwl-group-brand { width: 35%; float: left; margin-top: 28px }
  div.wpwl-brand-card { width: 65px }
  div.wpwl-brand-custom { margin: 0 5px; background-image: url("${gateway}/v1/paymentWidgets/img/brand.png") }
</style>`;

const BRANDS = ['VISA', 'MASTER', 'AMEX'];

/** What a logo is made of. */
const drawing = (logo: Locator) =>
  logo.locator('path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')).join());

for (const [title, sheet] of [
  ['with the style sheet', copiedSheet],
  ['without the style sheet', () => ''],
] as const) {
  test(`each copy of our logo is that of its class, ${title}`, async ({
    openForm,
    gateway,
    page,
  }) => {
    const { form } = await openForm({
      brands: BRANDS.join(' '),
      head: jQueryTag('3.7.1') + sheet(gateway.url),
      options: SNIPPET,
    });
    await form.isReady();
    const drawn: string[] = [];
    for (const brand of BRANDS) {
      const logo = form.root.locator(`.wpwl-brand-custom.wpwl-brand-${brand}`);
      await expect(logo).toBeVisible();
      await expect(logo.locator('svg')).toHaveCount(1);
      await expect(logo).toHaveCSS('background-image', 'none');
      const { width, height } = (await logo.locator('svg').boundingBox()) ?? {};
      expect([width, height]).toEqual([36, 24]);
      drawn.push(await drawing(logo));
    }
    expect(new Set(drawn).size).toBe(BRANDS.length);
    // The page shows the brand by the strength of its logo.
    await form.number.fill('5454545454545454');
    const strength = (brand: string) =>
      expect(form.root.locator(`.wpwl-brand-custom.wpwl-brand-${brand}`));
    await strength('MASTER').toHaveCSS('opacity', '1');
    await strength('VISA').toHaveCSS('opacity', '0.3');
    await form.pay();
    await page.waitForURL('**/result?**');
  });
}

test('a copy that gets another brand later is drawn anew', async ({ openForm, page }) => {
  const { form } = await openForm({
    brands: 'VISA MASTER',
    head: jQueryTag('3.7.1'),
    options: SNIPPET,
  });
  await form.isReady();
  const master = await drawing(form.root.locator('.wpwl-brand-custom.wpwl-brand-MASTER'));
  await page.evaluate(() => {
    const copy = document.querySelector('.wpwl-brand-custom.wpwl-brand-VISA')?.cloneNode(true);
    (copy as Element).className = 'wpwl-brand-card late wpwl-brand-MASTER';
    document.querySelector('.wpwl-form-card')?.append(copy as Element);
  });
  await expect.poll(() => drawing(form.root.locator('.late'))).toBe(master);
});

test('our logos give way to one that a plug-in moves into the number', async ({ openForm }) => {
  const { form } = await openForm({
    head: jQueryTag('3.7.1'),
    options: `{ onReady: function () { $('.wpwl-wrapper-cardNumber').append($('.wpwl-brand-card')) } }`,
  });
  await form.isReady();
  await expect(form.root.locator('.wpwl-brands')).toBeHidden();
  const logo = form.root.locator('.wpwl-wrapper-cardNumber > .wpwl-brand-card');
  await expect(logo.locator('svg')).toBeVisible();
  const [field, box] = await Promise.all([
    form.root.locator('.wpwl-control-cardNumber').boundingBox(),
    logo.boundingBox(),
  ]);
  if (!field || !box) throw new Error('not drawn');
  expect(box.y).toBeGreaterThanOrEqual(field.y);
  expect(box.y + box.height).toBeLessThanOrEqual(field.y + field.height);
  expect(box.x + box.width).toBeLessThanOrEqual(field.x + field.width);
  await form.number.fill('5454');
  await expect(logo).toHaveClass(/wpwl-brand-MASTER/);
});
