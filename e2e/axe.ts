/** Checks a page and the frames in it by axe: every rule that it has, no exceptions. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from '@playwright/test';
import type axe from 'axe-core';
import type { SerialContextObject } from 'axe-core';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** The minified one: less than half of what each document of each page has to be sent and to read. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What is wrong, in a line for each rule and place; nothing when all is well. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await isLoaded(page);
  await paintBehindFrames(page);
  const found = await problemsIn(page.mainFrame());
  const violations = await page.evaluate(async (partial) => {
    const results = await window.axe.finishRun(
      partial.map((text) => JSON.parse(text)),
      {},
    );
    return results.violations;
  }, found);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} (${target}) ${failureSummary}`),
  );
}

/**
 * What axe finds in a document and in the frames of it, as JSON, in the order in which it wants them
 * back. Its package for Playwright would read its source, the dearest part, once more in a page of
 * its own and at each call, and leave out a frame in which that took a second.
 *
 * @param context what axe is to know of the page around a frame
 */
async function problemsIn(frame: Frame, context?: SerialContextObject): Promise<string[]> {
  const isThere = await frame.evaluate(() => 'axe' in window);
  if (!isThere) await frame.evaluate(SOURCE);
  const inner = await frame.evaluate(
    (within) => window.axe.utils.getFrameContexts(within ?? document),
    context,
  );
  const found = [
    await frame.evaluate(
      async (within) => JSON.stringify(await window.axe.runPartial(within ?? document, {})),
      context,
    ),
  ];
  for (const { frameSelector, frameContext } of inner) {
    const element = await frame.evaluateHandle(
      (selector) => window.axe.utils.shadowSelect(selector),
      frameSelector,
    );
    const child = await element.asElement()?.contentFrame();
    if (!child) throw new Error(`axe found no document in ${frameSelector}`);
    found.push(...(await problemsIn(child, frameContext)));
  }
  return found;
}

/**
 * A page that has been led to may have its words before its style, and a frame that was put in a
 * moment ago has an empty document, which goes when its own comes.
 */
async function isLoaded(page: Page): Promise<void> {
  await page.waitForLoadState();
  for (const element of await page.locator('iframe[src]').elementHandles()) {
    const frame = await element.contentFrame();
    await frame?.waitForURL(({ protocol }) => protocol !== 'about:');
  }
}

/**
 * Axe sees the document of a frame alone and takes it for white where it is transparent. What the
 * shopper sees there is the colour behind the frame.
 */
async function paintBehindFrames(page: Page): Promise<void> {
  for (const element of await page.locator('iframe').elementHandles()) {
    const color = await element.evaluate((iframe) => {
      let behind = iframe instanceof Element ? iframe : null;
      for (; behind; behind = behind.parentElement) {
        const { backgroundColor } = getComputedStyle(behind);
        if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor;
      }
      return 'Canvas';
    });
    const frame = await element.contentFrame();
    await frame?.evaluate((background) => {
      document.documentElement.style.backgroundColor = background;
    }, color);
  }
}
