/** What the form reports of the page around it, where the gateway asks for it (D22). */
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { closeDatabase, openDatabase } from '../server/store/database.ts';
import { CardForm } from './card-form.ts';
import { expect, formPage, test } from './fixtures.ts';
import { PAYMENT_REQUESTS } from './payment-requests.ts';

const LATE = 'window.late = 1';
const INLINE = 'window.shop = "inline"';
const DATA_URL = 'data:text/javascript,window.fromData=1';
const DATA = '<script type="application/json">{"email":"jane@shop.example"}</script>';

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** The form has looked at the page by then. */
const LOOKED_MS = 4_000;

/** Bodies of the reports that leave the page. */
function reportsOf(page: Page): string[][] {
  const reports: string[][] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/scripts')) return;
    reports.push(new URLSearchParams(request.postData() ?? '').getAll('script'));
  });
  return reports;
}

/** The second report races the payment, and is lost with the page: on a busy machine the payment waits for it. */
const payOnceReported = (page: Page, reports: readonly string[][]) =>
  page.route(PAYMENT_REQUESTS, async (route) => {
    await expect.poll(() => reports.length).toBe(2);
    await route.continue();
  });

/** Scripts that the shop's page loads from elsewhere; their addresses hold private data. */
async function serveScripts(page: Page): Promise<void> {
  await page.route('https://cdn.example/**', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
      body: '',
    }),
  );
}

const EMPTY = `sha384-${createHash('sha384').update('').digest('base64')}`;
const HEAD = `<script>${INLINE}</script>${DATA}
<script src="https://cdn.example/lib.js?email=jane@shop.example#jane"></script>
<script src="https://cdn.example/safe.js" integrity="${EMPTY}" crossorigin></script>
<script src="${DATA_URL}"></script>
<script>const gone = document.createElement('script');
gone.src = 'https://cdn.example/gone.js';
gone.onload = () => gone.remove();
document.head.append(gone);</script>`;

const addScript = (text: string, src = '') => `{
  const script = document.createElement('script');
  ${src ? `script.src = ${JSON.stringify(src)}` : `script.textContent = ${JSON.stringify(text)}`};
  document.head.append(script);
}`;

test.describe('a channel that is watched', () => {
  test.beforeEach(async ({ gateway, page }) => {
    await gateway.setChannel('pageWatch={"share":100}');
    await serveScripts(page);
  });
  test.afterAll(async ({ gateway }) => gateway.setChannel('pageWatch=null'));

  test('hears of each script once, without anything of the shopper, and of late ones at the payment', async ({
    openForm,
    page,
    gateway,
  }) => {
    const reports = reportsOf(page);
    const { form, checkoutId } = await openForm({ head: HEAD });
    await form.isReady();
    // In real time: a page with a clock of its own cannot tell what it has loaded.
    await expect.poll(() => reports.length).toBe(1);
    const own = `${gateway.url}/v1/paymentWidgets.js? `;
    const inline = HEAD.match(/<script>(const gone[\s\S]*?)<\/script>/)?.[1] ?? '';
    expect(reports[0]?.toSorted()).toEqual(
      [
        `${hashOf(INLINE)} `,
        `${hashOf(inline)} `,
        'https://cdn.example/lib.js? ',
        `https://cdn.example/safe.js ${EMPTY}`,
        `data:${hashOf(DATA_URL)} `,
        own,
        'https://cdn.example/gone.js',
      ].toSorted(),
    );
    await page.evaluate(addScript(LATE));
    await page.evaluate(addScript('', 'https://cdn.example/skimmer.js?to=evil'));
    await payOnceReported(page, reports);
    await form.pay({});
    await page.waitForURL(/\/result/);
    expect(reports[1]?.toSorted()).toEqual(
      [`${hashOf(LATE)} `, 'https://cdn.example/skimmer.js? '].toSorted(),
    );
    expect(JSON.stringify(reports)).not.toMatch(/jane|evil/);
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
    const db = await openDatabase({
      dataDir: gateway.dataDir,
      databaseUrl: process.env['DATABASE_URL'] || undefined,
    });
    const changes = async () =>
      (await db.selectFrom('page_changes').select('subject').execute()).map(
        ({ subject }) => subject,
      );
    await expect.poll(changes).toContain('https://cdn.example/skimmer.js?');
    expect(await changes()).not.toContain(`${gateway.url}/v1/*`);
    await closeDatabase(db);
  });

  test('hears of all of more than a hundred scripts by the payment', async ({ openForm, page }) => {
    const reports = reportsOf(page);
    const texts = Array.from({ length: 130 }, (_, n) => `window.part = ${n}`);
    const head = texts.map((text) => `<script>${text}</script>`).join('');
    await page.clock.install();
    const { form } = await openForm({ head });
    await form.isReady();
    await page.clock.runFor(LOOKED_MS);
    await expect.poll(() => reports.length).toBe(1);
    await payOnceReported(page, reports);
    await form.pay({});
    await page.waitForURL(/\/result/);
    expect(reports.map(({ length }) => length <= 100)).toEqual([true, true]);
    expect(reports.flat()).toEqual(expect.arrayContaining(texts.map((text) => `${hashOf(text)} `)));
  });

  for (const [what, answer] of [
    ['is not answered', 'abort'],
    ['is refused', 'refuse'],
  ] as const) {
    test(`pays where a report ${what}`, async ({ openForm, page, gateway, consoleMessages }) => {
      let isAsked = false;
      await page.route('**/v1/checkouts/*/scripts', (route) => {
        isAsked = true;
        return answer === 'abort' ? route.abort() : route.fulfill({ status: 503 });
      });
      const { form, checkoutId } = await openForm();
      await form.isReady();
      await form.pay({});
      await page.waitForURL(/\/result/);
      expect(isAsked).toBe(true);
      expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
      expect(consoleMessages.filter((message) => message.startsWith('uncaught'))).toEqual([]);
    });
  }

  test('pays where the policy of the page blocks the report', async ({
    page,
    gateway,
    merchant,
  }) => {
    const checkoutId = await gateway.createCheckout();
    const at = `${gateway.url}/v1/checkouts/${checkoutId}`;
    // Nothing but what the form needs: the path of the report is not among it.
    const policy = [
      "default-src 'none'",
      `script-src ${gateway.url}`,
      `frame-src ${gateway.url}`,
      `connect-src ${at}/form ${at}/payment`,
    ].join('; ');
    const { html } = formPage(gateway.url, merchant.origin, checkoutId);
    const blocked: string[] = [];
    page.on('console', (message) => blocked.push(message.text()));
    await page.goto(merchant.publish({ html, headers: { 'content-security-policy': policy } }));
    const form = new CardForm(page);
    await form.isReady();
    await form.pay({});
    await page.waitForURL(/\/result/);
    expect((await gateway.status(checkoutId)).result.code).toBe('000.100.110');
    expect(blocked.join()).toMatch(/scripts' violates|scripts'. because it violates/);
  });
});

test('a channel that samples nothing hears nothing', async ({ openForm, page, gateway }) => {
  await gateway.setChannel('pageWatch={"share":0}');
  const reports = reportsOf(page);
  await page.clock.install();
  const { form } = await openForm({ head: `<script>${INLINE}</script>` });
  await form.isReady();
  await page.clock.runFor(LOOKED_MS);
  await form.pay({});
  await page.waitForURL(/\/result/);
  expect(reports).toEqual([]);
});
