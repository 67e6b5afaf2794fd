/** The call at 29 minutes has three tries, and ends with the first that is heard. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { callResultUrls } from '../../gateway/checkout/result.ts';
import { startTestGateway, type TestGateway } from '../support/test-gateway.ts';

const MINUTE = 60;

let test: TestGateway;
let calls: string[];
let introductions: (string | undefined)[][];
/** What the merchant's server answers to the calls that come; 200 after the last of them. */
let answers: number[];
const shop = createServer((request, response) => {
  calls.push(request.url ?? '');
  const { 'user-agent': agent, 'x-subject-id': subject } = request.headers;
  introductions.push([agent, String(subject)]);
  const status = answers.shift() ?? 200;
  if (status === 0) request.socket.destroy();
  else
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('thank you');
});
let resultUrl = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  resultUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/نتيجة?order=7`;
  test = await startTestGateway();
});
afterAll(async () => {
  shop.close();
  await test[Symbol.asyncDispose]();
});
beforeEach(() => {
  calls = [];
  introductions = [];
  answers = [];
});

async function paidUnread(): Promise<string> {
  const id = await test.createCheckout();
  await test.pay(id, { shopperResultUrl: resultUrl });
  await test.call('/sandbox/clock', { entityId: test.entityId, advance: String(29 * MINUTE) });
  return id;
}

/** What a sweeper does; between two tries the time of the first one's lease passes. */
async function sweep(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await callResultUrls(test.gateway);
    await callResultUrls(test.gateway);
    await test.gateway.db.updateTable('checkouts').set({ call_lease_until: Date.now() }).execute();
  }
}
const dueAt = async (id: string) =>
  (
    await test.gateway.db
      .selectFrom('checkouts')
      .select('call_due_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).call_due_at;

it.each([
  ['answers at once', [200], 1],
  ['does not know the page: it was heard', [404], 1],
  ['sends elsewhere: it was heard, and the gateway does not follow', [302], 1],
  ['fails once', [503, 200], 2],
  ['fails twice', [500, 502, 200], 3],
  ['always fails', [500, 500, 500, 500, 500], 3],
  ['hangs up, then answers', [0, 200], 2],
])('a result page that %s', async (_, wanted, count) => {
  const id = await paidUnread();
  answers = [...wanted];
  await sweep(5);
  expect(calls).toHaveLength(count);
  expect(new Set(calls).size).toBe(1);
  const called = new URL(calls[0] ?? '', resultUrl);
  expect(decodeURIComponent(called.pathname)).toBe('/نتيجة');
  expect(Object.fromEntries(called.searchParams)).toEqual({
    order: '7',
    id,
    resourcePath: `/v1/checkouts/${id}/payment`,
  });
  expect(await dueAt(id)).toBeNull();
});

it('stops trying once the status was read', async () => {
  const id = await paidUnread();
  answers = [500, 500, 500];
  await sweep(1);
  await test.call(`/v1/checkouts/${id}/payment`);
  await sweep(3);
  expect(calls).toHaveLength(1);
});

it('is made once by two instances', async () => {
  await paidUnread();
  await Promise.all([callResultUrls(test.gateway), callResultUrls(test.gateway)]);
  expect(calls).toHaveLength(1);
});

it('goes to no address of the inside unless that was allowed', async () => {
  const { createOutgoing } = await import('../../outgoing/guarded-client.ts');
  const id = await paidUnread();
  const guarded = { ...test.gateway, outgoing: createOutgoing({ allowPrivate: false }) };
  for (let n = 0; n < 4; n += 1) {
    await callResultUrls(guarded);
    await test.gateway.db.updateTable('checkouts').set({ call_lease_until: Date.now() }).execute();
  }
  expect(calls).toEqual([]);
  expect(await dueAt(id)).toBeNull();
});

it('a call says who calls, and for which checkout', async () => {
  const id = await paidUnread();
  await sweep(1);
  expect(introductions).toEqual([['payment-gateway/1', id]]);
});
