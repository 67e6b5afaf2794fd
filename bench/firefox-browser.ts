/** Firefox, as it is: its tools slow neither the processor nor the line down, and tell nothing of the heap. */
import puppeteer from 'puppeteer-core';
import { findFirefox } from '../.ci/browser.ts';
import { type MeasuredBrowser, middleOf } from './measured-browser.ts';

export async function startFirefoxBrowser(): Promise<MeasuredBrowser> {
  const executablePath = findFirefox();
  if (!executablePath) throw new Error('there is no Firefox: set FIREFOX_PATH');
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: { width: 1280, height: 900 },
  });
  return {
    async open(script, onTold) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.exposeFunction('tellBench', onTold);
      await page.evaluateOnNewDocument(script);
      return {
        get frames() {
          return page.frames().slice(1);
        },
        evaluate: (expression) => page.evaluate(expression),
        // Its own word that the page is loaded comes too late for what is done by then.
        navigate: (url) =>
          page.evaluate(`void setTimeout(() => location.assign('${url}'))`) as Promise<void>,
        async click(selector) {
          const { x, y } = (await page.evaluate(middleOf(selector))) as { x: number; y: number };
          await page.mouse.click(x, y);
        },
        press: (character) => page.keyboard.type(character),
        heapBytes: async () => undefined,
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
