/**
 * Pictures of the console for a reader's eye, into `docs/console`: each page in three languages, light
 * and dark, at a desk and on a phone. `node e2e/console/pictures.ts`, after a build; names of pages behind it
 * draw only those.
 */
import { mkdir } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { startServer, temporaryDataDir } from '../../server/tests/support/gateway-process.ts';
import { CHROMIUM } from '../chromium.ts';
import { sellForADay } from './a-day.ts';
import { becomeOwner } from './become-owner.ts';
import { setUpChannel } from './set-up-channel.ts';

const SCREENS = {
  desk: { viewport: { width: 1100, height: 680 } },
  phone: { viewport: { width: 375, height: 720 }, isMobile: true, hasTouch: true },
} as const;
/** A language and a look for each: together they show all. */
const LOOKS = [
  ['en', 'light'],
  ['en', 'dark'],
  ['de', 'light'],
  ['de', 'dark'],
  ['ar', 'light'],
  ['ar', 'dark'],
] as const;
const FOLDER = 'docs/console';
const QUALITY = 28;

const { dataDir, remove } = await temporaryDataDir();
const server = await startServer({
  DATA_DIR: dataDir,
  CONSOLE_PORT: 'any',
  WEBHOOK_ALLOW_PRIVATE: '1',
});
const browser = await chromium.launch(CHROMIUM);
try {
  await mkdir(FOLDER, { recursive: true });
  const day = await sellForADay(server.url);
  const { consoleUrl, state } = await becomeOwner(browser, server.output());
  const owner = await browser.newContext({ baseURL: consoleUrl, storageState: state });
  const desk = await owner.newPage();
  await desk.goto('/channel');
  await setUpChannel(desk, server.url);
  await owner.close();
  const pages = {
    today: '/',
    payments: '/payments',
    payment: `/payments/${day.refunded}`,
    chargebacks: '/chargebacks',
    funnel: '/checkouts/funnel',
    webhooks: '/webhooks',
    requests: '/requests',
    channel: '/channel',
  };
  const named = process.argv.slice(2);
  const wanted = Object.entries(pages).filter(
    ([name]) => named.length === 0 || named.includes(name),
  );
  for (const [screen, options] of Object.entries(SCREENS)) {
    for (const [language, colorScheme] of LOOKS) {
      const context = await browser.newContext({
        ...options,
        colorScheme,
        baseURL: consoleUrl,
        storageState: state,
      });
      await context.addInitScript((tag) => localStorage.setItem('console.language', tag), language);
      const page = await context.newPage();
      for (const [name, path] of wanted) {
        await page.goto(path);
        await page.locator('.loaded').first().waitFor();
        await page.waitForLoadState('networkidle');
        const file = `${FOLDER}/${name}-${screen}-${language}-${colorScheme}.jpg`;
        // Of a page of settings all is shown, not its beginning.
        await page.screenshot({ path: file, quality: QUALITY, fullPage: name === 'channel' });
      }
      await context.close();
    }
  }
  await day.end();
} finally {
  await browser.close();
  await server.stop();
  await remove();
}
