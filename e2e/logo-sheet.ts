/** Writes a picture of all logos, for the eye: `node e2e/logo-sheet.ts [file]`, by default `docs/logos.png`. */
import { chromium } from '@playwright/test';
import { CHROMIUM } from './chromium.ts';
import { logoPage } from './logo-page.ts';

const [path = 'docs/logos.png'] = process.argv.slice(2);

const browser = await chromium.launch(CHROMIUM);
try {
  const page = await browser.newPage({ viewport: { width: 1420, height: 600 } });
  await page.setContent(logoPage());
  await page.screenshot({ path, fullPage: true });
} finally {
  await browser.close();
}
