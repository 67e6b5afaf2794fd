/** The playground without a pointer: the whole way of a design, and what a screen reader is told of it. */
import type { Locator, Page } from '@playwright/test';
import { accessibilityProblems } from '../axe.ts';
import { expect, open, previewOf, test } from './fixtures.ts';

/** More than there are places to stop at, so that a way that has no end is found. */
const MOST_STOPS = 400;

/** Goes on with Tab, as who has no pointer does, until it is there. */
async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let n = 0; n < MOST_STOPS; n++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never came to ${wanted}`);
}

const type = (page: Page, text: string) => page.keyboard.type(text);
const press = (page: Page, key: string) => page.keyboard.press(key);

test('a design is made, compared, taken home and brought in by keyboard alone', async ({
  page,
  context,
  workbench,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, workbench);
  const form = previewOf(page, 'empty');
  await expect(form.locator('.wpwl-button-pay:visible')).toBeVisible();
  const named = (role: 'button' | 'combobox' | 'textbox' | 'slider', name: string) =>
    page.getByRole(role, { name, exact: true });

  // Past everything before it, straight to the controls.
  await press(page, 'Tab');
  await expect(named('button', 'To the design')).toBeFocused();
  await press(page, 'Enter');
  await press(page, 'Tab');
  const theme = named('combobox', 'Theme');
  await expect(theme).toBeFocused();
  await type(page, 'B');
  await expect(theme).toHaveValue('Bold');
  await expect(form.locator('.wpwl-button-pay:visible')).toHaveCSS(
    'background-color',
    'rgb(91, 22, 208)',
  );

  await tabTo(page, named('combobox', 'Layout'));
  await type(page, 'card');
  await tabTo(page, named('combobox', 'Logos'));
  await type(page, 'below');
  await expect(form.locator('[data-icons="below"]').first()).toBeVisible();

  // Whatever is moved takes the focus along, as far as it goes, and says where it is.
  await tabTo(page, page.locator('summary', { hasText: 'Fields' }));
  await press(page, 'Enter');
  const earlier = named('button', 'cardHolder earlier');
  await tabTo(page, earlier);
  for (const place of [4, 3, 2, 1]) {
    await press(page, 'Enter');
    await expect(page.locator('.card-fields [role="status"]')).toHaveText(
      `cardHolder is ${place} of 5.`,
    );
    await expect(earlier).toBeFocused();
  }
  await expect(earlier).toHaveAttribute('aria-disabled', 'true');
  await press(page, 'Enter');
  await expect(earlier).toBeFocused();
  const firstGroup = form.locator('.wpwl-form-card > .wpwl-group:visible').first();
  await expect(firstGroup).toHaveClass(/cardHolder/);
  const usual = named('button', 'Fields as usual');
  await tabTo(page, usual);
  await press(page, 'Space');
  await expect(firstGroup).not.toHaveClass(/cardHolder/);
  await expect(usual).toBeFocused();

  await tabTo(page, named('textbox', 'accent'));
  await press(page, 'Control+a');
  await type(page, 'rgb(1 2 3)');
  const button = form.locator('.wpwl-button-pay:visible');
  await expect(button).toHaveCSS('background-color', 'rgb(1, 2, 3)');

  await tabTo(page, page.locator('summary', { hasText: 'Texts' }));
  await press(page, 'Enter');
  await tabTo(page, page.locator('#word-cardNumber'));
  await type(page, 'Digits');
  await expect(form.locator('.wpwl-label-cardNumber')).toContainText('Digits');
  await expect(page.locator('#word-cardNumber')).toBeFocused();

  // Undo is the page's where no text is written.
  const width = named('slider', 'Width');
  await tabTo(page, width);
  await press(page, 'ArrowRight');
  await expect(width).toHaveValue('430');
  await press(page, 'Control+z');
  await expect(width).toHaveValue('420');
  await expect(width).toBeFocused();

  // Into the form, through its frames, and out of it.
  await tabTo(page, page.getByRole('region', { name: 'Empty' }));
  await press(page, 'Tab');
  const frame = page.locator('.preview iframe');
  await expect(frame).toBeFocused();
  await tabTo(page, page.locator('.checks summary'));
  await tabTo(page, page.getByRole('region', { name: 'Empty' }), 'Shift+Tab');

  const compare = named('button', 'Compare two designs');
  await tabTo(page, compare, 'Shift+Tab');
  await press(page, 'Enter');
  await expect(page.locator('.preview')).toHaveCount(2);
  await expect(compare).toBeFocused();
  const swap = named('button', 'Swap the two');
  await tabTo(page, swap);
  await press(page, 'Enter');
  await expect(swap).toBeFocused();
  await tabTo(page, named('button', 'One state'), 'Shift+Tab');
  await press(page, 'Enter');

  // To the beginning: the button that has nothing more to undo keeps the focus.
  const undo = named('button', 'Undo');
  await tabTo(page, undo);
  for (let n = 0; n < 40 && (await undo.getAttribute('aria-disabled')) === 'false'; n++) {
    await press(page, 'Enter');
  }
  await expect(undo).toHaveAttribute('aria-disabled', 'true');
  await expect(undo).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Undone.' })).toHaveCount(1);
  await expect(theme).toHaveValue('Calm');
  await press(page, 'Tab');
  await press(page, 'Enter');
  await expect(named('button', 'Redo')).toBeFocused();
  await expect(theme).toHaveValue('Bold');

  await tabTo(page, named('button', 'To what is taken home'), 'Shift+Tab');
  await press(page, 'Enter');
  await tabTo(page, named('combobox', 'Format'));
  await type(page, 'Design');
  const copy = named('button', 'Copy Design tokens (JSON)');
  await tabTo(page, copy);
  await press(page, 'Enter');
  await expect(copy).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  const file = await page.evaluate(() => navigator.clipboard.readText());
  expect(file).toContain('"name": "Bold"');

  await tabTo(page, named('textbox', 'Or the text of one'));
  await page.keyboard.insertText(file.replace('"Bold"', '"Typed in"'));
  const use = named('button', 'Use this text');
  await tabTo(page, use);
  await press(page, 'Enter');
  await expect(page.locator('#imported')).toHaveText('The design is in use.');
  await expect(use).toBeFocused();
  await expect(named('textbox', 'Name')).toHaveValue('Typed in');
});

test('checks that run keep the focus, and a language that is found opens with its texts', async ({
  page,
  workbench,
}) => {
  test.slow();
  await open(page, workbench, 'width=280&text=200&layout=classic');
  await expect(previewOf(page, 'empty').locator('.wpwl-button-pay:visible').first()).toBeVisible();
  const axe = page.getByRole('button', { name: 'Check with axe' });
  await axe.focus();
  await press(page, 'Enter');
  await expect(page.locator('[data-axe="done"]')).toBeVisible();
  await expect(axe).toBeFocused();
  const walk = page.getByRole('button', { name: 'Try all 25 languages' });
  await tabTo(page, walk);
  await press(page, 'Enter');
  await expect(page.locator('[data-fit="walking"]')).toBeVisible();
  // Once more while it walks is once too often.
  await press(page, 'Enter');
  await expect(page.locator('[data-fit="done"]')).toBeVisible({ timeout: 120_000 });
  await expect(walk).toBeFocused();
  const german = page.locator('.checks').getByRole('button', { name: 'German' });
  await tabTo(page, german);
  await press(page, 'Enter');
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('de');
  await expect(page.locator('.words > summary')).toBeFocused();
});

test('each place to stop at has a name, is seen, and shows that it has the focus', async ({
  page,
  workbench,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, workbench);
  await expect(previewOf(page, 'empty').locator('.wpwl-button-pay:visible')).toBeVisible();
  const summaries = page.locator('summary');
  for (const summary of await summaries.all()) {
    const isOpen = await summary.evaluate(({ parentElement }) =>
      parentElement?.hasAttribute('open'),
    );
    if (!isOpen) await summary.click();
  }
  await expect(page.locator('#word-cardNumber')).toBeVisible();
  await page.getByRole('button', { name: 'To the design' }).focus();
  const stops: string[] = [];
  const faults: string[] = [];
  for (let n = 0; n < MOST_STOPS; n++) {
    await press(page, 'Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      if (element instanceof HTMLIFrameElement) return { name: 'the form', fault: '' };
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
      const isRing = outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2;
      const isSeen = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
      return {
        name: `${element.localName} ${element.id || element.textContent?.slice(0, 40)}`,
        fault: [
          isRing ? '' : 'has no ring',
          isSeen && width > 1 && height > 1 ? '' : 'is not on the screen',
        ]
          .filter(Boolean)
          .join(' and '),
      };
    });
    if (!stop) break;
    stops.push(stop.name);
    if (stop.fault) faults.push(`${stop.name} ${stop.fault}`);
  }
  expect(faults).toEqual([]);
  expect(stops.length).toBeLessThan(MOST_STOPS);
  // Sixty tokens and their swatches are among them.
  expect(stops.length).toBeGreaterThan(120);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a screen reader is told the parts of the page, and what a choice has come to', async ({
  page,
  workbench,
}) => {
  await open(page, workbench);
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - banner:
      - navigation "Parts of the page":
        - button "To the design"
        - button "To the form"
        - button "To the checks"
        - button "To what is taken home"
      - heading "Playground" [level=1]
      - group "View":
        - button "One state" [pressed]
        - button "Board of all states"
        - button "Compare two designs"
      - button "Undo" [disabled]
      - button "Redo" [disabled]
      - link "Guide"
  `);
  for (const part of ['Design', 'The form', 'Checks', 'Take it home']) {
    await expect(
      page.getByRole('main').getByRole('region', { name: part, exact: true }),
    ).toHaveCount(1);
  }
  const told = page.locator('.preview figcaption [role="status"]');
  await expect(told).toHaveText('is shown');
  // The next form waits until the first word was read: it may be there sooner than a look at it.
  const { promise: isRead, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/playground/preview?**', async (route) => {
    await isRead;
    await route.continue();
  });
  await page.getByLabel('State').selectOption('incomplete');
  await expect(told).toHaveText('being made');
  goOn();
  await expect(told).toHaveText('is shown');
  await page.getByLabel('accent', { exact: true }).fill('url(x)');
  await expect(page.getByLabel('accent', { exact: true })).toHaveAccessibleDescription(
    /^Left out: accent must load nothing/,
  );
  await expect(page.getByLabel('accent', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.locator('summary', { hasText: 'CSS' }).click();
  const css = page.getByRole('textbox', { name: /Rules around the form/ });
  await css.fill('');
  await css.pressSequentially('.wpwl-b');
  const list = page.getByRole('listbox', { name: 'Names of ours' });
  await expect(list.getByRole('option', { selected: true })).toHaveCount(1);
  const active = await css.getAttribute('aria-activedescendant');
  await css.press('ArrowDown');
  await expect(css).not.toHaveAttribute('aria-activedescendant', active ?? '');
  // Escape closes the names, and Tab leaves the field.
  await css.press('Escape');
  await expect(list.getByRole('option')).toHaveCount(0);
  await css.press('Tab');
  await expect(css).not.toBeFocused();
});
