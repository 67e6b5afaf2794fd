/** The log of the API in the console: what is kept of a request, what is not, and how it is found. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PaymentDetail, RequestItem } from '../../../contract/admin-api.ts';
import { issueToken } from '../../gateway/access/index.ts';
import { createEntity } from '../../gateway/entities/entities.ts';
import { isPostgres } from '../../store/dialect.ts';
import { type Client, startConsole } from '../../tests/support/console-client.ts';
import { CARD_FIELDS, CHECKOUT, startAlone } from '../../tests/support/test-gateway.ts';
import { changingRequests, findRequests } from './find-requests.ts';

const test = await startAlone({ logsRequests: true });
const { gateway, entityId, call } = test;
const { db } = gateway;
const console = await startConsole(gateway);
afterAll(async () => {
  await console[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});
let owner: Client;
beforeAll(async () => {
  owner = await console.administrator('Olga', 'owner');
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const soon = (check: () => unknown) => expect.poll(check, { interval: 40 });
const find = async (query: string, client = owner): Promise<readonly RequestItem[]> =>
  (await client.ask(`/admin/v1/requests?${query}`)).body.items;
const named = async (requestId: string): Promise<RequestItem> => {
  await soon(async () => (await find(`requestId=${requestId}`)).length).toBe(1);
  const [item] = await find(`requestId=${requestId}`);
  if (!item) throw new Error('it is gone');
  return item;
};
const pay = (requestId: string, fields = {}, headers = {}) =>
  call(
    '/v1/payments',
    { entityId, ...CHECKOUT, ...CARD_FIELDS, ...fields },
    { headers: { ...FORM, 'x-request-id': requestId, ...headers } },
  );

describe('what is kept of a request', () => {
  it('is method, path, status, result code, time, duration, ids, key, entity and token', async () => {
    const before = Date.now();
    const { body } = await pay('pay-1', {}, { 'idempotency-key': 'order 4711' });
    const item = await named('pay-1');
    expect(item).toEqual({
      ...{ at: expect.any(String), durationMs: expect.any(Number) },
      ...{ method: 'POST', path: '/v1/payments', status: 200, resultCode: body.result.code },
      ...{ requestId: 'pay-1', idempotencyKey: 'order 4711', entityId },
      token: { id: expect.any(String), label: 'test' },
      ...{ pathId: null, answerId: body.id, paymentId: body.id },
    });
    expect(Date.parse(item.at)).toBeGreaterThanOrEqual(before - 1);
    // Answered from what was kept under the key, it is one more request.
    await pay('pay-1-again', {}, { 'idempotency-key': 'order 4711' });
    expect(await named('pay-1-again')).toMatchObject({ status: 200, answerId: body.id });
  });

  it('has refusals, and what the path names', async () => {
    const { body: paid } = await pay('pay-2');
    const refund = { entityId, paymentType: 'RF', amount: '900.00', currency: 'EUR' };
    const { status, body } = await call(`/v1/payments/${paid.id}`, refund, {
      headers: { ...FORM, 'x-request-id': 'refund-2' },
    });
    expect(status).toBe(400);
    expect(await named('refund-2')).toMatchObject({
      ...{ path: `/v1/payments/${paid.id}`, status: 400, resultCode: body.result.code },
      ...{ pathId: paid.id, paymentId: paid.id },
    });
  });

  it('has no body, no query, and no card number wherever it was put', async () => {
    const number = '4200000000000000';
    const spaced = '4200 0000 0000 0000';
    await call(
      `/v1/payments/${number}?entityId=${entityId}&note=${number}&secret=hunter2`,
      undefined,
      {
        headers: { 'x-request-id': 'odd-1' },
      },
    );
    await pay('odd-2', { 'card.holder': 'Jane Jones' }, { 'idempotency-key': `of ${spaced}` });
    await named('odd-1');
    await named('odd-2');
    const rows = JSON.stringify(await db.selectFrom('api_requests').selectAll().execute());
    for (const secret of [number, spaced, 'hunter2', 'Jane', test.token]) {
      expect(rows).not.toContain(secret);
    }
    // A duration may be as long, and an id has any digits.
    const texts = rows.replaceAll(/"duration_ms":\d+|\b[\da-f]{32}\b|\b\d{13}\b/g, '');
    expect(texts).not.toContain('2034');
  });

  it('is nothing of whom no token names', async () => {
    const headers = { ...FORM, authorization: 'Bearer none', 'x-request-id': 'stranger' };
    await call('/v1/payments', { entityId }, { headers });
    await pay('after-stranger');
    await named('after-stranger');
    expect(await find('requestId=stranger')).toEqual([]);
  });
});

const storyOf = async (id: string) => {
  const { timeline }: PaymentDetail = (await owner.ask(`/admin/v1/payments/${id}`)).body;
  return timeline
    .filter(({ kind }) => kind === 'request')
    .map(({ text, requestId, actor }) => [text, requestId, actor]);
};

it('another merchant who names a payment is no part of its story, and learns nothing of it', async () => {
  const { body: paid } = await pay('own');
  const thief = await createEntity(db, { kind: 'merchant', name: 'Thief' });
  const shop = await createEntity(db, { kind: 'channel', name: 'Shop', parentId: thief.id });
  const { token } = await issueToken(db, { entityId: thief.id, label: 'mine' });
  const refund = { entityId: shop.id, paymentType: 'RF', amount: '2.00', currency: 'EUR' };
  await call(`/v1/payments/${paid.id}`, refund, {
    headers: { ...FORM, authorization: `Bearer ${token}`, 'x-request-id': 'foreign' },
  });
  expect(await named('foreign')).toMatchObject({ pathId: paid.id, entityId: shop.id });
  expect(await storyOf(paid.id)).toEqual([['POST /v1/payments → 200', 'own', 'test']]);
  const clerk = await console.administrator('Thea', 'owner', thief.id);
  expect(await find('requestId=foreign', clerk)).toMatchObject([
    { pathId: paid.id, paymentId: null },
  ]);
});

it('the story of a payment has what made and changed it, with the ids of the requests', async () => {
  const { body: paid } = await pay('story-1');
  await call(`/v1/payments/${paid.id}?entityId=${entityId}`, undefined, {
    headers: { 'x-request-id': 'story-read' },
  });
  const refund = { entityId, paymentType: 'RF', amount: '2.00', currency: 'EUR' };
  await call(`/v1/payments/${paid.id}`, refund, {
    headers: { ...FORM, 'x-request-id': 'story-2' },
  });
  await named('story-2');
  expect(await storyOf(paid.id)).toEqual([
    ['POST /v1/payments → 200', 'story-1', 'test'],
    [`POST /v1/payments/${paid.id} → 200`, 'story-2', 'test'],
  ]);

  const checkout = await test.createCheckout();
  await test.pay(checkout, {}, { headers: { 'x-request-id': 'by-the-shopper' } });
  const read = await call(`/v1/checkouts/${checkout}/payment?entityId=${entityId}`);
  await named('by-the-shopper');
  expect(await storyOf(read.body.id)).toEqual([
    ['POST /v1/checkouts → 200', expect.any(String), 'test'],
    [`POST /v1/checkouts/${checkout}/payment → 200`, 'by-the-shopper', undefined],
  ]);
});

describe('the list', () => {
  it('is filtered by status, method, path, payment, time and channel', async () => {
    const { body } = await pay('list-1');
    await call(`/v1/payments/${body.id}?entityId=${entityId}`, undefined, {
      headers: { 'x-request-id': 'list-2' },
    });
    await call('/v1/payments', { entityId }, { headers: { ...FORM, 'x-request-id': 'list-3' } });
    await named('list-3');
    const has = async (query: string) =>
      (await find(query)).map(({ requestId }) => requestId).filter((id) => id.startsWith('list-'));
    const { at } = await named('list-2');
    const all = await has('');
    // The two after the payment may have come in one millisecond.
    expect(all.toSorted()).toEqual(['list-1', 'list-2', 'list-3']);
    expect(all.at(-1)).toBe('list-1');
    expect(await has('status=4xx')).toEqual(['list-3']);
    expect(await has('method=GET')).toEqual(['list-2']);
    expect(await has('path=/v1/payments/')).toEqual(['list-2']);
    expect(await has('path=/v1/p_yments')).toEqual([]);
    expect(await has(`payment=${body.id}`)).toEqual(['list-2', 'list-1']);
    expect(await has(`payment=${body.id}&method=POST`)).toEqual(['list-1']);
    expect((await has(`from=${at}`)).toSorted()).toEqual(['list-2', 'list-3']);
    expect(await has(`until=${at}`)).toEqual(['list-1']);
    expect(await has(`channel=${entityId}&status=2xx`)).toEqual(['list-2', 'list-1']);
  });

  it.each([
    ['status=200', 'status'],
    ['method=DROP', 'method'],
    ['path=v1', 'path'],
    ['cursor=1', 'cursor'],
    ['from=yesterday', 'from'],
    [`requestId=${'x'.repeat(10_000)}`, 'requestId'],
    ['body=4200', 'body'],
    ['path=/v1%00', 'path'],
    ['requestId=%00', 'requestId'],
    ['payment=%00', 'payment'],
  ])('is refused for %s', async (query, name) => {
    const { status, body } = await owner.ask(`/admin/v1/requests?${query}`);
    expect({ status, reason: body.reason }).toEqual({ status: 400, reason: 'invalid' });
    expect(JSON.stringify(body)).toContain(name);
  });

  it('has each request once, page by page, also where few match of many', async () => {
    const { parent_id } = await db
      .selectFrom('entities')
      .select('parent_id')
      .where('id', '=', entityId)
      .executeTakeFirstOrThrow();
    const busy = await createEntity(db, {
      ...{ kind: 'channel', name: 'Busy', parentId: parent_id ?? '' },
    });
    const start = Date.now() + 60_000;
    const count = 25_000;
    for (let from = 0; from < count; from += 500) {
      const rows = Array.from({ length: 500 }, (_, n) => {
        const at = from + n;
        return {
          // Some at the same time.
          ...{ at: start + Math.floor(at / 3), id: `${at}`.padStart(32, '0') },
          ...{ entity_id: at % 2 ? busy.id : entityId, token_id: null, path: '/v1/busy' },
          ...{ method: at % 5_000 === 0 ? 'DELETE' : 'GET', status: 200, result_code: null },
          ...{ duration_ms: 1, request_id: `busy-${at}`, idempotency_key: null },
          ...{ path_id: null, answer_id: null },
        };
      });
      await db.insertInto('api_requests').values(rows).execute();
    }
    const clerk = await console.administrator('Mia', 'read-only', parent_id);
    const from = new Date(start).toISOString();
    for (const client of [owner, clerk]) {
      const pages: RequestItem[][] = [];
      for (let cursor = ''; ; ) {
        const { body } = await client.ask(
          `/admin/v1/requests?from=${from}&method=DELETE&path=/v1/busy${cursor}`,
        );
        pages.push(body.items);
        if (body.next === null) break;
        cursor = `&cursor=${body.next}`;
      }
      const ids = pages.flat().map(({ requestId }) => requestId);
      expect(ids).toEqual([20_000, 15_000, 10_000, 5_000, 0].map((at) => `busy-${at}`));
    }
    const seen = new Set<string>();
    let cursor = '';
    for (let page = 0; page < 6; page += 1) {
      const { body } = await clerk.ask(`/admin/v1/requests?from=${from}${cursor}`);
      for (const { requestId } of body.items) seen.add(requestId);
      cursor = `&cursor=${body.next}`;
    }
    expect(seen.size).toBe(300);
    expect(seen.has(`busy-${count - 300}`)).toBe(true);
  });

  it.skipIf(isPostgres(db))('finds an id by its index, also where an entity is named', async () => {
    const executor = db.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    const plans: string[] = [];
    const spy = vi.spyOn(executor, 'executeQuery').mockImplementation(async (query) => {
      if (query.sql.includes('from "api_requests"')) {
        const { rows } = await execute({ ...query, sql: `explain query plan ${query.sql}` });
        plans.push(JSON.stringify(rows));
      }
      return execute(query);
    });
    await findRequests(db, [entityId], { requestId: 'pay-1' }, undefined);
    await findRequests(db, [entityId], { payment: 'a payment' }, undefined);
    await changingRequests(db, [entityId], ['one', 'other'], 500);
    spy.mockRestore();
    expect(plans.map((plan) => /INDEX (\w+)/.exec(plan)?.[1])).toEqual([
      ...['api_requests_named', 'api_requests_to', 'api_requests_made'],
      ...['api_requests_to', 'api_requests_made'],
    ]);
  });

  it('is of one’s own merchant, and of a channel no more than that', async () => {
    const other = await createEntity(db, { kind: 'merchant', name: 'Another' });
    const shop = await createEntity(db, { kind: 'channel', name: 'Shop', parentId: other.id });
    const { token } = await issueToken(db, { entityId: other.id, label: 'of the other' });
    const headers = { ...FORM, authorization: `Bearer ${token}`, 'x-request-id': 'other-1' };
    await call('/v1/payments', { ...CHECKOUT, ...CARD_FIELDS, entityId: shop.id }, { headers });
    await call('/v1/webhooks', undefined, { headers: { ...headers, 'x-request-id': 'other-2' } });
    expect((await named('other-1')).entityId).toBe(shop.id);
    expect((await named('other-2')).entityId).toBe(other.id);
    const merchant = await console.administrator('Mel', 'owner', other.id);
    const clerk = await console.administrator('Cleo', 'read-only', shop.id);
    const stranger = await console.administrator('Yan', 'owner', entityId);
    const ids = async (client: Client) =>
      (await find('', client)).map(({ requestId }) => requestId).sort();
    expect(await ids(merchant)).toEqual(['other-1', 'other-2']);
    expect(await ids(clerk)).toEqual(['other-1']);
    expect(await find('requestId=other-1', stranger)).toEqual([]);
    const foreign = await stranger.ask(`/admin/v1/requests?channel=${shop.id}`);
    expect(foreign.status).toBe(404);
  });
});
