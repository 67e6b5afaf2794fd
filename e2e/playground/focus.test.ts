/** The playground tells whether the focus can be seen, and hides nothing of it by itself. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readTheme } from '../../contract/design-tokens.ts';
import { expect, open, test } from './fixtures.ts';

const FOLDER = new URL('../../public/themes/', import.meta.url);
const THEMES = readdirSync(FOLDER).map((file) =>
  readTheme(readFileSync(new URL(file, FOLDER), 'utf8')),
);

/** The fields of a card, each with what is told of it. */
const fields = (told: string) =>
  ['Brand', 'Card number', 'Expiry date', 'CVV', 'Name on card'].map(
    (field) => new RegExp(`^${field}: ${told}`),
  );

const judged = (page: Page) => page.locator('[data-focus-faults]');
const faults = (page: Page) => page.locator('[aria-labelledby="focus"] li');

for (const { name, tokens } of THEMES) {
  test(`every control shows the focus in the theme ${name}, in each state that has others`, async ({
    page,
    workbench,
  }) => {
    test.slow();
    const own = Object.fromEntries(
      Object.entries(tokens).map(([token, value]) => [`t.${token}`, value]),
    );
    for (const [n, look] of [
      { layout: 'list', state: 'removal' },
      { layout: 'list', state: 'other-way', width: '1280' },
      { layout: 'tabs', state: 'billing', width: '1280' },
      { layout: 'card', density: 'condensed', labelPosition: 'floating' },
      { layout: 'classic', state: 'stored' },
      { layout: 'list', state: 'incomplete', labelPosition: 'hidden' },
    ].entries()) {
      const scheme = n % 2 === 0 ? 'dark' : 'light';
      await page.goto('about:blank');
      await open(page, workbench, new URLSearchParams({ ...own, ...look, scheme }).toString());
      await expect(judged(page)).not.toHaveText('Not looked at yet.');
      expect(await faults(page).allTextContents(), JSON.stringify(look)).toEqual([]);
      await expect(judged(page)).toHaveAttribute('data-focus-faults', '0');
    }
  });
}

for (const [what, link, told] of [
  [
    'no outline of the button',
    { css: '.wpwl-button-pay { outline: none }' },
    ['Pay €92.00: looks the same with the focus'],
  ],
  [
    'no outline of fields, in the frames too',
    { layout: 'card', css: '.wpwl-control { outline: none !important }' },
    fields('changes by 3 : 1 in 0 of 2 pixels'),
  ],
  [
    'no outline of rows',
    { css: '.wpwl-method { outline: none !important }' },
    [/^Card: looks the same/, /^iDEAL: looks the same/],
  ],
  [
    'a ring that is too thin',
    { layout: 'card', 't.focusWidth': '1px', 't.focusOffset': '3px' },
    [...fields('changes by 3 : 1 in 1 of 2 pixels'), /^Pay/],
  ],
  [
    'a ring in a colour that is near to those around it',
    { layout: 'card', 't.focus': '#ccc' },
    [...fields('changes by 2.20 : 1 at most, and not by 3 : 1'), /^Pay/],
  ],
  [
    'a ring that something cuts off',
    {
      layout: 'card',
      't.focusOffset': '2px',
      css: '.wpwl-wrapper-cvv, .wpwl-group-submit { overflow: hidden }',
    },
    [/^CVV: draws a ring that is cut off/, /^Pay .*: draws a ring that is cut off/],
  ],
  [
    'a shadow in the place of the outline is a ring as well',
    {
      layout: 'card',
      css: '.wpwl-control:is(:focus, [data-focus]), .wpwl-button:focus { outline: none; box-shadow: 0 0 0 3px #15d }',
    },
    [],
  ],
  [
    'a transition hides none of it',
    { layout: 'card', css: '.wpwl-control, .wpwl-button { transition: all 2s }' },
    [],
  ],
] as const) {
  test(`tells ${what}`, async ({ page, workbench }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, workbench, new URLSearchParams(link).toString());
    await expect(judged(page)).not.toHaveText('Not looked at yet.');
    await expect(faults(page)).toHaveText([...told]);
    await expect(page.getByRole('row', { name: 'Controls whose focus is not seen' })).toContainText(
      told.length === 0 ? '0' : `${told.length} (−${told.length * 10})`,
    );
    // Looking moves no focus.
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  });
}

test('what is judged is what is drawn: the ring of the real focus is the one that was said', async ({
  page,
  workbench,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, workbench, 'layout=card&t.focus=rgb(90 0 200)');
  await expect(judged(page)).toHaveAttribute('data-focus-faults', '0');
  const form = page.frameLocator('.preview iframe');
  const holder = form.locator('.wpwl-control-cardHolder');
  const before = await holder.screenshot();
  await holder.focus();
  await expect(holder).toHaveCSS('outline', 'rgb(90, 0, 200) solid 2px');
  expect((await holder.screenshot()).equals(before)).toBe(false);
  await expect(form.locator('[data-judged]')).toHaveCount(0);
});
