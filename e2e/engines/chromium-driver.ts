/**
 * Chromium, by Playwright as in all other browser tests: puppeteer waits for ever, now and then, for a
 * frame of another process.
 */
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { SWITCHES } from '../chromium.ts';
import { type Driver, IS_ON_SCREEN, WINDOW } from './driver.ts';
import { frameAt } from './frame-at.ts';

/** @param executablePath of the browser */
export async function startChromium(executablePath: string): Promise<Driver> {
  const browser = await chromium.launch({
    executablePath,
    headless: !IS_ON_SCREEN,
    args: IS_ON_SCREEN ? [...SWITCHES, '--force-renderer-accessibility'] : SWITCHES,
  });
  const openPage = async (): Promise<{ context: BrowserContext; page: Page }> => {
    const context = await browser.newContext({ viewport: WINDOW });
    return { context, page: await context.newPage() };
  };
  let { context, page } = await openPage();

  return {
    version: `Chromium/${browser.version()}`,
    async renew() {
      await context.close();
      ({ context, page } = await openPage());
    },
    async open(url) {
      await page.goto(url);
    },
    async reload() {
      await page.reload();
    },
    goBack: () => page.evaluate('void setTimeout(() => history.back())'),
    goForward: () => page.evaluate('void setTimeout(() => history.forward())'),
    evaluate: async (expression, path) =>
      (await frameAt(page.mainFrame(), path)).evaluate(expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key, modifier) => page.keyboard.press(modifier ? `${modifier}+${key}` : key),
    screenshot: () => page.screenshot(),
    end: () => browser.close(),
  };
}
