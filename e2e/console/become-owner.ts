/** Becomes the first owner by the link that the gateway's start has printed, as its operator does. */
import type { Browser, BrowserContext } from '@playwright/test';

export const PASSWORD = 'correct horse battery';

export interface Owner {
  readonly consoleUrl: string;
  /** Cookies of the owner. */
  readonly state: Awaited<ReturnType<BrowserContext['storageState']>>;
}

/** @param output what the start has printed */
export async function becomeOwner(browser: Browser, output: string): Promise<Owner> {
  const link = /First owner +(\S+)/.exec(output)?.[1] ?? '';
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel('Name').fill('Olga');
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return { consoleUrl: new URL(link).origin, state };
}
