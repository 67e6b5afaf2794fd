/** What the playground's tests have: one gateway a worker, and its workbench. */
import { test as base, type FrameLocator, type Page } from '@playwright/test';
import { startServer, temporaryDataDir } from '../../server/tests/support/gateway-process.ts';

export { expect } from '@playwright/test';

interface WorkerFixtures {
  workbench: string;
}

export const test = base.extend<object, WorkerFixtures>({
  workbench: [
    async ({ browserName: _ }, use) => {
      const { dataDir, remove } = await temporaryDataDir();
      const server = await startServer({ DATA_DIR: dataDir, SHOP_PORT: 'any' });
      if (!server.shopUrl) throw new Error('the workbench has not said its address');
      await use(server.shopUrl);
      await server.stop();
      await remove();
    },
    { scope: 'worker' },
  ],
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
