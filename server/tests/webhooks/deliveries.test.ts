/** What was told, looked for: pages, filters, one with every attempt; and sent again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEntity } from '../../gateway/entities/index.ts';
import { purgeMessages } from '../../notifications/purge.ts';
import { type Received, startReceiver, status, type TestReceiver } from '../support/receiver.ts';
import { type Answer, startTestGateway, type TestGateway } from '../support/test-gateway.ts';
import { advance, payByCard, read, remove, type Subscription, subscribe } from './subscribe.ts';

let test: TestGateway;
beforeAll(async () => {
  test = await startTestGateway({ delivers: true });
});
afterAll(() => test[Symbol.asyncDispose]());

const soon = (check: () => unknown) => expect.poll(check, { interval: 40 });
const get = (path: string, query: Record<string, string> = {}): Promise<Answer> =>
  test.call(`${path}?${new URLSearchParams({ entityId: test.entityId, ...query })}`);
const post = (path: string, fields: Record<string, string> = {}): Promise<Answer> =>
  test.call(path, { entityId: test.entityId, ...fields });
const listOf = async ({ id }: Pick<Subscription, 'id'>, query: Record<string, string> = {}) =>
  (await get(`/v1/webhooks/${id}/deliveries`, query)).body;
const oneOf = async ({ id }: Subscription, delivery: string) =>
  (await get(`/v1/webhooks/${id}/deliveries/${delivery}`)).body;
const pay = async (fields = {}): Promise<string> => (await payByCard(test, fields)).body.id;

interface Shown {
  readonly id: string;
  readonly subjectId: string;
  readonly type: string;
  readonly status: string;
  readonly attempts: number;
}
const ids = (deliveries: readonly Shown[]) => deliveries.map(({ id }) => id);
const settled = (subscription: Subscription, count: number) =>
  soon(async () => {
    const { deliveries } = await listOf(subscription, { limit: '500' });
    return deliveries.filter((each: Shown) => each.attempts > 0).length;
  }).toBe(count);

/** As the schedule does it after its last attempt. */
const giveUp = (subscription: Subscription) =>
  test.gateway.db
    .updateTable('deliveries')
    .set({ state: 'given_up', due_at: null, given_up_at: null })
    .where('webhook_id', '=', subscription.id)
    .execute();

describe('the list of deliveries', () => {
  let receiver: TestReceiver;
  let subscription: Subscription;
  const payments: string[] = [];
  beforeAll(async () => {
    receiver = await startReceiver();
    subscription = await subscribe(test, receiver, { kind: 'events' });
    for (let n = 0; n < 7; n += 1) payments.push(await pay());
    await receiver.until(22);
  });
  afterAll(async () => {
    await remove(test, `/v1/webhooks/${subscription.id}`);
    await receiver[Symbol.asyncDispose]();
  });

  it('has every delivery once, latest first, whatever the size of its pages', async () => {
    await settled(subscription, 21);
    const all = (await listOf(subscription, { limit: '500' })).deliveries as Shown[];
    expect(all).toHaveLength(21);
    expect(new Set(all.map(({ subjectId }) => subjectId))).toEqual(new Set(payments));
    for (const limit of ['1', '4', '20', '21']) {
      const paged: string[] = [];
      for (let after = {}, more = true; more; ) {
        const page = await listOf(subscription, { limit, ...after });
        paged.push(...ids(page.deliveries));
        after = { after: paged.at(-1) };
        more = page.more;
      }
      expect(paged).toEqual(ids(all));
    }
    expect((await listOf(subscription)).deliveries).toHaveLength(20);
    const ofOne = all.filter(({ subjectId }) => subjectId === payments[0]);
    expect(ofOne.map(({ type }) => type)).toEqual([
      'PAYMENT_CHARGE_CAPTURE_SUCCEEDED',
      'PAYMENT_CHARGE_AUTHORIZATION_SUCCEEDED',
      'PAYMENT_CHARGE_CREATED',
    ]);
  });

  it('is filtered by state, type, payment and time', async () => {
    const count = async (query: Record<string, string>) =>
      (await listOf(subscription, { limit: '500', ...query })).deliveries.length;
    expect(await count({ state: 'delivered' })).toBe(21);
    expect(await count({ state: 'given_up' })).toBe(0);
    expect(await count({ state: 'waiting' })).toBe(0);
    expect(await count({ type: 'PAYMENT_CHARGE_CREATED' })).toBe(7);
    expect(await count({ payment: payments[3] ?? '' })).toBe(3);
    expect(await count({ payment: payments[3] ?? '', type: 'PAYMENT_CHARGE_CREATED' })).toBe(1);
    const { deliveries } = await listOf(subscription, { limit: '500' });
    const moments = deliveries.map((each: { created: string }) => each.created);
    const [latest] = moments;
    expect(await count({ to: latest })).toBe(21);
    expect(await count({ from: latest })).toBe(
      moments.filter((each: string) => each === latest).length,
    );
    expect(await count({ to: '2020-01-01 00:00:00' })).toBe(0);
  });

  it('of a payment has what refers to it, and of a refund that alone', async () => {
    const paymentId = await pay();
    const { body: refund } = await post(`/v1/payments/${paymentId}`, {
      paymentType: 'RF',
      amount: '10.00',
      currency: 'EUR',
    });
    await soon(
      async () => (await listOf(subscription, { payment: paymentId })).deliveries,
    ).toHaveLength(4);
    const { deliveries } = await listOf(subscription, { payment: refund.id });
    expect(deliveries.map((each: Shown) => each.type)).toEqual(['PAYMENT_CHARGE_REFUND_SUCCEEDED']);
  });

  it.each([
    ['state', 'failed', 'must be one of waiting, delivered, given_up'],
    ['type', 'payment', 'must match'],
    ['payment', 'x', 'must match'],
    ['from', 'yesterday', 'must match'],
    ['to', '2026-02-30 00:00:00', 'must be a moment as'],
    ['after', 'f'.repeat(32), 'is none of these deliveries'],
    ['limit', '501', 'must be a number of records on a page, 1 to 500'],
    ['limit', '0', 'must match'],
  ])('is refused for %s=%s', async (name, value, why) => {
    const { status: code, body } = await get(`/v1/webhooks/${subscription.id}/deliveries`, {
      [name]: value,
    });
    expect(code).toBe(400);
    expect(body.result.parameterErrors).toEqual([
      { name, value, message: expect.stringContaining(why) },
    ]);
  });

  it('and what is in it, of another merchant, is nobody’s', async () => {
    const { db } = test.gateway;
    const other = await createEntity(db, { kind: 'merchant', name: 'Another' });
    const path = `/v1/webhooks/${subscription.id}`;
    const [delivery] = (await listOf(subscription)).deliveries;
    await using stranger = await startTestGateway();
    for (const each of [`${path}/deliveries`, `${path}/deliveries/${delivery.id}`]) {
      expect((await stranger.call(each)).status).toBe(404);
      expect((await test.call(`${each}?entityId=${other.id}`)).status).toBe(400);
    }
    expect((await get(`${path}/deliveries/${'0'.repeat(32)}`)).status).toBe(404);
  });
});

describe('one delivery', () => {
  it('has its payload, its headers, and every attempt with the first kilobyte of the answer', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver, {
      kind: 'events',
      types: 'PAYMENT_CHARGE_CREATED',
    });
    receiver.answer(status(503, {}, `é${'x'.repeat(5 * 1024 * 1024)}`));
    const paymentId = await pay();
    await settled(subscription, 1);
    receiver.answer((response) => response.destroy());
    await advance(test, 5);
    const [{ id }] = (await listOf(subscription)).deliveries;
    await soon(async () => (await oneOf(subscription, id)).attempts).toBe(2);
    receiver.answer(status(200, {}, 'thanks'));
    await advance(test, 5 * 60);
    await soon(async () => (await oneOf(subscription, id)).status).toBe('delivered');

    const one = await oneOf(subscription, id);
    const [, first, , third] = receiver.received as readonly [
      Received,
      Received,
      Received,
      Received,
    ];
    expect(one.payload).toEqual(JSON.parse(third.body));
    expect(one).toMatchObject({ subjectId: paymentId, url: `${receiver.url}/hook`, attempts: 3 });
    for (const [name, value] of Object.entries(one.headers)) {
      expect(third.headers[name]).toBe(value);
    }
    expect(one.headers).toMatchObject({
      'webhook-id': id,
      'webhook-sequence': expect.stringMatching(/^\d+$/),
      'webhook-sequence-of': paymentId,
      'webhook-channel-id': test.entityId,
    });
    expect(one.attemptList).toEqual([
      expect.objectContaining({ status: 503, durationMs: expect.any(Number) }),
      expect.objectContaining({ status: null, answer: 'the connection was closed' }),
      expect.objectContaining({ status: 200, answer: 'thanks', url: `${receiver.url}/hook` }),
    ]);
    const [attempt] = one.attemptList;
    expect(attempt.answer).toBe(`é${'x'.repeat(1022)}`);
    expect(attempt.headers).toEqual({
      'webhook-timestamp': first.headers['webhook-timestamp'],
      'webhook-signature': first.headers['webhook-signature'],
    });
    expect(Date.parse(attempt.started)).toBeGreaterThan(Date.now() - 60_000);
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });

  it('of a subscription without customer data has none, and never a card number', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver, { fields: 'NON_CUSTOMER_DATA' });
    await pay({ 'customer.email': 'jane@shop.example' });
    await settled(subscription, 1);
    const [{ id }] = (await listOf(subscription)).deliveries;
    const shown = JSON.stringify(await oneOf(subscription, id));
    expect(shown).toContain('"paymentType":"DB"');
    expect(shown).not.toMatch(/jane@shop|Jane Jones|4200000000000000/);
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });

  it('is forgotten with its message, and so are its attempts', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver);
    const paymentId = await pay();
    await settled(subscription, 1);
    const { db } = test.gateway;
    await db
      .updateTable('messages')
      .set({ created_at: Date.now() - 61 * 24 * 3_600_000 })
      .where('subject_id', '=', paymentId)
      .execute();
    const [{ id }] = (await listOf(subscription)).deliveries;
    const attempts = () =>
      db.selectFrom('delivery_attempts').select('id').where('delivery_id', '=', id).execute();
    expect(await attempts()).toHaveLength(1);
    await purgeMessages(db);
    expect(await attempts()).toHaveLength(0);
    expect((await listOf(subscription)).deliveries).toEqual([]);
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });
});

describe('a replay', () => {
  it('of all that were given up since a time sends these, and none before', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver);
    receiver.answer(status(500));
    for (let n = 0; n < 3; n += 1) await pay();
    await settled(subscription, 3);
    await giveUp(subscription);
    await advance(test, 3600);
    const { body: clock } = await post('/sandbox/clock', { advance: '1' });
    for (let n = 0; n < 2; n += 1) await pay();
    await settled(subscription, 5);
    await giveUp(subscription);
    expect((await listOf(subscription, { state: 'given_up' })).deliveries).toHaveLength(5);

    receiver.answer(status(200));
    const path = `/v1/webhooks/${subscription.id}/replay`;
    const { body } = await post(path, { givenUpSince: clock.channelTime });
    expect(body).toMatchObject({ replayed: 2, more: false });
    await soon(
      async () => (await listOf(subscription, { state: 'delivered' })).deliveries,
    ).toHaveLength(2);
    const rest = await post(path, { givenUpSince: '2026-01-01 00:00:00' });
    expect(rest.body.replayed).toBe(3);
    await soon(
      async () => (await listOf(subscription, { state: 'delivered' })).deliveries,
    ).toHaveLength(5);
    expect((await post(path, { givenUpSince: '2026-01-01 00:00:00' })).body.replayed).toBe(0);
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });

  it('of an exhausted event begins its schedule anew', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver, {
      kind: 'events',
      types: 'PAYMENT_CHARGE_CREATED',
    });
    receiver.answer(status(500));
    await pay();
    await settled(subscription, 1);
    await test.gateway.db
      .updateTable('deliveries')
      .set({ state: 'given_up', due_at: null, attempts: 10 })
      .where('webhook_id', '=', subscription.id)
      .execute();
    const [{ id }] = (await listOf(subscription)).deliveries;
    await post(`/v1/webhooks/${subscription.id}/deliveries/${id}/replay`);
    await soon(async () => (await oneOf(subscription, id)).attempts).toBe(11);
    expect(await oneOf(subscription, id)).toMatchObject({
      status: 'waiting',
      nextAttempt: expect.any(String),
    });
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });

  it('of a selection sends what is named, each under its id', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver);
    for (let n = 0; n < 3; n += 1) await pay();
    await settled(subscription, 3);
    const [one, , three] = ids((await listOf(subscription)).deliveries) as [string, string, string];
    const path = `/v1/webhooks/${subscription.id}/replay`;
    const { body } = await post(path, { deliveries: `${one},${three}` });
    expect(body.replayed).toBe(2);
    const calls = await receiver.until(6);
    const again = calls.slice(4).map(({ headers }) => headers['webhook-id']);
    expect(again.sort()).toEqual([one, three].sort());
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });

  it('to another address of the merchant is a delivery of that one, encrypted with its secret', async () => {
    await using receiver = await startReceiver();
    await using second = await startReceiver();
    const subscription = await subscribe(test, receiver);
    const paymentId = await pay();
    await settled(subscription, 1);
    const other = await subscribe(test, second, { types: 'REGISTRATION' });
    const [{ id }] = (await listOf(subscription)).deliveries;
    const path = `/v1/webhooks/${subscription.id}/deliveries/${id}/replay`;
    const sent = await post(path, { webhook: other.id });
    expect(sent.body.id).not.toBe(id);
    const [, call] = (await second.until(2)) as [Received, Received];
    expect(read(call, other.secret).message.payload.id).toBe(paymentId);
    expect(call.headers['webhook-id']).toBe(sent.body.id);
    await soon(async () => (await listOf(other)).deliveries[0].status).toBe('delivered');
    // Asked for once more it is the same delivery.
    expect((await post(path, { webhook: other.id })).body.id).toBe(sent.body.id);
    await second.until(3);
    expect(receiver.received).toHaveLength(2);
    for (const each of [subscription, other]) await remove(test, `/v1/webhooks/${each.id}`);
  });

  it('is refused for what cannot be sent', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver);
    const events = await subscribe(test, receiver, { kind: 'events' });
    await pay();
    await settled(subscription, 1);
    const [{ id }] = (await listOf(subscription)).deliveries;
    const path = `/v1/webhooks/${subscription.id}/replay`;
    const refusals: [Record<string, string>, string, string][] = [
      [{}, 'deliveries', 'or givenUpSince is required'],
      [{ deliveries: id, givenUpSince: '2026-01-01 00:00:00' }, 'deliveries', 'not both'],
      [{ deliveries: 'f'.repeat(32) }, 'deliveries', 'is none of these'],
      [{ deliveries: 'x' }, 'deliveries', 'must match'],
      [{ givenUpSince: 'today' }, 'givenUpSince', 'must match'],
      [{ deliveries: id, webhook: 'f'.repeat(32) }, 'webhook', 'is no webhook of this entity'],
      [{ deliveries: id, webhook: events.id }, 'webhook', 'is told events'],
    ];
    for (const [fields, name, why] of refusals) {
      const { status: code, body } = await post(path, fields);
      expect({ fields, code }).toEqual({ fields, code: 400 });
      expect(body.result.parameterErrors).toEqual([
        expect.objectContaining({ name, message: expect.stringContaining(why) }),
      ]);
    }
    for (const each of [subscription, events]) await remove(test, `/v1/webhooks/${each.id}`);
  });
});

describe('what a notificationUrl is told', () => {
  it('is listed, shown and sent again as that of a subscription is', async () => {
    await using receiver = await startReceiver(status(500));
    await using other = await startReceiver();
    const { body: drawn } = await post('/v1/webhooks/key');
    const paymentId = await pay({ notificationUrl: `${receiver.url}/told` });
    const path = '/v1/notification-urls';
    const list = async (query = {}) =>
      (await get(`${path}/deliveries`, { payment: paymentId, ...query })).body.deliveries;
    await soon(async () => (await list())[0]?.attempts).toBe(1);
    const [{ id }] = await list({ state: 'waiting' });
    const one = (await get(`${path}/deliveries/${id}`)).body;
    expect(one).toMatchObject({
      url: `${receiver.url}/told`,
      payload: { type: 'PAYMENT', payload: { id: paymentId } },
      attemptList: [{ status: 500 }],
    });
    const subscription = await subscribe(test, other);
    await post(`${path}/deliveries/${id}/replay`, { webhook: subscription.id });
    const [, moved] = (await other.until(2)) as [Received, Received];
    expect(read(moved, subscription.secret).message.payload.id).toBe(paymentId);

    await test.gateway.db
      .updateTable('deliveries')
      .set({ state: 'given_up', due_at: null })
      .where('id', '=', id)
      .execute();
    receiver.answer(status(200));
    const { body } = await post(`${path}/replay`, { givenUpSince: '2026-01-01 00:00:00' });
    expect(body.replayed).toBe(1);
    const [, again] = (await receiver.until(2)) as [Received, Received];
    expect(read(again, drawn.key).message.payload.id).toBe(paymentId);
    await soon(async () => (await list())[0]?.status).toBe('delivered');
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });

  it('of a channel beside it, told by the same merchant’s key, is not shown', async () => {
    const { db } = test.gateway;
    const { parent_id: merchant } = await db
      .selectFrom('entities')
      .select('parent_id')
      .where('id', '=', test.entityId)
      .executeTakeFirstOrThrow();
    const sibling = await createEntity(db, {
      kind: 'channel',
      name: 'Beside',
      parentId: merchant ?? '',
    });
    const { body } = await test.call('/v1/notification-urls/deliveries');
    expect(body.deliveries.length).toBeGreaterThan(0);
    const { issueToken } = await import('../../gateway/access/index.ts');
    const { token } = await issueToken(db, { entityId: sibling.id, label: 'beside' });
    const beside = await test.call('/v1/notification-urls/deliveries', undefined, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(beside.body.deliveries).toEqual([]);
    const [{ id }] = body.deliveries;
    const one = await test.call(`/v1/notification-urls/deliveries/${id}`, undefined, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(one.status).toBe(404);
  });
});
