/** What the console's tests have: one gateway a worker, sold for a day, and administrators of each role. */
import { readFileSync } from 'node:fs';
import { test as base, expect, type Page } from '@playwright/test';
import { startServer, temporaryDataDir } from '../../server/tests/support/gateway-process.ts';
import { START_MS } from '../fixtures.ts';
import { type ADay, sellForADay } from './a-day.ts';
import { becomeOwner, type Owner, PASSWORD } from './become-owner.ts';

export { expect, PASSWORD };

export interface Office extends ADay, Owner {}

interface WorkerFixtures {
  office: Office;
}

interface TestFixtures {
  /** The console's page, where the owner is signed in. */
  desk: Page;
  /** The console's page, where a support agent is signed in whom the owner has invited for this test. */
  agent: Page;
}

/** What the page asks the server, beside its own files: nothing is possible only by mouse. */
function requestsOf(page: Page) {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const isFetched = request.resourceType() === 'fetch' || request.resourceType() === 'xhr';
    if (isFetched) asked.add(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return {
    /** Requests that the admin API's document does not have. */
    undocumented(): string[] {
      const { paths } = JSON.parse(readFileSync('docs/admin-openapi.json', 'utf8'));
      const known = Object.entries<object>(paths).flatMap(([path, operations]) =>
        Object.keys(operations).map(
          (method) => new RegExp(`^${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '[^/]+')}$`),
        ),
      );
      return [...asked].filter((one) => !known.some((pattern) => pattern.test(one)));
    },
  };
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
    { scope: 'worker', timeout: START_MS },
  ],
  desk: async ({ browser, office }, use) => {
    const context = await browser.newContext({
      baseURL: office.consoleUrl,
      storageState: office.state,
      locale: 'en-GB',
    });
    const page = await context.newPage();
    const asked = requestsOf(page);
    await use(page);
    expect(asked.undocumented()).toEqual([]);
    await context.close();
  },
  agent: async ({ browser, desk, office }, use, { title }) => {
    await desk.goto('/administrators');
    await desk.getByRole('button', { name: 'Invite' }).click();
    const invitation = desk.getByRole('dialog');
    // Words of the test, as names have letters, digits and blanks.
    await invitation
      .getByLabel('Name')
      .fill(`Sam ${title.replace(/[^\w ]/g, '').slice(0, 40)}`.trim());
    await invitation.getByRole('button', { name: 'Invite' }).click();
    const link = (await invitation.locator('bdi').textContent()) ?? '';
    const context = await browser.newContext({ baseURL: office.consoleUrl, locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(link);
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await use(page);
    await context.close();
  },
});
