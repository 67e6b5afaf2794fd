/** Judges a page and the frames in it by axe: every rule that it has, no exceptions. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What is wrong, in a line for each rule and place; nothing when all is well. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await paintBehindFrames(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} (${target}) ${failureSummary}`),
  );
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
