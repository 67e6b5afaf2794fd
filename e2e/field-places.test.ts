/** Which fields the card form shows and where (`fields`), and where logos stand (`icons`). */
import type { Locator } from '@playwright/test';
import { accessibilityProblems } from './axe.ts';
import { expect, ofTheWidget, type Page, test } from './fixtures.ts';
import { focused, moveFocus } from './focus.ts';

const BRANDS = 'VISA MASTER AMEX MADA TRUSTLY';
const NAMES = ['cardNumber', 'expiry', 'cvv', 'cardHolder'] as const;
const controlOf = (page: Page, field: string) => page.locator(`.wpwl-control-${field}`);

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not seen');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

async function boxes(page: Page) {
  const [number, expiry, cvv, holder] = await Promise.all(
    NAMES.map((field) => boxOf(controlOf(page, field))),
  );
  if (!number || !expiry || !cvv || !holder) throw new Error('not drawn');
  return { number, expiry, cvv, holder };
}

const HOLDER_FIRST = `fields: ['cardHolder', 'cardNumber', { name: 'cvv', width: 'half' }, { name: 'expiryDate', width: 'half' }]`;

for (const layout of ['classic', 'list']) {
  for (const locale of ['en', 'ar']) {
    test(`fields stand where the page says, and so does the keyboard, ${layout}, ${locale}`, async ({
      page,
      openReady,
    }) => {
      const { form } = await openReady({
        brands: BRANDS,
        options: `{ layout: '${layout}', locale: '${locale}', ${HOLDER_FIRST} }`,
      });
      const { number, expiry, cvv, holder } = await boxes(page);
      expect(holder.bottom).toBeLessThan(number.y);
      expect(number.bottom).toBeLessThan(cvv.y);
      expect(expiry.y).toBe(cvv.y);
      expect(expiry.x > cvv.x).toBe(locale === 'en');
      expect(holder.width).toBeCloseTo(number.width, 0);

      await form.holder.focus();
      for (const next of ['frame card.number', 'frame card.cvv', 'card.expiry']) {
        await moveFocus(page, 'Tab', next);
      }

      // The first of what is wrong, as it stands in the page.
      await form.payButton.click();
      await expect.poll(() => focused(page)).toBe('card.holder');
      expect(await accessibilityProblems(page)).toEqual([]);
      await form.pay();
      await page.waitForURL('**/result?**');
    });
  }
}

test('what the page does not name is not asked for: it is paid without holder and CVV', async ({
  page,
  openForm,
  gateway,
}) => {
  const { form, checkoutId } = await openForm({
    options: `{ layout: 'list', fields: ['cardNumber', 'expiryDate'] }`,
  });
  await expect(controlOf(page, 'cvv')).toHaveCount(0);
  await expect(form.holder).toBeHidden();
  const [number, expiry] = [await boxOf(controlOf(page, 'cardNumber')), await boxOf(form.expiry)];
  expect(expiry.width).toBeCloseTo(number.width, 0);
  await form.number.pressSequentially('4200000000000000');
  await form.expiry.pressSequentially('1230');
  await form.payButton.click();
  await page.waitForURL('**/result?**');
  const { result, card } = await gateway.status(checkoutId);
  expect(result.code).toBe('000.100.110');
  expect(card).not.toHaveProperty('holder');
});

test('a payment that needs the CVV asks for it, whatever the page leaves out', async ({
  page,
  openReady,
}) => {
  await openReady({
    checkout: { 'standingInstruction.mode': 'INITIAL', 'standingInstruction.source': 'CIT' },
    options: `{ fields: ['cardHolder', 'cardNumber', 'expiryDate'] }`,
  });
  await expect(controlOf(page, 'cvv')).toBeVisible();
});

test('what is no field is named in the console, and the rest stands', async ({
  page,
  openReady,
  consoleMessages,
}) => {
  const { form } = await openReady({
    options: `{ fields: ['cardHoler', 'cardNumber', { name: 'cvv', width: 'third' }, 'expiryDate'] }`,
  });
  await expect(controlOf(page, 'cardNumber')).toBeVisible();
  await expect(form.holder).toBeHidden();
  const { x, y } = await boxOf(controlOf(page, 'cvv'));
  expect(y).toBeGreaterThan((await boxOf(controlOf(page, 'cardNumber'))).bottom);
  const expiry = await boxOf(form.expiry);
  expect(y).toBeCloseTo(expiry.y, 0);
  expect(x).toBeLessThan(expiry.x);
  expect(ofTheWidget(consoleMessages)).toEqual([
    expect.stringMatching(/fields is a list.*cardHoler/),
    expect.stringMatching(/fields is a list.*cvv third/),
  ]);
});

/** Radii of the frame's corners, clockwise from the upper left one. */
const cornersOf = (page: Page, field: string) =>
  controlOf(page, field).evaluate((control) => {
    const {
      borderTopLeftRadius,
      borderTopRightRadius,
      borderBottomRightRadius,
      borderBottomLeftRadius,
    } = getComputedStyle(control);
    return [
      borderTopLeftRadius,
      borderTopRightRadius,
      borderBottomRightRadius,
      borderBottomLeftRadius,
    ]
      .map((radius) => (radius === '0px' ? '-' : 'o'))
      .join('');
  });
const corners = async (page: Page) => Promise.all(NAMES.map((field) => cornersOf(page, field)));

for (const [what, options, wide, narrow] of [
  ['their own order', '', ['oo--', '----', '----', '--oo'], ['oo--', '----', '----', '--oo']],
  [
    'a pair first',
    `fields: ['expiryDate', 'cvv', 'cardNumber', 'cardHolder'],`,
    ['----', 'o---', '-o--', '--oo'],
    ['----', 'oo--', '----', '--oo'],
  ],
  [
    'a pair last',
    `fields: ['cardHolder', 'cardNumber', 'expiryDate', 'cvv'],`,
    ['----', '---o', '--o-', 'oo--'],
    ['----', '----', '--oo', 'oo--'],
  ],
  [
    'a pair last, from right to left',
    `locale: 'ar', fields: ['cardHolder', 'cardNumber', 'expiryDate', 'cvv'],`,
    ['----', '--o-', '---o', 'oo--'],
    ['----', '----', '--oo', 'oo--'],
  ],
  [
    'a pair first, from right to left',
    `locale: 'ar', fields: ['expiryDate', 'cvv', 'cardNumber', 'cardHolder'],`,
    ['----', '-o--', 'o---', '--oo'],
    ['----', 'oo--', '----', '--oo'],
  ],
] as const) {
  for (const [layout, width, expected] of [
    ['list', 480, wide],
    ['list', 290, narrow],
    ['tabs', 700, wide],
  ] as const) {
    test(`one frame is round at its corners alone, and its lines are shared: ${what}, ${layout}, ${width} wide`, async ({
      page,
      openReady,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await openReady({
        brands: 'VISA MASTER PAYPAL IDEAL',
        options: `{ layout: '${layout}', density: 'condensed', ${options} }`,
      });
      await expect.poll(() => corners(page)).toEqual(expected);
      const all = Object.values(await boxes(page)).sort((a, b) => a.y - b.y || a.x - b.x);
      const [left, right] = [
        Math.min(...all.map(({ x }) => x)),
        Math.max(...all.map((box) => box.right)),
      ];
      for (const [at, box] of all.entries()) {
        const before = all[at - 1];
        if (!before) continue;
        // One pixel lies over another: the line is one, above or beside.
        if (before.y === box.y) expect(box.x).toBeCloseTo(before.right - 1, 0);
        else expect(box.y).toBeCloseTo(before.bottom - 1, 0);
      }
      for (const y of new Set(all.map((box) => box.y))) {
        const row = all.filter((box) => box.y === y);
        expect(Math.min(...row.map(({ x }) => x))).toBeCloseTo(left, 0);
        expect(Math.max(...row.map((box) => box.right))).toBeCloseTo(right, 0);
      }
    });
  }
}

const CVV_FIRST = `[{ name: 'cvv', width: 'half' }, { name: 'expiryDate', width: 'half' }, 'cardHolder']`;

for (const fields of ['', `fields: ${CVV_FIRST}`]) {
  test(`large text leaves room on a phone for what is typed: ${fields}`, async ({
    page,
    openReady,
  }) => {
    await page.setViewportSize({ width: 360, height: 900 });
    const { form } = await openReady({
      options: `{ layout: 'list', tokens: { textSize: '20px' }, ${fields} }`,
    });
    await form.type();
    for (const input of [form.expiry, form.cvv]) {
      const lack = () => input.evaluate((each) => each.scrollWidth - each.clientWidth);
      await expect.poll(lack).toBeLessThanOrEqual(0);
    }
  });
}

const logos = (page: Page) => page.locator('.wpwl-brands');

for (const layout of ['classic', 'list']) {
  for (const labelPosition of ['above', 'floating']) {
    const look = `layout: '${layout}', labelPosition: '${labelPosition}'`;

    test(`logos stand above or below the number, and cover no field: ${look}`, async ({
      page,
      openReady,
    }) => {
      for (const icons of ['above', 'below']) {
        const { form } = await openReady({
          brands: BRANDS,
          options: `{ ${look}, icons: '${icons}' }`,
        });
        await expect(logos(page).locator('svg').first()).toBeVisible();
        const { number, expiry } = await boxes(page);
        const shown = await Promise.all(
          (await logos(page).locator('svg').all()).map((logo) => boxOf(logo)),
        );
        for (const { y, bottom } of shown) {
          if (icons === 'above') expect(bottom).toBeLessThanOrEqual(number.y);
          else expect(y).toBeGreaterThanOrEqual(number.bottom);
          expect(bottom).toBeLessThan(expiry.y);
        }
        // The number has its field for itself.
        await expect(controlOf(page, 'cardNumber')).toHaveCSS('padding-inline-end', '12px');
        if (layout === 'list') {
          const master = logos(page).locator('[data-brand=MASTER]');
          expect((await boxOf(master)).height).toBeGreaterThanOrEqual(44);
          await master.click();
          await expect(page.locator('select[name=paymentBrand]')).toHaveValue('MASTER');
        }
        expect(await accessibilityProblems(page)).toEqual([]);
        await form.pay();
        await page.waitForURL('**/result?**');
      }
    });
  }

  test(`no logos where the page wants none, and every name is there: ${layout}`, async ({
    page,
    openReady,
  }) => {
    const { form } = await openReady({
      brands: BRANDS,
      options: `{ layout: '${layout}', icons: 'hidden' }`,
    });
    await expect(page.locator('svg:visible')).toHaveCount(0);
    await expect(page.locator('select[name=paymentBrand]')).toHaveAccessibleName(/./);
    if (layout === 'list') await expect(page.getByRole('radio', { name: 'Trustly' })).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await form.pay();
    await page.waitForURL('**/result?**');
  });
}

test('two forms of a page keep what each was told', async ({ page, openReady }) => {
  await openReady({ options: `{ icons: 'above' }` });
  await page.evaluate(() => {
    const place = document.body.appendChild(document.createElement('div'));
    const { wpwl } = window as unknown as {
      wpwl: { mount(at: Element, options: object): { ready: Promise<void> } };
    };
    const options = { brands: 'VISA', layout: 'classic', icons: 'inside', shopperResultUrl: '/' };
    return wpwl.mount(place, options).ready;
  });
  const [first, second] = [logos(page).first(), logos(page).nth(1)];
  await expect(second.locator('svg').first()).toBeVisible();
  const fieldOf = (at: number) => boxOf(controlOf(page, 'cardNumber').nth(at));
  expect((await boxOf(first.locator('svg').first())).bottom).toBeLessThan((await fieldOf(0)).y);
  expect((await boxOf(second.locator('svg').first())).y).toBeGreaterThan((await fieldOf(1)).y);
});
