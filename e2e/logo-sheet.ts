/** Writes a picture of all logos, for the eye: `node e2e/logo-sheet.ts [file]`, by default `docs/logos.png`. */
import { writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { CHROMIUM } from './chromium.ts';
import { logoPage } from './logo-page.ts';
import { smallPng } from './small-png.ts';

const [file = 'docs/logos.png'] = process.argv.slice(2);

const browser = await chromium.launch(CHROMIUM);
try {
  const page = await browser.newPage({ viewport: { width: 1160, height: 600 } });
  await page.setContent(logoPage());
  await writeFile(file, await smallPng(page, await page.screenshot({ fullPage: true })));
} finally {
  await browser.close();
}
