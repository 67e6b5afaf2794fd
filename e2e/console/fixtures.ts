/** What the console's tests have: one gateway a worker, sold for a day, and administrators of each role. */
import { test as base, type Page } from '@playwright/test';
import { startServer, temporaryDataDir } from '../../server/tests/support/gateway-process.ts';
import { type ADay, sellForADay } from './a-day.ts';
import { becomeOwner, type Owner } from './become-owner.ts';

export { expect } from '@playwright/test';
export { PASSWORD } from './become-owner.ts';

export interface Office extends ADay, Owner {}

interface WorkerFixtures {
  office: Office;
}

interface TestFixtures {
  /** The console's page, where the owner is signed in. */
  desk: Page;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  office: [
    async ({ browser }, use) => {
      const { dataDir, remove } = await temporaryDataDir();
      const server = await startServer({
        DATA_DIR: dataDir,
        CONSOLE_PORT: 'any',
        WEBHOOK_ALLOW_PRIVATE: '1',
      });
      const day = await sellForADay(server.url);
      const owner = await becomeOwner(browser, server.output());
      await use({ ...day, ...owner });
      await day.end();
      await server.stop();
      await remove();
    },
    { scope: 'worker' },
  ],
  desk: async ({ browser, office }, use) => {
    const context = await browser.newContext({
      baseURL: office.consoleUrl,
      storageState: office.state,
      locale: 'en-GB',
    });
    await use(await context.newPage());
    await context.close();
  },
});
