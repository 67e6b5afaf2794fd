/** Fonts that a channel was given: number and CVV are drawn by them, as the fields of the page are. */
import type { Frame, Locator } from '@playwright/test';
import { testFont } from '../server/tests/support/test-fonts.ts';
import { expect, type Page, test } from './fixtures.ts';
import { giveFont } from './give-font.ts';

/** Of the em, in thousandths: as no font of a machine has it. */
const WIDTH = 1000;
const FONT_SIZE = 16;
/** Where a browser hints, a character is a whole number of pixels wide. */
const pixels = (thousandths: number) => Math.round((thousandths / 1000) * FONT_SIZE);
const DIGIT = pixels(WIDTH);
const FAMILY = 'Segments Wide';
const OPTIONS = `{ tokens: { font: "'${FAMILY}', serif" }, layout: 'classic' }`;

test.beforeAll(({ gateway }) => giveFont(gateway, FAMILY, testFont({ width: WIDTH })));
test.afterAll(({ gateway }) => gateway.removeFonts(FAMILY));

/** Width of a text that is drawn as the input draws it. */
const widthIn = (input: Locator, text: string): Promise<number> =>
  input.evaluate((element, drawn) => {
    const probe = document.createElement('span');
    const { fontFamily, fontSize, fontWeight, letterSpacing } = getComputedStyle(element);
    Object.assign(probe.style, { fontFamily, fontSize, fontWeight, letterSpacing });
    probe.style.position = 'absolute';
    probe.style.whiteSpace = 'pre';
    probe.textContent = drawn;
    document.body.append(probe);
    const { width } = probe.getBoundingClientRect();
    probe.remove();
    return Math.round(width);
  }, text);

/** The number's input scrolls once its text is wider than it: what is typed is measured, not a copy. */
const scrolledWidth = (input: Locator): Promise<number> =>
  input.evaluate((element) => {
    element.style.inlineSize = '20px';
    return element.scrollWidth;
  });

const loadedFaces = (where: Page | Frame) =>
  where.evaluate(() =>
    [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map(({ family, unicodeRange }) => `${family.replaceAll('"', '')} ${unicodeRange}`),
  );

test('number, CVV and the fields of the page are drawn by it, digit for digit', async ({
  openReady,
  page,
  gateway,
  consoleMessages,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') asked.push(new URL(request.url()).origin);
  });
  const { form } = await openReady({ options: OPTIONS });
  await form.number.pressSequentially('4200000000000000');
  for (const digit of '0123456789') {
    for (const input of [form.number, form.cvv, form.expiry]) {
      await expect.poll(() => widthIn(input, digit)).toBe(DIGIT);
    }
  }
  // Its space and its bullet, too; the letters of the merchant's file.
  for (const [text, thousandths] of [
    [' ', 300],
    ['•', 500],
    ['C', 650],
  ] as const) {
    for (const input of [form.number, form.expiry]) {
      await expect.poll(() => widthIn(input, text)).toBe(pixels(thousandths));
    }
  }
  expect(await scrolledWidth(form.number)).toBe(16 * DIGIT + 3 * pixels(300));
  const [number] = page.frames().filter((frame) => frame.url().includes('/number.html'));
  expect(await loadedFaces(number as Frame)).toContain(`${FAMILY} U+20, U+30-39, U+A0, U+2022`);
  expect(new Set(asked)).toEqual(new Set([gateway.url]));
  expect(consoleMessages.filter((message) => message.includes('Content Security'))).toEqual([]);
});

test('it is drawn in a form in a shadow root', async ({ openPage, page, merchant }) => {
  await openPage(
    ({ script }) => `<!doctype html><html lang="en"><title>Shop</title>
<script>var wpwlOptions = { locale: 'en', tokens: { font: "'${FAMILY}', serif" } }</script>
<script src="${script}"></script><main><div id="host"></div></main>`,
  );
  await page.evaluate(async (result) => {
    const root = document.querySelector('#host')?.attachShadow({ mode: 'open' });
    const place = root?.appendChild(document.createElement('div'));
    const { wpwl } = window as unknown as {
      wpwl: { mount(at: unknown, options: object): { ready: Promise<void> } };
    };
    await wpwl.mount(place, { brands: ['VISA'], shopperResultUrl: result, layout: 'classic' })
      .ready;
  }, `${merchant.origin}/result`);
  const expiry = page.locator('.wpwl-control-expiry');
  await expect.poll(() => widthIn(expiry, '8')).toBe(DIGIT);
  const number = page.frameLocator('iframe.wpwl-control-cardNumber').locator('input');
  await expect.poll(() => widthIn(number, '8')).toBe(DIGIT);
});

test('a font that comes late is drawn, whatever has stood in for it', async ({
  openReady,
  page,
}) => {
  const asked = Promise.withResolvers<void>();
  const comes = Promise.withResolvers<void>();
  await page.route('**/v1/fonts/**', async (route) => {
    asked.resolve();
    await comes.promise;
    await route.continue();
  });
  const { form } = await openReady({ options: OPTIONS });
  await asked.promise;
  await form.number.pressSequentially('4200');
  expect(await widthIn(form.number, '8')).toBeLessThan(DIGIT - 1);
  // As another machine has it: a font with unequal digits stands in, and the frame refuses the family.
  await form.number.evaluate((input) => {
    const refused = document.adoptedStyleSheets.at(-1);
    const at = refused?.insertRule('input, i { font-family: monospace }', refused.cssRules.length);
    return [at, getComputedStyle(input).fontFamily];
  });
  comes.resolve();
  await expect.poll(() => widthIn(form.number, '8')).toBe(DIGIT);
  await expect(form.number).toHaveValue('4200');
});

test('a page whose policy does not name the gateway for fonts works without', async ({
  openReady,
  page,
  gateway,
}) => {
  const { form } = await openReady({
    options: OPTIONS,
    headers: {
      'content-security-policy': `font-src 'none'; frame-src ${gateway.url}`,
    },
  });
  expect(await widthIn(form.expiry, '8')).toBeLessThan(DIGIT - 1);
  await form.pay();
  await page.waitForURL('**/result?**');
});
