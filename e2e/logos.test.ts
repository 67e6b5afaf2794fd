/** What a browser can tell of the drawings; `docs/logos.png` is for the eye. */
import { expect, test } from '@playwright/test';
import { contrast } from './contrast.ts';
import { logoPage } from './logo-page.ts';

/** Colours that need not stand out from what is behind them: the others make the logo. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  // Where two shapes overlap.
  MAESTRO: ['#6c6bbd'],
  MASTER: ['#ff5f00'],
  MASTERDEBIT: ['#ff5f00'],
  PAYPAL: ['#001c64'],
  // Fields side by side.
  CARTEBANCAIRE: ['#12854b'],
  UNIONPAY: ['#00447c', '#007b84'],
  UNIONPAY_SMS: ['#00447c', '#007b84'],
  // Beside letters, or the other parts of a letter.
  BCMC: ['#ffd800'],
  GOOGLEPAY: ['#fbbc04'],
  SOFORTUEBERWEISUNG: ['#ee7f00'],
};
/** The share of a shape's edge that has to be seen; the rest may run along another shape. */
const MOST = 0.6;

test.beforeEach(({ page }) => page.setContent(logoPage()));

test('no logo leaves its box', async ({ page }) => {
  const outside = await page.locator('path').evaluateAll((paths: SVGPathElement[]) =>
    paths
      .filter((path) => {
        const { x, y, width, height } = path.getBBox();
        return x < -0.01 || y < -0.01 || x + width > 36.01 || y + height > 24.01;
      })
      .map((path) => `${path.closest('figure')?.id}: ${path.getAttribute('d')}`),
  );
  expect(outside).toEqual([]);
});

// A white one on a white page, a black one on a black page.
test('each logo shows where it ends', async ({ page }) => {
  for (const logo of await page.locator('span:first-child svg').all()) {
    await expect(logo).toHaveCSS('outline', 'rgba(136, 136, 136, 0.4) solid 1px');
    await expect(logo).toHaveCSS('outline-offset', '-1px');
  }
});

for (const scheme of ['light', 'dark'] as const) {
  test(`each shape of a logo is told from what is behind it, on ${scheme}`, async ({ page }) => {
    const logos = await page.locator(`.${scheme} span:first-child svg`).evaluateAll((all) =>
      all.map((svg) => {
        const around = getComputedStyle(svg.closest('div') as Element).backgroundColor;
        const paths = [...svg.querySelectorAll('path')].map((path) => ({
          path,
          isTile: path.getAttribute('d') === 'M0 0h36v24H0z',
          fill: path.getAttribute('fill') ?? '',
          drawn: getComputedStyle(path).fill,
        }));
        const shapes = paths.map(({ path, ...shape }, index) => {
          const step = path.getTotalLength() / 100;
          const behind = Array.from({ length: 100 }, (_, at) => {
            const point = path.getPointAtLength(step * at);
            const below = paths.slice(0, index).findLast(({ path }) => path.isPointInFill(point));
            return below?.drawn ?? around;
          });
          return { ...shape, behind };
        });
        return { code: svg.closest('figure')?.id ?? '', shapes };
      }),
    );
    const unseen = logos.flatMap(({ code, shapes }) =>
      shapes
        .filter(({ fill, isTile, drawn, behind }) => {
          const seen = behind.filter((color) => contrast(drawn, color) >= 3);
          return !isTile && !BESIDE[code]?.includes(fill) && seen.length / behind.length < MOST;
        })
        .map(({ fill }) => `${code} ${fill}`),
    );
    expect(unseen).toEqual([]);
  });
}
