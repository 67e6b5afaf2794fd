/** A font of the channel, in each engine: number and CVV are drawn by it, as the fields of the page are. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testFont } from '../../server/tests/support/test-fonts.ts';
import { FORM, useShop } from './shop.ts';
import type { Place } from './tab.ts';

/** Of the em, in thousandths: as no font of a machine has it. */
const WIDTH = 1000;
const SPACE = 300;
const FONT_SIZE = 16;
const FAMILY = 'Segments Wide';
const OPTIONS = `{ tokens: { font: "'${FAMILY}', serif" } }`;

const shop = useShop();
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fonts-'));
  const file = join(folder, 'font.woff2');
  await writeFile(file, testFont({ width: WIDTH }));
  await shop.gateway.addFont(FAMILY, file);
  await rm(folder, { recursive: true });
});
afterAll(() => shop.gateway.removeFonts(FAMILY));

const FIELDS = {
  number: () => [shop.tab.in('iframe[name="card.number"]'), 'input[name="card.number"]'],
  cvv: () => [shop.tab.in('iframe[name="card.cvv"]'), 'input[name="card.cvv"]'],
  expiry: () => [shop.tab, `${FORM} .wpwl-control-expiry`],
} as const satisfies Record<string, () => [Place, string]>;
type Field = keyof typeof FIELDS;

/** Width of a text that is drawn as the input draws it, in CSS pixels. */
function widthIn(field: Field, text: string): Promise<number> {
  const [place, input] = FIELDS[field]();
  return place.run(
    (selector, drawn) => {
      const element = document.querySelector<HTMLElement>(selector);
      if (!element) return -1;
      const probe = document.createElement('span');
      const { fontFamily, fontSize, fontWeight, letterSpacing } = getComputedStyle(element);
      Object.assign(probe.style, { fontFamily, fontSize, fontWeight, letterSpacing });
      probe.style.position = 'absolute';
      probe.style.whiteSpace = 'pre';
      probe.textContent = drawn;
      document.body.append(probe);
      const { width } = probe.getBoundingClientRect();
      probe.remove();
      return width;
    },
    input,
    text,
  );
}

/** An input scrolls once its text is wider than it: what is typed is measured, not a copy. */
function scrolledWidth(field: Field): Promise<number> {
  const [place, input] = FIELDS[field]();
  return place.run((selector) => {
    const element = document.querySelector<HTMLInputElement>(selector);
    if (!element) return -1;
    element.style.inlineSize = '20px';
    element.style.padding = '0';
    return element.scrollWidth;
  }, input);
}

test('each digit in number and CVV is as wide as the font has it, and as in the page', async () => {
  await shop.openForm({ options: OPTIONS });
  for (const field of ['number', 'cvv', 'expiry'] as const) {
    // Ten at a time: an engine may round where a text ends.
    for (const digit of '0123456789') {
      await expect
        .poll(() => widthIn(field, digit.repeat(10)), { message: `${digit} in ${field}` })
        .toBeCloseTo((10 * WIDTH * FONT_SIZE) / 1000, 0);
    }
    // WebKit's spaces are whole pixels wide; those of other fonts here have four.
    const spaces = await widthIn(field, ' '.repeat(10));
    expect(Math.abs(spaces - (10 * SPACE * FONT_SIZE) / 1000)).toBeLessThanOrEqual(2);
  }
});

test('what is typed into the number is drawn by it', async () => {
  await shop.openForm({ options: OPTIONS });
  await shop.fill({ number: '4200000000000000' });
  await expect
    .poll(() => widthIn('number', '0'.repeat(10)))
    .toBeCloseTo((10 * WIDTH * FONT_SIZE) / 1000, 0);
  const typed = ((16 * WIDTH + 3 * SPACE) * FONT_SIZE) / 1000;
  // An engine may leave room for the caret.
  expect(Math.abs((await scrolledWidth('number')) - typed)).toBeLessThanOrEqual(3);
  expect(await shop.value('number')).toBe('4200 0000 0000 0000');
});

test('without it the family is another one, so that the widths tell', async () => {
  await shop.openForm({ options: `{ tokens: { font: 'serif' } }` });
  for (const field of ['number', 'cvv', 'expiry'] as const) {
    expect(await widthIn(field, '0'.repeat(10))).toBeLessThan(7 * FONT_SIZE);
  }
});
