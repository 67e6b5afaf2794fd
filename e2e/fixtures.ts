/** What every browser test has: the running gateway, a merchant's site, and a form on a page. */
import { type BrowserContext, test as base, type Page } from '@playwright/test';
import { CardForm } from './card-form.ts';
import { WHOLE_BROWSER } from './chromium.ts';
import { type FormPage, formPage } from './form-page.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { type MerchantSite, startMerchantSite } from './merchant-site.ts';

export { expect } from '@playwright/test';
export { type FormPage, formPage } from './form-page.ts';
export type { Fields, Gateway, NewCheckout } from './gateway.ts';

export interface OpenedForm {
  readonly form: CardForm;
  readonly checkoutId: string;
}

export interface Addresses {
  /** Of the script, with the checkout's id. */
  readonly script: string;
  /** Of the merchant's result page. */
  readonly result: string;
}

interface WorkerFixtures {
  gateway: Gateway;
  merchant: MerchantSite;
}

export type OpenForm = (page?: FormPage) => Promise<OpenedForm>;

interface TestFixtures {
  /** Writes a merchant's page with a form and opens it. */
  openForm: OpenForm;
  /** The same, and waits until the shopper can type into every field. */
  openReady: OpenForm;
  /** Opens a page that the test writes itself, around the address of a new checkout's script. */
  openPage(write: (addresses: Addresses) => string): Promise<OpenedForm>;
  /** What the page's console said: warnings and errors. */
  consoleMessages: string[];
}

/** What a worker starts once; its first test has its own time besides. */
export const START_MS = 180_000;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  gateway: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
    async ({}, use) => {
      const { gateway, end } = await startGateway();
      await use(gateway);
      await end();
    },
    { scope: 'worker', timeout: START_MS },
  ],
  merchant: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
    async ({}, use) => {
      const site = await startMerchantSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  consoleMessages: async ({ page }, use) => {
    const messages: string[] = [];
    page.on('console', (message) => {
      if (['warning', 'error'].includes(message.type())) messages.push(message.text());
    });
    page.on('pageerror', (error) => messages.push(`uncaught: ${error.message}`));
    await use(messages);
  },
  openForm: async ({ page, gateway, merchant }, use) => {
    await use(async (wanted = {}) => {
      const checkoutId = await gateway.createCheckout(wanted.checkout);
      await page.goto(merchant.publish(formPage(gateway.url, merchant.origin, checkoutId, wanted)));
      return { form: new CardForm(page), checkoutId };
    });
  },
  openReady: async ({ openForm }, use) => {
    await use(async (page) => {
      const opened = await openForm(page);
      await opened.form.isReady();
      return opened;
    });
  },
  openPage: async ({ page, gateway, merchant }, use) => {
    await use(async (write) => {
      const checkoutId = await gateway.createCheckout();
      const script = `${gateway.url}/v1/paymentWidgets.js?checkoutId=${checkoutId}`;
      const html = write({ script, result: `${merchant.origin}/result` });
      await page.goto(merchant.publish({ html }));
      return { form: new CardForm(page), checkoutId };
    });
  },
});

/** Tests with a worker of their own, which they share: each has a browser and a gateway to start. */
export const untraced = test.extend({ trace: ['off', { scope: 'worker' }] });
export const inWholeBrowser = test.extend({
  launchOptions: [WHOLE_BROWSER, { scope: 'worker' }],
});

/** What the widget has said in the console; the browser adds its own on failed and refused requests. */
export const ofTheWidget = (messages: readonly string[]): string[] =>
  messages.filter((message) => !/^(Failed to load resource|Framing ')/.test(message));

export type { BrowserContext, Page };
