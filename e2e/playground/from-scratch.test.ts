/** The three designs of docs/design.md, made as a designer makes them: with the controls of the panel, and no CSS. */
import type { Page } from '@playwright/test';
import { startServer, temporaryDataDir } from '../../server/tests/support/gateway-process.ts';
import { START_MS } from '../fixtures.ts';
import { addBrandFont } from './brand-font.ts';
import { DESIGNS } from './designs.ts';
import { test as base, expect, linkOf, open, previewOf } from './fixtures.ts';

const test = base.extend<object, { branded: string }>({
  /** A workbench whose channel has the brand's font. */
  branded: [
    async ({ browserName: _ }, use) => {
      const { dataDir, remove } = await temporaryDataDir();
      const server = await startServer({ DATA_DIR: dataDir, SHOP_PORT: 'any' });
      await addBrandFont(dataDir);
      await use(server.shopUrl ?? '');
      await server.stop();
      await remove();
    },
    { scope: 'worker', timeout: START_MS },
  ],
  workbench: ({ branded }, use) => use(branded),
});

const CHOICES: Readonly<Record<string, string>> = {
  locale: 'Language',
  layout: 'Layout',
  labelPosition: 'Labels',
  scheme: 'Scheme',
  state: 'State',
};
/** With which the playground begins. */
const FIRST_BRANDS = ['VISA', 'MASTER', 'AMEX', 'PAYPAL', 'IDEAL'];

/** @returns how many times something was pressed */
async function chooseBrands(page: Page, wanted: readonly string[]): Promise<number> {
  let steps = 1;
  await page.locator('summary', { hasText: 'Brands' }).click();
  const differing = [...FIRST_BRANDS, ...wanted].filter(
    (code) => wanted.includes(code) !== FIRST_BRANDS.includes(code),
  );
  for (const code of new Set(differing)) {
    await page.getByRole('checkbox', { name: code }).click();
    steps++;
  }
  for (const [at, code] of wanted.entries()) {
    const places = page.locator('.brands input:checked');
    const names = async () =>
      (await places.locator('xpath=..').allTextContents()).map((text) => text.trim());
    for (let from = (await names()).indexOf(code); from > at; from--) {
      await page.getByRole('button', { name: `${code} earlier` }).click();
      steps++;
    }
  }
  return steps;
}

for (const { id, link } of DESIGNS) {
  test(`${id} is made in the panel, in a few steps`, async ({ page, workbench }) => {
    await open(page, workbench);
    await expect(page.getByLabel('Theme')).toHaveValue('Calm');
    for (const title of ['Sizes', 'Text', 'Shadows']) {
      await page
        .locator('summary', { hasText: new RegExp(`^${title}$`) })
        .first()
        .click();
    }
    let steps = 3;
    const fields = [...new URLSearchParams(link)];
    for (const [name, value] of fields) {
      steps++;
      if (name === 'name') await page.getByLabel('Name', { exact: true }).fill(value);
      else if (name === 'width') await page.getByRole('slider', { name: 'Width' }).fill(value);
      else if (name === 'brands') steps += (await chooseBrands(page, value.split(' '))) - 1;
      else if (CHOICES[name])
        await page.getByRole('combobox', { name: CHOICES[name] }).selectOption(value);
      else await page.locator(`#token-${name.replace(/^t\./, '')}`).fill(value);
    }
    // Each is a field, a choice or a press: half a minute each is less than a quarter of an hour.
    expect(steps).toBeLessThanOrEqual(30);

    const made = new URLSearchParams(new URL(await linkOf(page)).hash.slice(1));
    for (const [name, value] of fields) expect(made.get(name), name).toBe(value);
    expect(made.has('css')).toBe(false);
    await expect(page.locator('[aria-labelledby="contrast"] > p[role="status"]')).toHaveText(
      /^All \d+ pairs have enough\.$/,
    );
    await expect(page.locator('[data-score]')).toContainText('100 of 100');
    // A placeholder below its label may be cut; the label may not.
    await expect(page.locator('[aria-labelledby="fit"]')).not.toContainText(/wraps|is cut(?! in)/);

    const form = previewOf(page, made.get('state') ?? 'empty');
    const number = form.locator('iframe[name="card.number"][data-ready=""]');
    await expect(number).toBeVisible();
    const font = made.get('t.font');
    if (!font) return;
    const [family = ''] = font.split(',');
    await expect(number.contentFrame().locator('input')).toHaveCSS('font-family', /Space Grotesk/);
    for (const place of [form.locator(':root'), number.contentFrame().locator(':root')]) {
      await expect
        .poll(() =>
          place.evaluate(
            ({ ownerDocument: { fonts } }, name) =>
              [...fonts].some(
                (each) =>
                  each.status === 'loaded' && name.includes(each.family.replaceAll('"', '')),
              ),
            family,
          ),
        )
        .toBe(true);
    }
  });
}

test('a text that fits until the brand’s font is there is found when it is', async ({
  page,
  workbench,
}) => {
  const [pill] = DESIGNS;
  // In the font that stands there before, it still has one line.
  await open(page, workbench, pill?.link.replace('width=460', 'width=414'));
  await expect(page.locator('[aria-labelledby="fit"]')).toContainText('Son kullanma tarihi wraps');
});
