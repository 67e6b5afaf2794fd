/** What stands in empty fields is never cut, in any language, on any phone. */
import type { Locator } from '@playwright/test';
import { LANGUAGES } from '../contract/languages.ts';
import { expect, test } from './fixtures.ts';
import { TESTED_LANGUAGES } from './tested-languages.ts';

/** Whether the placeholder of a field is wider than its place. */
const isCut = (field: Locator): Promise<boolean> =>
  field.evaluate((input: HTMLInputElement) => {
    const ruler = new OffscreenCanvas(1, 1).getContext('2d');
    const style = getComputedStyle(input);
    if (!ruler) throw new Error('there is nothing to measure with');
    // Not as `font`: that has no value beside digits of one width.
    ruler.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room =
      input.clientWidth -
      Number.parseFloat(style.paddingLeft) -
      Number.parseFloat(style.paddingRight);
    return ruler.measureText(input.placeholder).width > room;
  });

const LOOKS = [
  { layout: 'list', labelPosition: 'above', density: 'spaced' },
  { layout: 'list', labelPosition: 'floating', density: 'condensed' },
  { layout: 'tabs', labelPosition: 'hidden', density: 'spaced' },
  { layout: 'card', labelPosition: 'floating', density: 'spaced' },
  { layout: 'classic', labelPosition: 'above', density: 'condensed' },
  { layout: 'classic', labelPosition: 'hidden', density: 'condensed' },
] as const;

for (const [n, look] of LOOKS.entries()) {
  // By day all of them in the look that most shops have.
  const languages = n === 0 ? Object.keys(LANGUAGES) : TESTED_LANGUAGES;

  test(`no placeholder is cut: ${Object.values(look).join(', ')}`, async ({ openReady, page }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const cut: string[] = [];
    for (const locale of languages) {
      await page.setViewportSize({ width: 420, height: 900 });
      await openReady({
        brands: 'VISA MASTER AMEX PAYPAL',
        options: JSON.stringify({ ...look, locale }),
      });
      for (const width of [420, 390, 360, 320]) {
        await page.setViewportSize({ width, height: 900 });
        for (const [name, field] of [
          ['number', page.frameLocator('iframe[name="card.number"]').locator('input')],
          ['CVV', page.frameLocator('iframe[name="card.cvv"]').locator('input')],
          ['expiry date', page.locator('.wpwl-control-expiry')],
          ['holder', page.locator('.wpwl-control-cardHolder')],
        ] as const) {
          // The form looks at its fields each second.
          const end = Date.now() + 3000;
          while ((await isCut(field)) && Date.now() < end) await page.waitForTimeout(100);
          if (await isCut(field)) {
            cut.push(`${locale}, ${width}: ${name}, ${await field.getAttribute('placeholder')}`);
          }
        }
      }
    }
    expect(cut).toEqual([]);
  });
}

test('what would be cut is said shorter, and whole again where it has room', async ({
  openReady,
  page,
}) => {
  await page.setViewportSize({ width: 420, height: 900 });
  await openReady({
    options: JSON.stringify({ layout: 'list', locale: 'ja' }),
    brands: 'VISA IDEAL',
  });
  const cvv = page.frameLocator('iframe[name="card.cvv"]').locator('input');
  await expect(cvv).toHaveAttribute('placeholder', 'CVV');
  await expect(cvv).toHaveAttribute('aria-label', 'セキュリティコード');
  // There it has a row of its own.
  await page.setViewportSize({ width: 320, height: 900 });
  await expect(cvv).toHaveAttribute('placeholder', 'セキュリティコード');
  await page.setViewportSize({ width: 420, height: 900 });
  await expect(cvv).toHaveAttribute('placeholder', 'CVV');
  const number = page.frameLocator('iframe[name="card.number"]').locator('input');
  await expect(number).toHaveAttribute('placeholder', 'カード番号');
});
