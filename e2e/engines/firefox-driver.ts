/**
 * Firefox, by WebDriver BiDi: puppeteer is the library whose keys arrive in frames of other origins.
 */
import puppeteer, { type BrowserContext, type Page } from 'puppeteer-core';
import { type Driver, IS_ON_SCREEN, WINDOW } from './driver.ts';
import { frameAt } from './frame-at.ts';

/** Else Firefox takes no click on a page that is younger than a blink: a test is faster than that. */
const PREFERENCES = {
  'dom.input_events.security.minNumTicks': 0,
  'dom.input_events.security.minTimeElapsedInMS': 0,
};

/** Longer than any step of a test on a machine with other work. */
const TIMEOUT_MS = 60_000;

export type Preferences = Readonly<Record<string, string | number | boolean>>;

/** @param executablePath of the browser */
export async function startFirefox(
  executablePath: string,
  preferences: Preferences = {},
): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: !IS_ON_SCREEN,
    extraPrefsFirefox: { ...PREFERENCES, ...preferences },
    defaultViewport: WINDOW,
    timeout: TIMEOUT_MS,
    protocolTimeout: TIMEOUT_MS,
  });
  const openPage = async (): Promise<{ context: BrowserContext; page: Page }> => {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    await page.bringToFront();
    return { context, page };
  };
  let { context, page } = await openPage();

  return {
    version: await browser.version(),
    async renew() {
      // Not the other way round: a window that is closed hands on the focus, to whichever is there.
      await context.close();
      ({ context, page } = await openPage());
    },
    async open(url) {
      await page.goto(url);
    },
    async reload() {
      await page.reload();
    },
    // A page that comes out of the back/forward cache is not always seen to load.
    goBack: () => page.evaluate('void setTimeout(() => history.back())') as Promise<void>,
    goForward: () => page.evaluate('void setTimeout(() => history.forward())') as Promise<void>,
    evaluate: async (expression, path) =>
      (await frameAt(page.mainFrame(), path)).evaluate(expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    async press(key, modifier) {
      if (modifier) await page.keyboard.down(modifier);
      await page.keyboard.press(key as 'Enter');
      if (modifier) await page.keyboard.up(modifier);
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    end: () => browser.close(),
  };
}
