/** How a field frame looks and speaks, as far as the page may say. */
import type { Frame } from '@playwright/test';
import { testFont } from '../server/tests/support/test-fonts.ts';
import { expect, test as plain } from './fixtures.ts';
import { type FrameRig, frameAddresses, PLAIN_LOOK, putFrames } from './frame-rig.ts';
import { bringUnevenDigits, DIGITS, giveFont } from './give-font.ts';

const FAMILY = 'Segments Uneven';
const NAME = 'a.cvv';

const test = plain.extend<{ rig: FrameRig; frame: Frame }>({
  rig: async ({ page, gateway, merchant }, use) => {
    await page.goto(merchant.publish({ html: '<!doctype html><title>Shop</title><body></body>' }));
    await use(await putFrames(page, await frameAddresses(gateway, ['VISA'])));
  },
  frame: async ({ page, rig: _ }, use) => use(page.frame({ name: NAME }) as Frame),
});
const input = (frame: Frame) => frame.locator('input');

/** The rules that the page has brought into the frame. */
const rulesIn = (frame: Frame): Promise<string[]> =>
  frame.evaluate(() =>
    [...(document.adoptedStyleSheets.at(-1)?.cssRules ?? [])].map(({ cssText }) => cssText),
  );

const wear = (rig: FrameRig, styles: object, more: object = {}) =>
  rig.post(NAME, { ...PLAIN_LOOK, ...more, styles });

/** What the frame has left out since, as it tells the page. */
async function refusedBy(rig: FrameRig): Promise<string[]> {
  const { [NAME]: said = [] } = await rig.observe();
  return (said as { type: string; style: string }[]).flatMap(({ type, style }) =>
    type === 'refused' ? [style] : [],
  );
}

test('a field has the words of the page, and what assistive technology needs of it', async ({
  rig,
  frame,
}) => {
  const words = { label: 'رمز الأمان', placeholder: 'ثلاثة أرقام' };
  await wear(rig, {}, { ...words, language: 'ar', direction: 'rtl', colorScheme: 'dark' });
  const root = frame.locator(':root');
  await expect(root).toHaveAttribute('lang', 'ar');
  await expect(root).toHaveAttribute('dir', 'rtl');
  await expect(root).toHaveCSS('color-scheme', 'dark');
  expect(await frame.title()).toBe(words.label);
  await expect(input(frame)).toHaveAttribute('aria-label', words.label);
  await expect(input(frame)).toHaveAttribute('placeholder', words.placeholder);
});

test('a field is required, and hides what is typed, as the page says', async ({ rig, frame }) => {
  for (const is of [true, false]) {
    await wear(rig, {}, { required: is, masked: is });
    await expect(input(frame)).toHaveAttribute('aria-required', String(is));
    await expect(input(frame)).toHaveCSS('-webkit-text-security', is ? 'disc' : 'none');
  }
});

test('digits are as wide as each other wherever they stand, where a font can do that', async ({
  rig: _,
  frame,
}) => {
  await expect(input(frame)).toHaveCSS('font-variant-numeric', 'tabular-nums');
  await expect(input(frame)).toHaveCSS('font-kerning', 'none');
  await expect(input(frame)).toHaveCSS('font-variant-ligatures', 'none');
});

test('each part of a field has the style that the page wants for it', async ({ rig, frame }) => {
  const [base, placeholder, focus, invalid, autofill] = [1, 2, 3, 4, 5].map((n) => ({
    color: `rgb(${n}, ${n}, ${n})`,
  }));
  await wear(rig, { base, placeholder, focus, invalid, autofill });
  await expect(input(frame)).toHaveCSS('color', 'rgb(1, 1, 1)');
  const words = await input(frame).evaluate((it) => getComputedStyle(it, '::placeholder').color);
  expect(words).toBe('rgb(2, 2, 2)');
  await rig.enter(NAME);
  await expect(input(frame)).toHaveCSS('color', 'rgb(3, 3, 3)');
  await rig.post(NAME, { type: 'error', text: 'Wrong' });
  await expect(input(frame)).toHaveCSS('color', 'rgb(4, 4, 4)');
  // No test makes a browser fill a field in.
  expect((await rulesIn(frame)).at(-1)).toMatch(/^input:autofill.*rgb\(5, 5, 5\)/);
});

test('what may not enter is told once, until something else is wanted', async ({ rig, frame }) => {
  const styles = {
    base: { color: 'rgb(1, 1, 1)', position: 'fixed' },
    'base, *': { color: 'red' },
    toString: { color: 'blue' },
    focus: { color: 'url(//evil.example/x)' },
  };
  const refused = [
    ...['base position: fixed', 'base, * color: red', 'toString color: blue'],
    'focus color: url(//evil.example/x)',
  ];
  await wear(rig, styles);
  expect(await refusedBy(rig)).toEqual(refused);
  await expect(input(frame)).toHaveCSS('color', 'rgb(1, 1, 1)');
  await expect(input(frame)).toHaveCSS('position', 'static');
  await wear(rig, styles);
  expect(await refusedBy(rig)).toEqual([]);
  await wear(rig, styles, { language: 'de' });
  expect(await refusedBy(rig)).toEqual(refused);
  await wear(rig, {}, { language: 'de' });
  expect([await refusedBy(rig), await rulesIn(frame)]).toEqual([[], []]);
});

test.describe('a font with uneven digits, which would tell the page what is typed', () => {
  test.beforeAll(async ({ gateway }) => {
    for (const weight of [400, 700]) await giveFont(gateway, FAMILY, testFont({ weight }));
  });
  test.afterAll(({ gateway }) => gateway.removeFonts(FAMILY));
  test.beforeEach(({ page }) => bringUnevenDigits(page));
  const font = { 'font-family': `"${FAMILY}"`, 'font-style': 'italic', 'font-weight': '700' };

  for (const part of ['base', 'focus', 'invalid', 'autofill']) {
    test(`draws no digit in ${part}, and the other styles stay`, async ({ rig, frame }) => {
      await wear(rig, { [part]: { ...font, 'font-size': '20px' }, placeholder: { color: 'red' } });
      const left = [
        expect.stringMatching(/\{ font-size: 20px; \}$/),
        expect.stringMatching(/\{ color: red; \}$/),
      ];
      await expect.poll(() => rulesIn(frame)).toEqual(left);
      // Now that it has come, it is refused at once.
      await rig.observe();
      await wear(rig, { [part]: font });
      expect(await refusedBy(rig)).toEqual(
        Object.entries(font).map(([name, value]) => `${part} ${name}: ${value}`),
      );
    });
  }

  test('is refused for that: one with even digits stays', async ({ page, rig, frame }) => {
    await page.unroute(DIGITS);
    await wear(rig, { base: font });
    const isLoaded = () => [...document.fonts].some(({ status }) => status === 'loaded');
    await expect.poll(() => frame.evaluate(isLoaded)).toBe(true);
    await rig.observe();
    await expect(input(frame)).toHaveCSS('font-family', `"${FAMILY}"`);
    await expect(input(frame)).toHaveCSS('font-weight', '700');
  });

  test('draws no digit where the machine has no other: they are of one width then', async ({
    rig,
    frame,
  }) => {
    await frame.evaluate(async (family) => {
      await document.fonts.load(`16px "${family}"`, '1');
      const own = document.adoptedStyleSheets[0];
      own?.insertRule(`input, i { font-family: "${family}" }`, own.cssRules.length);
    }, FAMILY);
    await wear(rig, { base: { 'letter-spacing': '1px' } });
    await expect(input(frame)).toHaveCSS('font-family', 'monospace');
    await expect(input(frame)).toHaveCSS('letter-spacing', '1px');
  });

  test('draws no digit of a field in two states, where it is even in each of them', async ({
    page,
    rig,
    frame,
  }) => {
    const bold = await frame.evaluate(() =>
      [...document.styleSheets]
        .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
        .filter((face) => face.includes('font-weight: 700') && face.includes('U+30-39'))
        .map((face) => face.replace(/^.*url\("([^"]+)"\).*$/s, '$1'))
        .join(),
    );
    await page.unroute(DIGITS);
    await bringUnevenDigits(page, `**${new URL(bold, frame.url()).pathname}`);
    const states = { focus: { 'font-weight': '700' }, invalid: { 'font-family': `"${FAMILY}"` } };
    await wear(rig, states);
    await expect
      .poll(() => rulesIn(frame))
      .toEqual([expect.stringMatching(/focus \{ \}$/), expect.stringMatching(/invalid \{ \}$/)]);
  });
});
