/**
 * Draws the pictures of docs/design.md: three designs made from scratch, and the playground itself.
 * `node e2e/playground/draw.ts` writes them into docs/design; with a folder named, there.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../../.ci/browser.ts';
import { startServer, temporaryDataDir } from '../../server/tests/support/gateway-process.ts';
import { addBrandFont } from './brand-font.ts';
import { DESIGNS } from './designs.ts';

const [folder = 'docs/design'] = process.argv.slice(2);
/** To be looked at, and not kept: more pictures, and lossless. */
const isTrial = process.argv.length > 2;
const FORMAT = isTrial ? ({ type: 'png' } as const) : ({ type: 'jpeg', quality: 70 } as const);
const ENDING = isTrial ? 'png' : 'jpg';

const { dataDir, remove } = await temporaryDataDir();
const server = await startServer({ DATA_DIR: dataDir, SHOP_PORT: 'any' });
await addBrandFont(dataDir);
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox'],
});

async function openLink(page: Page, link: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${server.shopUrl}/playground#v=1&${link}`);
  const previews = page.locator('.preview');
  await previews.first().waitFor();
  for (const preview of await previews.all()) {
    await preview.locator('xpath=self::*[@data-status="reached"]').waitFor({ timeout: 30_000 });
  }
}

try {
  await mkdir(folder, { recursive: true });
  const screen = { width: 1440, height: 1000 };
  const light = await browser.newPage({ viewport: screen, reducedMotion: 'reduce' });
  for (const { id, link } of DESIGNS) {
    await openLink(light, link);
    await light
      .locator('.preview-place')
      .first()
      .screenshot({ ...FORMAT, path: join(folder, `${id}.${ENDING}`) });
  }
  await openLink(light, DESIGNS[0]?.link ?? '');
  await light.screenshot({ ...FORMAT, path: join(folder, `playground.${ENDING}`) });
  if (isTrial) {
    const dark = await browser.newPage({ viewport: screen, colorScheme: 'dark' });
    await openLink(dark, `scheme=dark&locale=ar&state=incomplete`);
    await dark.screenshot({ ...FORMAT, path: join(folder, `dark-arabic.${ENDING}`) });
    await openLink(light, 'shows=board&width=360');
    await light.screenshot({ ...FORMAT, path: join(folder, `board.${ENDING}`), fullPage: true });
    const phone = await browser.newPage({ viewport: { width: 375, height: 812 } });
    await openLink(phone, '');
    await phone.screenshot({ ...FORMAT, path: join(folder, `phone.${ENDING}`), fullPage: true });
  }
} finally {
  await browser.close();
  await server.stop();
  await remove();
}
