/** How a page may have the form drawn: `layout`, `labelPosition`, `density`, and what is told in motion. */
import type { Locator } from '@playwright/test';
import { accessibilityProblems } from './axe.ts';
import { drawn } from './drawn.ts';
import { expect, ofTheWidget, type Page, test } from './fixtures.ts';
import { storeCard } from './form-fields/store-card.ts';
import { sumOf, watchShifts } from './layout-shifts.ts';

const BRANDS = 'VISA MASTER AMEX TRUSTLY IDEAL';
const WIDE = { width: 900, height: 800 };
const payButtons = (page: Page) => page.locator('button[name=pay]:visible');
const row = (page: Page, name: string | RegExp) => page.getByRole('radio', { name });

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not seen');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}
const tabsOf = (page: Page) =>
  Promise.all([0, 1, 2].map((at) => boxOf(page.locator('.wpwl-method').nth(at))));

test.describe('tabs', () => {
  test.use({ viewport: WIDE });

  for (const locale of ['en', 'ar']) {
    test(`stand side by side, with what is chosen below, ${locale}`, async ({
      page,
      openReady,
    }) => {
      const { form } = await openReady({
        brands: BRANDS,
        options: `{ layout: 'tabs', locale: '${locale}' }`,
      });
      const isRightToLeft = locale === 'ar';
      const [card, trustly, ideal] = await tabsOf(page);
      expect([trustly?.y, ideal?.y]).toEqual([card?.y, card?.y]);
      expect(Number(card?.x) > Number(trustly?.x)).toBe(isRightToLeft);
      const number = await boxOf(page.locator('iframe[name="card.number"]'));
      expect(number.y).toBeGreaterThan(Number(card?.bottom));
      // As wide as all of them: what is chosen belongs to none of the columns.
      expect(number.width).toBeGreaterThan(2 * Number(card?.width));

      await page.locator('.wpwl-method input').first().focus();
      await page.keyboard.press('End');
      await expect(page.locator('.wpwl-method input').last()).toBeChecked();
      await expect(form.root).toBeHidden();
      const [, , chosen] = await tabsOf(page);
      expect((await boxOf(payButtons(page))).y).toBeGreaterThan(Number(chosen?.bottom));
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.keyboard.press('Home');
      await form.pay();
      await page.waitForURL('**/result?**');
    });
  }

  test('stored cards stand above them, and wrap where they are many', async ({
    page,
    openForm,
    gateway,
  }) => {
    const card = await storeCard(gateway);
    await openForm({
      brands: `${BRANDS} GIROPAY EPS PAYPAL DIRECTDEBIT_SEPA`,
      checkout: { 'registrations[0].id': card },
      options: `{ layout: 'tabs' }`,
    });
    await expect(row(page, /Visa •••• 0000/)).toBeChecked();
    // While the chosen card's row grows, what is below it moves.
    const { stored, list, boxes } = await page.evaluate(async () => {
      const ending = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
      await Promise.allSettled(ending.map(({ finished }) => finished));
      const boxesOf = (selector: string) =>
        [...document.querySelectorAll(selector)]
          .filter((element) => element.checkVisibility())
          .map((element) => element.getBoundingClientRect().toJSON() as DOMRect);
      return {
        stored: Math.max(...boxesOf('.wpwl-stored-cards').map(({ bottom }) => bottom)),
        list: boxesOf('.wpwl-methods').at(0) ?? new DOMRect(),
        boxes: boxesOf('.wpwl-method'),
      };
    });
    expect(boxes).toHaveLength(6);
    for (const { x, y, right, height } of boxes) {
      expect(y).toBeGreaterThan(stored);
      expect(x).toBeGreaterThanOrEqual(list.x);
      expect(right).toBeLessThanOrEqual(list.right);
      // A name in one line or two: nothing is squeezed.
      expect(height).toBeLessThan(70);
    }
    expect(new Set(boxes.map(({ y }) => y)).size).toBeGreaterThan(1);
    await row(page, 'giropay').check();
    await page.locator('.wpwl-pay button:visible').click();
    await page.waitForURL('**/bank/**');
  });
});

for (const width of [375, 620]) {
  test(`tabs are the list where there is no room for them, ${width} wide @phone`, async ({
    page,
    openReady,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openReady({ brands: BRANDS, options: `{ layout: 'tabs' }` });
    const [card, trustly, ideal] = await tabsOf(page);
    expect([trustly?.x, ideal?.x]).toEqual([card?.x, card?.x]);
    expect(Number(trustly?.y)).toBeGreaterThan(Number(card?.bottom));
    // Each row is as wide as the list, but for its border.
    const { right } = await boxOf(page.locator('.wpwl-methods'));
    expect([card?.right, trustly?.right, ideal?.right]).toEqual([right - 1, right - 1, right - 1]);
  });
}

test('the card alone: no other way to pay is drawn, stored cards are', async ({
  page,
  openForm,
  openReady,
  gateway,
}) => {
  const options = `{ layout: 'card' }`;
  const { form } = await openReady({ brands: BRANDS, options });
  await expect(page.locator('.wpwl-container:visible:not(.wpwl-container-element)')).toHaveCount(1);
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect(payButtons(page)).toHaveText(['Pay €92.00']);
  await form.pay();
  await page.waitForURL('**/result?**');

  const card = await storeCard(gateway);
  await openForm({ brands: BRANDS, options, checkout: { 'registrations[0].id': card } });
  await expect(page.getByRole('radio')).toHaveCount(2);
  await payButtons(page).click();
  await page.waitForURL('**/result?**');
});

test('a layout that does not exist is named, and drawn as if nothing was said', async ({
  page,
  openReady,
  consoleMessages,
}) => {
  await openReady({ brands: BRANDS, options: `{ layout: 'accordion' }` });
  await expect(page.locator('.wpwl-list')).toHaveCount(0);
  await expect(page.locator('.wpwl-form-card')).toBeVisible();
  await expect
    .poll(() => ofTheWidget(consoleMessages))
    .toEqual([expect.stringContaining('accordion')]);
});

const FIELDS = ['cardNumber', 'expiry', 'cvv', 'cardHolder'] as const;
const labelOf = (page: Page, field: string) => page.locator(`.wpwl-group-${field} > .wpwl-label`);
const controlOf = (page: Page, field: string) => page.locator(`.wpwl-control-${field}`);

for (const layout of ['classic', 'list']) {
  for (const locale of ['en', 'ar']) {
    test(`floating labels rest in empty fields and rise above what is typed, ${layout}, ${locale}`, async ({
      page,
      openReady,
    }) => {
      const { form } = await openReady({
        options: `{ layout: '${layout}', locale: '${locale}', labelPosition: 'floating' }`,
      });
      const risesTo = async (field: string) => {
        const label = labelOf(page, field);
        if (!(await label.isVisible())) return 'in the frame';
        const [{ y, bottom, x, right }, control] = [
          await boxOf(label),
          await boxOf(controlOf(page, field)),
        ];
        expect(y).toBeGreaterThanOrEqual(control.y);
        expect(bottom).toBeLessThanOrEqual(control.bottom);
        expect(x).toBeGreaterThanOrEqual(control.x);
        expect(right).toBeLessThanOrEqual(control.right);
        return (y + bottom) / 2 < control.y + control.height / 3 ? 'the top' : 'the middle';
      };
      const risen = () => Promise.all(FIELDS.map(risesTo));
      // They glide to where they rest when their style is there, for 120 ms.
      const rests = ['in the frame', 'the middle', 'in the frame', 'the middle'];
      await expect(async () => expect(await risen()).toEqual(rests)).toPass();
      await expect(form.number).toHaveAttribute('placeholder', /\S/);
      // As high as what is typed into: in the middle, like those of the page.
      await expect(controlOf(page, 'cvv')).toHaveCSS('padding-block-start', '0px');

      await form.type();
      const tops = FIELDS.map(() => 'the top');
      await expect(async () => expect(await risen()).toEqual(tops)).toPass();
      await form.holder.clear();
      await form.expiry.focus();
      await expect(async () => expect(await risesTo('cardHolder')).toBe('the middle')).toPass();
      expect(await accessibilityProblems(page)).toEqual([]);
      await form.holder.fill('Jane Jones');
      await form.holder.press('Enter');
      await page.waitForURL('**/result?**');
    });
  }
}

for (const locale of ['es', 'fi'] as const) {
  test(`a label that is long for its field is whole there, and when it has risen, ${locale}`, async ({
    page,
    openReady,
  }) => {
    await page.setViewportSize({ width: 375, height: 800 });
    const { form } = await openReady({
      options: `{ layout: 'list', locale: '${locale}', labelPosition: 'floating' }`,
    });
    const label = labelOf(page, 'expiry').locator('label');
    const isCut = () => label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    const control = await boxOf(controlOf(page, 'expiry'));
    await expect(async () => {
      const { y, bottom } = await boxOf(label);
      expect(Math.abs(y + bottom - control.y - control.bottom)).toBeLessThan(4);
      expect(y).toBeGreaterThan(control.y);
    }).toPass();
    expect(await isCut()).toBe(false);
    await form.expiry.fill('12/34');
    await expect(async () => {
      const { y, bottom } = await boxOf(label);
      expect((y + bottom) / 2).toBeLessThan(control.y + control.height / 3);
    }).toPass();
    expect(await isCut()).toBe(false);
  });
}

test('labels hidden by their place are still the names of their fields', async ({
  page,
  openReady,
}) => {
  const { form } = await openReady({ options: `{ labelPosition: 'hidden' }` });
  expect((await boxOf(labelOf(page, 'cardHolder'))).width).toBeLessThan(2);
  await expect(form.holder).toHaveAccessibleName('Card holder');
});

for (const [layout, width, isStacked] of [
  ['list', 480, false],
  ['list', 290, true],
  ['tabs', 700, false],
] as const) {
  test(`condensed fields share their lines in ${layout}, ${width} wide`, async ({
    page,
    openReady,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const { form } = await openReady({
      brands: BRANDS,
      options: `{ layout: '${layout}', density: 'condensed' }`,
    });
    const [number, expiry, cvv, holder] = await Promise.all(
      FIELDS.map((field) => boxOf(controlOf(page, field))),
    );
    if (!number || !expiry || !cvv || !holder) throw new Error('not drawn');
    // One pixel lies over another: the line is one.
    expect(expiry.y).toBeCloseTo(number.bottom - 1, 0);
    expect(holder.y).toBeCloseTo(cvv.bottom - 1, 0);
    expect(cvv.right).toBeCloseTo(number.right, 0);
    if (isStacked) expect(cvv.y).toBeCloseTo(expiry.bottom - 1, 0);
    else expect(cvv.x).toBeCloseTo(expiry.right - 1, 0);

    await payButtons(page).click();
    await expect(page.locator('.wpwl-hint')).toHaveCount(4);
    // An error stands between two fields, and neither lies over it.
    const [hint, below] = [
      await boxOf(page.locator('.wpwl-hint-cardNumberError')),
      await boxOf(controlOf(page, 'expiry')),
    ];
    expect(below.y).toBeGreaterThanOrEqual(hint.bottom - 1.5);
    expect(await accessibilityProblems(page)).toEqual([]);
    await form.pay();
    await page.waitForURL('**/result?**');
  });
}

test('what is wrong with a condensed field stands nearer to it than to the next one', async ({
  page,
  openReady,
}) => {
  const { form } = await openReady({ options: `{ layout: 'list', density: 'condensed' }` });
  await form.payButton.click();
  const hint = await boxOf(form.hint('cardNumberError'));
  const above = hint.y - (await boxOf(controlOf(page, 'cardNumber'))).bottom;
  expect((await boxOf(controlOf(page, 'expiry'))).y - hint.bottom).toBeGreaterThan(above);
});

test('a choice of two brands stands between condensed fields, and lies over none', async ({
  page,
  openReady,
}) => {
  const { form } = await openReady({
    brands: 'VISA MADA',
    options: `{ density: 'condensed' }`,
  });
  await form.number.pressSequentially('446404');
  const choice = page.locator('.wpwl-choices');
  await expect(choice).toBeVisible();
  const [number, between, expiry, cvv] = await Promise.all([
    boxOf(controlOf(page, 'cardNumber')),
    boxOf(choice),
    boxOf(controlOf(page, 'expiry')),
    boxOf(controlOf(page, 'cvv')),
  ]);
  expect(between.y).toBeGreaterThan(number.bottom);
  expect(expiry.y).toBeGreaterThan(between.bottom);
  expect(cvv.y).toBe(expiry.y);
  // The brand's own label stands beside its logo.
  const [label, logo] = [
    await boxOf(page.locator('.wpwl-group-brand > .wpwl-label')),
    await boxOf(page.locator('.wpwl-group-brand > .wpwl-brand svg')),
  ];
  expect(label.x).toBeGreaterThanOrEqual(logo.right);
});

test('nothing moves from the first paint until all is there, in any of these looks', async ({
  page,
  openReady,
}) => {
  const shifts = await watchShifts(page);
  for (const options of [
    `{ layout: 'list', density: 'condensed' }`,
    `{ layout: 'list', labelPosition: 'floating' }`,
    `{ layout: 'tabs' }`,
    `{ layout: 'list', icons: 'above', fields: ['cardHolder', 'cardNumber', 'expiryDate', 'cvv'] }`,
    `{ layout: 'list', icons: 'above', labelPosition: 'floating' }`,
    `{ layout: 'list', icons: 'below', density: 'condensed' }`,
  ]) {
    await page.setViewportSize(WIDE);
    await openReady({ brands: BRANDS, options });
    // Errors make room for themselves, which is no shift for half a second after the click.
    await drawn(page.locator(':root'));
    expect([options, sumOf(await shifts())]).toEqual([options, 0]);
    await payButtons(page).click();
    await expect(page.locator('.wpwl-hint')).toHaveCount(4);
  }
});

test('the button ends as a tick, as large as it was', async ({ page, openReady }) => {
  const { form } = await openReady({ options: `{ layout: 'list' }` });
  const size = await boxOf(form.payButton);
  // A page that never comes: what one sees meanwhile stays.
  await page.route('**/result?**', (route) => route.fulfill({ status: 204 }));
  await form.pay();
  await expect(form.payButton).toHaveAttribute('data-done');
  await expect(form.payButton).toHaveCSS('-webkit-text-fill-color', 'rgba(0, 0, 0, 0)');
  const { width, height } = await boxOf(form.payButton);
  expect([width, height]).toEqual([size.width, size.height]);
});

test('what opens grows and fades in, and at once where motion is not wanted', async ({
  page,
  openReady,
}) => {
  await openReady({ brands: BRANDS, options: `{ layout: 'list' }` });
  const formOf = (name: string) => page.locator(`.wpwl-container-virtualAccount-${name} form`);
  await expect(formOf('TRUSTLY')).toHaveCSS('transition-duration', /^0\.15s/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(formOf('TRUSTLY')).toHaveCSS('transition-duration', '0s');
});

for (const [how, open] of [
  ['pointer', (page: Page) => row(page, 'iDEAL').click()],
  ['keyboard', (page: Page) => row(page, 'Card').press('ArrowDown')],
] as const) {
  test(`what opens with the data of the form is there at once, what one opens grows: ${how}`, async ({
    page,
    openForm,
    gateway,
  }) => {
    await page.addInitScript(() => {
      const grown: string[] = [];
      Object.assign(window, { grown });
      addEventListener('transitionrun', ({ propertyName, target }) => {
        if (/height|block-size/.test(propertyName)) grown.push((target as Element).className);
      });
    });
    const grown = () => page.evaluate<string[]>(() => Reflect.get(window, 'grown'));
    const { form } = await openForm({
      brands: 'VISA MASTER IDEAL',
      checkout: { 'registrations[0].id': await storeCard(gateway) },
      options: `{ layout: 'list' }`,
    });
    await expect(form.root).toHaveAttribute('data-phase', 'ready');
    await expect(row(page, /Visa •••• 0000/)).toBeChecked();
    await drawn(page.locator(':root'));
    expect(await grown()).toEqual([]);
    await open(page);
    await expect.poll(grown).toEqual([expect.stringContaining('IDEAL')]);
  });
}

test('the CVV’s field shows where the CVV stands, and gives it room', async ({
  page,
  openReady,
}) => {
  const { form } = await openReady({ brands: BRANDS, options: `{ layout: 'list' }` });
  const pictureOf = (card: string) =>
    page.locator('.wpwl-container-card .wpwl-wrapper-cvv').evaluate((wrapper, what) => {
      const { backgroundImage, inlineSize } = getComputedStyle(wrapper, '::after');
      return `${what}: ${backgroundImage.split('gradient').length - 1}, ${inlineSize}`;
    }, card);
  expect(await pictureOf('back')).toBe('back: 2, 36px');
  await expect(controlOf(page, 'cvv')).toHaveCSS('padding-inline-end', '56px');
  await form.number.pressSequentially('3782');
  await expect.poll(() => pictureOf('front')).toBe('front: 1, 36px');
});

test('a decline shows no tick, though the classic form leaves for the result page', async ({
  page,
  openReady,
}) => {
  const { form } = await openReady();
  const left = page.waitForRequest('**/result?**');
  await page.route('**/result?**', (route) => route.fulfill({ status: 204 }));
  await form.pay({ number: '4200000000001016' });
  await left;
  await expect(form.payButton).not.toHaveAttribute('data-done');
});
