/** What every browser test has: the running gateway, a merchant's site, and a form on a page. */
import { rm } from 'node:fs/promises';
import { type BrowserContext, test as base, type Page } from '@playwright/test';
import { closeDatabase, openDatabase } from '../server/store/database.ts';
import {
  DEMO,
  type RunningServer,
  runScript,
  startServer,
  temporaryDataDir,
} from '../server/tests/support/gateway-process.ts';
import { CardForm } from './card-form.ts';
import { type MerchantSite, startMerchantSite } from './merchant-site.ts';

export { expect } from '@playwright/test';

export type Fields = Readonly<Record<string, string>>;

export interface NewCheckout {
  readonly id: string;
  /** Hash of the script, where it was asked for. */
  readonly integrity?: string;
}

export interface Gateway extends RunningServer {
  /** As a merchant's server creates it. Answers the id. */
  createCheckout(fields?: Fields): Promise<string>;
  /** The same, with all of the answer. */
  create(fields?: Fields): Promise<NewCheckout>;
  /** Half an hour passes for this checkout. */
  expire(checkoutId: string): Promise<void>;
  /** Sets something of the channel, as an operator does. */
  setChannel(...settings: string[]): Promise<void>;
  /** As a merchant's server reads it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at answers as untyped code does
  status(checkoutId: string): Promise<any>;
  readonly dataDir: string;
}

export interface FormPage {
  readonly checkout?: Fields;
  /** What the page assigns to `wpwlOptions`: JavaScript. */
  readonly options?: string;
  readonly brands?: string;
  /** Attributes of the `<html>` element. */
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** More of the head, before the options and the script. */
  readonly head?: string;
  /** More of the page, before and after the form. */
  readonly before?: string;
  readonly after?: string;
  /** The form element; `action` and brands as the merchant writes them. */
  readonly form?: string;
  readonly scriptAttributes?: string;
}

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
  /** Opens a page that the test writes itself, around the address of a new checkout's script. */
  openPage(write: (addresses: Addresses) => string): Promise<OpenedForm>;
  /** What the page's console said: warnings and errors. */
  consoleMessages: string[];
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  gateway: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
    async ({}, use) => {
      const { dataDir, remove } = await temporaryDataDir();
      const server = await startServer({
        DATA_DIR: dataDir,
        SHOP_PORT: 'any',
        WEBHOOK_ALLOW_PRIVATE: '1',
      });
      await use(asMerchant(server, dataDir));
      await server.stop();
      await remove();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
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

/** What the widget has said in the console; the browser adds its own on failed and refused requests. */
export const ofTheWidget = (messages: readonly string[]): string[] =>
  messages.filter((message) => !/^(Failed to load resource|Framing ')/.test(message));

/** A merchant's page, as the quick start shows it. */
export function formPage(
  gatewayUrl: string,
  merchantOrigin: string,
  checkoutId: string,
  page: FormPage = {},
): { html: string; headers?: Readonly<Record<string, string>> } {
  const {
    options,
    brands = 'VISA MASTER AMEX',
    html = 'lang="en"',
    head = '',
    before = '',
    after = '',
    form = `<form class="paymentWidgets" action="${merchantOrigin}/result">${brands}</form>`,
    scriptAttributes = '',
    headers,
  } = page;
  const nonce = /nonce="[^"]+"/.exec(scriptAttributes)?.[0] ?? '';
  const src = `${gatewayUrl}/v1/paymentWidgets.js?checkoutId=${checkoutId}`;
  return {
    html: `<!doctype html><html ${html}><head><meta charset="utf-8"><title>Checkout</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
${options ? `<script ${nonce}>var wpwlOptions = ${options}</script>` : ''}
<script src="${src}" ${scriptAttributes}></script></head>
<body><main><h1>Checkout</h1>${before}${form}${after}</main></body></html>`,
    ...(headers && { headers }),
  };
}

function asMerchant(server: RunningServer, dataDir: string): Gateway {
  const headers = {
    authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const create = async (fields: Fields = {}): Promise<NewCheckout> => {
    const body = new URLSearchParams({
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      ...fields,
    });
    const answer = await fetch(`${server.url}/v1/checkouts`, { method: 'POST', headers, body });
    const { id, integrity, result } = await answer.json();
    if (!id) throw new Error(`no checkout: ${JSON.stringify(result)}`);
    return { id, integrity };
  };
  return {
    ...server,
    dataDir,
    create,
    createCheckout: async (fields) => (await create(fields)).id,
    async status(checkoutId) {
      const answer = await fetch(`${server.url}/v1/checkouts/${checkoutId}/payment`, { headers });
      return answer.json();
    },
    async expire(checkoutId) {
      const databaseUrl = process.env['DATABASE_URL'] || undefined;
      const db = await openDatabase({ dataDir, databaseUrl });
      await db
        .updateTable('checkouts')
        .set({ expires_at: Date.now() })
        .where('id', '=', checkoutId)
        .execute();
      await closeDatabase(db);
    },
    async setChannel(...settings) {
      const args = ['channel', 'set', DEMO.DEMO_ENTITY_ID, ...settings];
      const { code, stderr } = await runScript('server/admin/admin.ts', args, {
        DATA_DIR: dataDir,
      });
      if (code !== 0) throw new Error(stderr);
    },
  };
}

export type { BrowserContext, Page };
