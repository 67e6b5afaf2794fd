/** What the playground's tests have: the workbench of the gateway that all tests of a worker share. */
import type { FrameLocator, Page } from '@playwright/test';
import { test as base } from '../fixtures.ts';

export { expect } from '@playwright/test';

interface TestFixtures {
  workbench: string;
}

export const test = base.extend<TestFixtures>({
  workbench: async ({ gateway: { shopUrl } }, use) => {
    if (!shopUrl) throw new Error('the workbench has not said its address');
    await use(shopUrl);
  },
});

/** Opens a link of the playground. */
export const open = async (page: Page, workbench: string, link = ''): Promise<void> => {
  await page.goto(`${workbench}/playground${link && `#v=1&${link}`}`);
};

/** The link of what is shown, which the page writes a moment after a change. */
export const linkOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    for (;;) {
      const { href } = location;
      await new Promise((resolve) => setTimeout(resolve, 600));
      if (location.href === href) return href;
    }
  });

/** The merchant's page in the preview of a state, once it is in that state. */
export const previewOf = (page: Page, state: string): FrameLocator =>
  page.frameLocator(`[data-state="${state}"][data-status="reached"] iframe`);
