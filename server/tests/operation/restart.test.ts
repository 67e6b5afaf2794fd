/**
 * What was under way when the server was killed, and what became due while it was down: on both
 * databases.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeDatabase, type DatabaseLocation, openDatabase } from '../../store/database.ts';
import { aWhile } from '../support/a-while.ts';
import { DEMO, type RunningServer, startServer } from '../support/gateway-process.ts';
import { CARD_FIELDS } from '../support/payment-fields.ts';
import { createTestDatabase } from '../support/test-database.ts';

const HALF_AN_HOUR_MS = 30 * 60_000;

let location: DatabaseLocation;
let drop: () => Promise<void>;
let server: RunningServer | undefined;
let calls: string[];
const shop = createServer((request, response) => {
  calls.push(request.url ?? '');
  response.end('thank you');
});

beforeEach(async () => {
  calls = [];
  ({ location, drop } = await createTestDatabase());
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await server?.kill();
  await new Promise((resolve) => shop.close(resolve));
  await drop();
});

const start = async (variables: Readonly<Record<string, string>> = {}) => {
  server = await startServer({
    DATA_DIR: location.dataDir,
    ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
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
const CHALLENGED = { ...CARD_FIELDS, 'card.number': '4200000000000018' };
const MONEY = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
const resultUrl = () => `http://127.0.0.1:${(shop.address() as AddressInfo).port}/result`;

it('a challenge goes on after a restart, at the bank and back', async () => {
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

it('what became due while the server was down is done at the next start, once', async () => {
  const first = await start();
  const { id } = await api(`${first.url}/v1/checkouts`, MONEY);
  await api(`${first.url}/v1/checkouts/${id}/payment`, {
    ...CHALLENGED,
    shopperResultUrl: resultUrl(),
  });
  await first.kill();
  const db = await openDatabase(location);
  await db.updateTable('entities').set({ clock_offset_ms: HALF_AN_HOUR_MS }).execute();
  await closeDatabase(db);
  await restart(first);
  await expect.poll(() => calls.length).toBe(1);
  const again = await openDatabase(location);
  await expect
    .poll(() => again.selectFrom('payments').select(['state', 'result_code']).execute())
    .toEqual([{ state: 'failed', result_code: '100.396.103' }]);
  expect(await again.selectFrom('card_numbers').selectAll().execute()).toEqual([]);
  await closeDatabase(again);
  await aWhile(2_500);
  expect(calls).toHaveLength(1);
});

describe('killed while the connector was called', () => {
  const inDoubt = async () => {
    const db = await openDatabase(location);
    const rows = () =>
      db.selectFrom('payments').select('id').where('state', '=', 'in_doubt').execute();
    await expect.poll(async () => (await rows()).length).toBe(1);
    await closeDatabase(db);
  };
  const booked = async () => {
    const db = await openDatabase(location);
    const rows = await db.selectFrom('simulator_ledger').select('result_code').execute();
    await closeDatabase(db);
    return rows.map(({ result_code }) => result_code);
  };

  it.each([
    ['hang', '900.100.500'],
    ['lose-answer', '000.100.110'],
  ])(
    '%s: ends after the restart as the books have it, charged once at most',
    async (behaviour, code) => {
      const first = await start();
      await api(`${first.url}/sandbox/connector`, { behaviour });
      const asked = api(`${first.url}/v1/payments`, {
        ...MONEY,
        ...CHALLENGED,
        'card.number': '4200000000000000',
      }).catch(() => undefined);
      await inDoubt();
      if (behaviour === 'lose-answer') {
        await expect.poll(booked).toEqual([code]);
      }
      const { url } = await restart(first);
      await asked;
      const db = await openDatabase(location);
      const { id } = await db.selectFrom('payments').select('id').executeTakeFirstOrThrow();
      await closeDatabase(db);
      await expect
        .poll(async () => (await api(`${url}/v1/payments/${id}`)).result.code, { timeout: 40_000 })
        .toBe(code);
      expect(await booked()).toEqual([code]);
    },
  );

  it('on the way back from a wallet: ends as the wallet was told', async () => {
    const first = await start();
    const { id, redirect } = await api(`${first.url}/v1/payments`, {
      ...MONEY,
      paymentBrand: 'PAYPAL',
      shopperResultUrl: resultUrl(),
    });
    await api(`${first.url}/sandbox/connector`, { behaviour: 'lose-answer' });
    const page = await fetch(redirect.url);
    const order = /name="order" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    const back = fetch(`${first.shopUrl}/bank/wallet/answer`, {
      method: 'POST',
      body: new URLSearchParams({ order, outcome: 'accept' }),
    }).catch(() => undefined);
    await inDoubt();
    await expect.poll(booked).toEqual(['000.100.110']);
    const { url } = await restart(first);
    await back;
    await expect
      .poll(async () => (await api(`${url}/v1/payments/${id}`)).result.code, { timeout: 40_000 })
      .toBe('000.100.110');
    expect(await booked()).toEqual(['000.100.110']);
  });
});
