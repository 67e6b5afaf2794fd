/** Events for who prefers to ask: all of them, in order, the same bodies, of one's own entities alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueToken } from '../../gateway/access/index.ts';
import { createEntity } from '../../gateway/entities/index.ts';
import { startReceiver } from '../support/receiver.ts';
import { type Answer, startTestGateway, type TestGateway } from '../support/test-gateway.ts';
import { payByCard, remove, subscribe } from './subscribe.ts';

const TYPES = [
  'PAYMENT_CHARGE_CREATED',
  'PAYMENT_CHARGE_AUTHORIZATION_SUCCEEDED',
  'PAYMENT_CHARGE_CAPTURE_SUCCEEDED',
];
const PAYMENTS = 5;

let test: TestGateway;
const payments: string[] = [];
beforeAll(async () => {
  test = await startTestGateway();
  for (let n = 0; n < PAYMENTS; n += 1) payments.push((await payByCard(test)).body.id);
});
afterAll(() => test[Symbol.asyncDispose]());

const list = (query: Record<string, string> = {}, token?: string): Promise<Answer> =>
  test.call(
    `/v1/events?${new URLSearchParams({ ...(!token && { entityId: test.entityId }), ...query })}`,
    undefined,
    {
      headers: token ? { authorization: `Bearer ${token}` } : {},
    },
  );

interface Listed {
  readonly id: string;
  readonly type: string;
  readonly subjectId: string;
  readonly event: Record<string, unknown>;
}
const latest = async (query: Record<string, string> = {}): Promise<Listed[]> =>
  (await list({ sortOrder: 'DESC', limit: '500', ...query })).body.events;
/** From oldest to latest they are listed some seconds after they were written. */
const allThere = () =>
  expect
    .poll(async () => (await list({ limit: '500' })).body.events.length)
    .toBe(PAYMENTS * TYPES.length);

describe('the list of events', () => {
  it('has what happened though nobody has subscribed, the latest at once', async () => {
    const events = await latest();
    expect(events).toHaveLength(PAYMENTS * TYPES.length);
    expect(events.slice(0, 3).map(({ type }) => type)).toEqual(TYPES.toReversed());
    expect(events[0]?.subjectId).toBe(payments.at(-1));
  });

  it('has each once, oldest first, whatever the size of its pages', async () => {
    await allThere();
    const { body } = await list({ limit: '500' });
    const all: Listed[] = body.events;
    expect(all.map(({ subjectId }) => subjectId)).toEqual(
      payments.flatMap((id) => TYPES.map(() => id)),
    );
    expect(all.map(({ type }) => type)).toEqual(payments.flatMap(() => TYPES));
    expect(all.map(({ id }) => id).toReversed()).toEqual((await latest()).map(({ id }) => id));
    for (const [limit, sortOrder] of [
      ['1', 'ASC'],
      ['4', 'ASC'],
      ['15', 'ASC'],
      ['4', 'DESC'],
    ] as const) {
      const paged: string[] = [];
      for (let after = {}, more = true; more; ) {
        const page = (await list({ limit, sortOrder, ...after })).body;
        paged.push(...page.events.map(({ id }: Listed) => id));
        after = { after: paged.at(-1) };
        more = page.more;
      }
      const ids = all.map(({ id }) => id);
      expect(paged).toEqual(sortOrder === 'ASC' ? ids : ids.toReversed());
    }
  });

  it('is filtered by type, payment and time', async () => {
    expect(await latest({ type: 'PAYMENT_CHARGE_CREATED' })).toHaveLength(PAYMENTS);
    expect(await latest({ payment: payments[2] ?? '' })).toHaveLength(TYPES.length);
    expect(await latest({ to: '2026-01-01 00:00:00' })).toEqual([]);
    expect(await latest({ from: '2099-01-01 00:00:00' })).toEqual([]);
    expect(await latest({ from: '2026-01-01 00:00:00' })).toHaveLength(PAYMENTS * TYPES.length);
  });

  it('has the bodies that receivers are sent, and without customer data where that is asked for', async () => {
    await using told = await startTestGateway({ delivers: true });
    await using receiver = await startReceiver();
    const { id } = await subscribe(told, receiver, { kind: 'events' });
    await payByCard(told, { 'customer.email': 'jane@shop.example' });
    const calls = await receiver.until(4);
    const ask = async (query = '') =>
      (await told.call(`/v1/events?sortOrder=DESC&entityId=${told.entityId}${query}`)).body.events;
    const events: Listed[] = await ask();
    const sent = calls.slice(1).map(({ body }) => JSON.parse(body));
    expect(events.map(({ event }) => event).toReversed()).toEqual(sent);
    expect(JSON.stringify(events)).toContain('jane@shop.example');
    expect(JSON.stringify(await ask('&fields=NON_CUSTOMER_DATA'))).not.toMatch(/jane@|Jane/);
    await remove(told, `/v1/webhooks/${id}`);
  });

  it('of a merchant has those of all its channels, and of a channel its own', async () => {
    const { db } = test.gateway;
    const { parent_id } = await db
      .selectFrom('entities')
      .select('parent_id')
      .where('id', '=', test.entityId)
      .executeTakeFirstOrThrow();
    const merchant = parent_id ?? '';
    const beside = await createEntity(db, { kind: 'channel', name: 'Beside', parentId: merchant });
    const tokenOf = async (entityId: string) =>
      (await issueToken(db, { entityId, label: 'events' })).token;
    const [ofMerchant, ofBeside] = [await tokenOf(merchant), await tokenOf(beside.id)];
    const paid = await test.call(
      '/v1/payments',
      {
        ...{ entityId: beside.id, amount: '1.00', currency: 'EUR', paymentType: 'PA' },
        ...{ paymentBrand: 'VISA', 'card.number': '4200000000000000', 'card.cvv': '123' },
        ...{ 'card.holder': 'Jane Jones', 'card.expiryMonth': '05', 'card.expiryYear': '2034' },
      },
      { headers: { authorization: `Bearer ${ofBeside}` } },
    );
    const query = { sortOrder: 'DESC', limit: '500' };
    const own = (await list(query, ofBeside)).body.events;
    expect(own.map((each: Listed) => each.subjectId)).toEqual([paid.body.id, paid.body.id]);
    const all = (await list(query, ofMerchant)).body.events;
    expect(all).toHaveLength(PAYMENTS * TYPES.length + 2);
    expect((await latest()).map(({ subjectId }) => subjectId)).not.toContain(paid.body.id);
    const foreign = await list({ after: own[0].id });
    expect(foreign.body.result.parameterErrors).toMatchObject([{ name: 'after' }]);
  });

  it('is empty where its channel does not want one', async () => {
    await using quiet = await startTestGateway();
    await quiet.set({ eventList: false });
    await payByCard(quiet);
    const { body } = await quiet.call('/v1/events?sortOrder=DESC');
    expect(body.events).toEqual([]);
  });

  it.each([
    ['type', 'PAYMENT', 'events have the types'],
    ['payment', 'x', 'must match'],
    ['after', '0'.repeat(32), 'is no event of this entity'],
    ['sortOrder', 'UP', 'must be one of ASC, DESC'],
    ['limit', '0', 'must match'],
    ['from', 'today', 'must match'],
    ['fields', 'SOME', 'must be one of'],
  ])('is refused for %s=%s', async (name, value, why) => {
    const { status, body } = await list({ [name]: value });
    expect(status).toBe(400);
    expect(body.result.parameterErrors).toEqual([
      { name, value, message: expect.stringContaining(why) },
    ]);
  });

  it('is refused to a token that is for payments alone', async () => {
    const { token } = await issueToken(test.gateway.db, {
      entityId: test.entityId,
      label: 'payments',
      scopes: ['payments'],
    });
    expect((await list({}, token)).status).toBe(403);
  });
});

it('what comes after a clock was set back stands behind what was there', async () => {
  const { db } = test.gateway;
  const HOUR_MS = 3_600_000;
  const times = () =>
    db
      .selectFrom('messages')
      .select(['subject_id', 'recorded_at'])
      .where('kind', '=', 'events')
      .where('channel_id', '=', test.entityId)
      .execute();
  // As an instance that has begun since finds them.
  await db
    .updateTable('messages')
    .set((eb) => ({ recorded_at: eb('recorded_at', '+', HOUR_MS) }))
    .execute();
  const before = (await times()).map(({ recorded_at }) => Number(recorded_at));
  const { id } = (await payByCard(test)).body;
  const after = (await times()).filter(({ subject_id }) => subject_id === id);
  expect(after).toHaveLength(TYPES.length);
  for (const { recorded_at } of after) {
    expect(Number(recorded_at)).toBeGreaterThan(Math.max(...before));
  }
});
