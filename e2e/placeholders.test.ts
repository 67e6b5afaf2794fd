/** What stands in empty fields is never cut, in any language, on any phone. */
import { LANGUAGES } from '../contract/languages.ts';
import { expect, test } from './fixtures.ts';
import { TESTED_LANGUAGES } from './tested-languages.ts';

/** Runs in the document of a field. Its placeholder, where that stays wider than its place; else ''. */
async function cutPlaceholder(input: HTMLInputElement | SVGElement): Promise<string> {
  if (!(input instanceof HTMLInputElement)) throw new Error('this is no field');
  const ruler = new OffscreenCanvas(1, 1).getContext('2d');
  if (!ruler) throw new Error('there is nothing to measure with');
  const isCut = () => {
    const style = getComputedStyle(input);
    // Not as `font`: that has no value beside digits of one width.
    ruler.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room =
      input.clientWidth -
      Number.parseFloat(style.paddingLeft) -
      Number.parseFloat(style.paddingRight);
    return ruler.measureText(input.placeholder).width > room;
  };
  // The form looks at its fields each second.
  const end = Date.now() + 3000;
  while (isCut() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 100));
  return isCut() ? input.placeholder : '';
}

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
      const fields = {
        number: page.frameLocator('iframe[name="card.number"]').locator('input'),
        CVV: page.frameLocator('iframe[name="card.cvv"]').locator('input'),
        'expiry date': page.locator('.wpwl-control-expiry'),
        holder: page.locator('.wpwl-control-cardHolder'),
      };
      // Found once: the way into a frame is longer than all that is measured there.
      const found = await Promise.all(
        Object.entries(fields).map(async ([name, field]) => ({
          name,
          field: await field.elementHandle(),
        })),
      );
      for (const width of [420, 390, 360, 320]) {
        await page.setViewportSize({ width, height: 900 });
        for (const { name, field } of found) {
          const placeholder = await field?.evaluate(cutPlaceholder);
          if (placeholder !== '') cut.push(`${locale}, ${width}: ${name}, ${placeholder}`);
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
