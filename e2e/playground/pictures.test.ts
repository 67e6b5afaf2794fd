/** Pictures of what is shown: PNG of the tab that the person shares, and a sheet on paper. */
import { readFile } from 'node:fs/promises';
import { WHOLE_BROWSER } from '../chromium.ts';
import { expect, open, previewOf, test } from './fixtures.ts';

/** Sharing is for the browser around the engine; here it is as if its question were answered. */
test.use({
  launchOptions: {
    ...WHOLE_BROWSER,
    args: [...WHOLE_BROWSER.args, '--auto-accept-this-tab-capture'],
  },
});

test('the forms that are shown are saved as PNG, frames of the gateway included', async ({
  page,
  workbench,
}) => {
  test.slow();
  // Not as high as its form: a sheet is put together of what was scrolled to.
  await page.setViewportSize({ width: 1300, height: 400 });
  await open(page, workbench, 'name=Mine %26 yours&t.accent=%23328c5a&t.muted=%23c00000');
  const button = previewOf(page, 'empty').locator('.wpwl-button-pay:visible');
  await expect(button).toBeVisible();
  const number = previewOf(page, 'empty').locator('iframe[name="card.number"][data-ready=""]');
  await expect(number).toBeVisible();

  const saved = page.waitForEvent('download', { timeout: 150_000 });
  await page.getByRole('button', { name: 'Save as PNG' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('mine-yours.png');
  await expect(page.locator('[aria-labelledby="pictures"] [role="status"]')).toHaveText(
    'Saved as a sheet.',
  );

  const places = await page.evaluate(() => {
    const frame = document.querySelector<HTMLIFrameElement>('.preview iframe');
    const previews = document.querySelector('.previews')?.getBoundingClientRect();
    const around = frame?.getBoundingClientRect();
    const within = (selector: string) => {
      const box = frame?.contentDocument?.querySelector(selector)?.getBoundingClientRect();
      return {
        x: (around?.x ?? 0) - (previews?.x ?? 0) + (box?.x ?? 0) + 16,
        y: (around?.y ?? 0) - (previews?.y ?? 0) + (box?.y ?? 0) + 16,
        width: box?.width ?? 0,
        height: box?.height ?? 0,
      };
    };
    return {
      button: within('.wpwl-pay .wpwl-button-pay, .wpwl-button-pay'),
      number: within('iframe[name="card.number"]'),
    };
  });
  const png = (await readFile(await download.path())).toString('base64');
  const seen = await page.evaluate(
    async ({ png: data, button: pay, number: field }) => {
      const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const onto = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
      if (!onto) throw new Error('no canvas');
      onto.drawImage(picture, 0, 0);
      const within = onto.getImageData(field.x + 4, field.y + 4, field.width / 2, field.height - 8);
      let red = 0;
      for (let at = 0; at < within.data.length; at += 4) {
        const [r = 0, g = 0, b = 0] = within.data.slice(at, at + 3);
        if (r > 120 && g < 110 && b < 110) red++;
      }
      return {
        size: [picture.width, picture.height],
        pay: [...onto.getImageData(pay.x + 12, pay.y + pay.height / 2, 1, 1).data],
        red,
      };
    },
    { png, ...places },
  );
  expect(seen.size[1]).toBeGreaterThan(400);
  for (const [n, value] of [50, 140, 90, 255].entries()) {
    expect(Math.abs((seen.pay[n] ?? -99) - value), String(seen.pay)).toBeLessThanOrEqual(5);
  }
  // The placeholder, which is in the gateway's document.
  expect(seen.red).toBeGreaterThan(30);
});

test('the board is one sheet, also after another picture, and of a form where nothing moves', async ({
  page,
  workbench,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1300, height: 700 });
  const said = page.locator('[aria-labelledby="pictures"] [role="status"]');
  for (const [link, forms] of [
    ['state=empty', 1],
    ['shows=board&width=280', 25],
  ] as const) {
    await page.goto('about:blank');
    await open(page, workbench, link);
    await expect(page.locator('[data-status="reached"]')).toHaveCount(forms, { timeout: 150_000 });
    const saved = page.waitForEvent('download', { timeout: 150_000 });
    await page.getByRole('button', { name: 'Save as PNG' }).click();
    await saved;
    await expect(said).toHaveText('Saved as a sheet.');
  }
});

test('a form that is wider than the window is told to be cut in its picture', async ({
  page,
  workbench,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1300, height: 700 });
  await open(page, workbench, 'width=1200&text=200');
  await expect(previewOf(page, 'empty').locator('.wpwl-button-pay:visible')).toBeVisible();
  const saved = page.waitForEvent('download', { timeout: 150_000 });
  await page.getByRole('button', { name: 'Save as PNG' }).click();
  await saved;
  await expect(page.locator('[aria-labelledby="pictures"] [role="status"]')).toHaveText(
    'Saved as a sheet, without what does not fit into the window: make it wider, or the form narrower.',
  );
});

test('a tab that is not shared is told, and nothing is saved', async ({ page, workbench }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getDisplayMedia = async () => {
      throw new DOMException('Permission denied', 'NotAllowedError');
    };
  });
  await open(page, workbench);
  await page.getByRole('button', { name: 'Save as PNG' }).click();
  await expect(page.locator('[aria-labelledby="pictures"]')).toContainText('was not shared');
  await expect(page.getByRole('button', { name: 'Save as PNG' })).toBeEnabled();
});

test('a browser that cannot share its tab says why, and prints', async ({ page, workbench }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined });
    (window as { printed?: number }).printed = 0;
    window.print = () => {
      (window as { printed?: number }).printed = 1;
    };
  });
  await open(page, workbench);
  await expect(page.getByRole('button', { name: 'Save as PNG' })).toHaveCount(0);
  await expect(page.locator('[aria-labelledby="pictures"]')).toContainText(
    'which no page can draw',
  );
  await page.getByRole('button', { name: 'Print' }).click();
  expect(await page.evaluate(() => (window as { printed?: number }).printed)).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.preview').first()).toBeVisible();
  for (const part of ['header', '.panel', '.aside']) {
    await expect(page.locator(part)).toBeHidden();
  }
});
