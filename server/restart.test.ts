/** What was under way when the server was killed, and what became due while it was down. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeDatabase, openDatabase } from './store/database.ts';
import { DEMO, type RunningServer, startServer, temporaryDataDir } from './test-process.ts';

const HALF_AN_HOUR_MS = 30 * 60_000;
/** Four starts of the whole server. */
const SLOW = { timeout: 150_000 };

let dataDir: string;
let remove: () => Promise<void>;
let server: RunningServer | undefined;
let calls: string[];
const shop = createServer((request, response) => {
  calls.push(request.url ?? '');
  response.end('thank you');
});

beforeEach(async () => {
  calls = [];
  ({ dataDir, remove } = await temporaryDataDir());
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await server?.kill();
  await new Promise((resolve) => shop.close(resolve));
  await remove();
});

const start = async (variables: Readonly<Record<string, string>> = {}) => {
  server = await startServer({
    DATA_DIR: dataDir,
    SHOP_PORT: 'any',
    WEBHOOK_ALLOW_PRIVATE: '1',
    ...variables,
  });
  return server;
};
/** Killed, and back on the same addresses. */
const restart = async ({ url, shopUrl = '' }: RunningServer) => {
  await server?.kill();
  return start({ PORT: new URL(url).port, SHOP_PORT: new URL(shopUrl).port });
};

const api = async (url: string, fields?: Readonly<Record<string, string>>) => {
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  });
  return answer.json();
};
const CHALLENGED = {
  paymentBrand: 'VISA',
  'card.number': '4200000000000018',
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
};
const MONEY = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
const resultUrl = () => `http://127.0.0.1:${(shop.address() as AddressInfo).port}/result`;

it('a challenge goes on after a restart, at the bank and back', SLOW, async () => {
  const first = await start();
  const { id, redirect } = await api(`${first.url}/v1/payments`, {
    ...MONEY,
    ...CHALLENGED,
    shopperResultUrl: resultUrl(),
  });
  const { url } = await restart(first);
  const hold = await (await fetch(redirect.url)).text();
  const creq = /name="creq" value="([^"]+)"/.exec(hold)?.[1] ?? '';
  const bank = /action="([^"]+\/bank\/challenge)[^"]*"/.exec(hold)?.[1] ?? '';
  const page = await fetch(bank, { method: 'POST', body: new URLSearchParams({ creq }) });
  expect(await page.text()).toContain('This bank is a simulation');
  await fetch(`${bank}/answer`, {
    method: 'POST',
    body: new URLSearchParams({ creq, transStatus: 'Y' }),
  });
  expect((await api(`${url}/v1/payments/${id}`)).result.code).toBe('000.100.110');
});

it('what became due while the server was down is done at the next start, once', SLOW, async () => {
  const first = await start();
  const { id } = await api(`${first.url}/v1/checkouts`, MONEY);
  await api(`${first.url}/v1/checkouts/${id}/payment`, {
    ...CHALLENGED,
    shopperResultUrl: resultUrl(),
  });
  await first.kill();
  const db = await openDatabase({ dataDir });
  await db.updateTable('entities').set({ clock_offset_ms: HALF_AN_HOUR_MS }).execute();
  await closeDatabase(db);
  await restart(first);
  await expect.poll(() => calls.length, { timeout: 10_000 }).toBe(1);
  const again = await openDatabase({ dataDir });
  await expect
    .poll(() => again.selectFrom('payments').select(['state', 'result_code']).execute(), {
      timeout: 10_000,
    })
    .toEqual([{ state: 'failed', result_code: '100.396.103' }]);
  expect(await again.selectFrom('card_numbers').selectAll().execute()).toEqual([]);
  await closeDatabase(again);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(calls).toHaveLength(1);
});
