/** What was told, looked for and sent again (docs/webhooks.md, "Deliveries"). */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeliveryRow } from '../../store/tables.ts';
import { refusedBy } from '../../tests/support/a-channel.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { createEntity, type Entity, findEntity } from '../entities/index.ts';
import { newId } from '../ids.ts';
import {
  findDeliveries,
  periodOf,
  readDelivery,
  replayDeliveries,
  replayDelivery,
  scopeOfRequests,
  scopeOfWebhook,
  type ToldScope,
} from './deliveries.ts';
import { findEvents } from './list-events.ts';
import { changeEntityKey } from './webhooks.ts';

const { db, vault, drop, merchantId, channelId, subscribe, pay, deliveries } =
  await openSubscribedChannel();
afterAll(drop);
const tools = { db };
const entityOf = async (id: string) => (await findEntity(db, id)) as Entity;
const [channel, merchant] = [await entityOf(channelId), await entityOf(merchantId)];
const create = async (kind: 'merchant' | 'division' | 'channel', parentId?: string) =>
  createEntity(db, { kind, name: kind, ...(parentId && { parentId }) });
const stranger = await create('merchant');

beforeEach(async () => {
  for (const table of ['deliveries', 'webhook_lanes', 'messages', 'webhooks'] as const) {
    await db.deleteFrom(table).execute();
  }
});

type Fields = Readonly<Record<string, string>>;
const SECOND = 1_000;
const NOW = Date.parse('2026-01-02T03:04:05.000Z');
/** A subscription that was told of payments, one a second. */
async function told(count: number, input: Parameters<typeof subscribe>[0] = {}) {
  const webhook = await subscribe(input);
  const payments = Array.from({ length: count }, () => newId());
  for (const [n, id] of payments.entries()) await pay(id, {}, NOW + n * SECOND);
  const ids = await Promise.all(
    payments.map(async (id) => {
      const all = await deliveries(webhook.id);
      return all.find(({ group_id }) => group_id === id)?.id ?? '';
    }),
  );
  return { webhook, payments, ids, scope: scopeOfWebhook(webhook) };
}
const find = (scope: ToldScope, fields: Fields = {}) =>
  findDeliveries(tools, scope, Object.entries(fields));
const idsOf = async (page: ReturnType<typeof find>) => (await page).deliveries.map(({ id }) => id);
const mistakes = async (call: () => Promise<unknown>) => {
  const { status, code, errors } = await refusedBy(call);
  expect([status, code]).toEqual([400, '200.300.404']);
  return errors.map(({ name, message }) => `${name}: ${message}`);
};
const set = (id: string, changes: Partial<DeliveryRow>) =>
  db.updateTable('deliveries').set(changes).where('id', '=', id).execute();
const rowOf = (id: string) =>
  db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('the deliveries of a subscription', () => {
  it('are listed latest first, twenty unless more are wanted', async () => {
    const { ids, scope } = await told(21);
    const latest = ids.toReversed();
    const page = await find(scope, { odd: '1' });
    expect(page.deliveries.map(({ id }) => id)).toEqual(latest.slice(0, 20));
    expect(page).toMatchObject({ hasMore: true, ignored: ['odd'] });
    expect(await idsOf(find(scope, { limit: '2', after: latest[0] ?? '' }))).toEqual(
      latest.slice(1, 3),
    );
    expect(await find(scope, { limit: '50' })).toMatchObject({ hasMore: false });
  });

  it('are found by state, type, payment and time', async () => {
    const { ids, payments, scope } = await told(4);
    const [first = '', second = '', third = '', fourth = ''] = ids;
    await set(first, { state: 'given_up' });
    await set(second, { state: 'delivered' });
    expect(await idsOf(find(scope, { state: 'given_up' }))).toEqual([first]);
    expect(await idsOf(find(scope, { state: 'delivered' }))).toEqual([second]);
    expect(await idsOf(find(scope, { state: 'waiting' }))).toEqual([fourth, third]);
    expect(await idsOf(find(scope, { type: 'PAYMENT' }))).toHaveLength(4);
    expect(await idsOf(find(scope, { type: 'RISK' }))).toEqual([]);
    expect(await idsOf(find(scope, { payment: payments[1] ?? '' }))).toEqual([second]);
    const period = { from: '2026-01-02 03:04:06', to: '2026-01-02 03:04:07' };
    expect(await idsOf(find(scope, period))).toEqual([third, second]);
  });

  it('are refused where what is looked for is wrong, or is of another', async () => {
    const { scope } = await told(1);
    const other = await told(1);
    const after = other.ids[0] ?? '';
    expect(await mistakes(() => find(scope, { after }))).toEqual([
      'after: is none of these deliveries',
    ]);
    expect(await mistakes(() => find(scope, { type: 'PAYMENTS' }))).toEqual([
      expect.stringMatching(/^type: these deliveries have the types PAYMENT, /),
    ]);
    const events = scopeOfWebhook(await subscribe({ kind: 'events' }));
    for (const type of ['PAYMENT', 'CHARGEBACK_SUCCEEDED'] as const) {
      const scopes = [scope, events, await scopeOfRequests(tools, channel)];
      const takes = scopes.map((each) => each.types.includes(type));
      expect(takes).toEqual(type === 'PAYMENT' ? [true, false, true] : [false, true, false]);
      for (const [n, each] of scopes.entries()) {
        if (takes[n]) expect(await find(each, { type })).toBeTruthy();
        else expect(await mistakes(() => find(each, { type }))).toHaveLength(1);
      }
    }
    expect(await mistakes(() => find(scope, { state: 'lost', limit: 'x' }))).toEqual([
      expect.stringMatching(/^state: /),
      expect.stringMatching(/^limit: /),
    ]);
  });

  it('have a whole second at their end', () => {
    expect(periodOf({})).toEqual({ from: undefined, before: undefined });
    const period = { from: '2026-01-02 03:04:05', to: '2026-01-02 03:04:05' };
    expect(periodOf(period)).toEqual({ from: NOW, before: NOW + SECOND });
  });

  it('are read one by one, with all that is known', async () => {
    const { webhook, payments, ids, scope } = await told(1);
    const whole = await readDelivery(tools, scope, ids[0] ?? '');
    expect(whole).toMatchObject({
      ...{ webhook, merchantId, attempts: [], delivery: { id: ids[0] } },
      message: { subject_id: payments[0], channel_id: channelId },
    });
    const other = scopeOfWebhook(await subscribe());
    for (const [of, id] of [
      [other, ids[0]],
      [scope, 'none'],
    ] as const) {
      const refused = await refusedBy(() => readDelivery(tools, of, id ?? ''));
      expect(refused).toMatchObject({ status: 404, code: '200.300.406' });
      expect(refused.description).toMatch(/: there is no such delivery$/);
    }
  });
});

describe('what the notificationUrl of requests was told', () => {
  it('is of the channels of an entity, by keys of it, and of those above and below', async () => {
    const division = await create('division', merchantId);
    const shop = await create('channel', division.id);
    for (const { id } of [merchant, division, channel, shop, stranger]) {
      await changeEntityKey({ db, vault }, { id });
    }
    await subscribe();
    const rows = await db.selectFrom('webhooks').select(['id', 'entity_id', 'source']).execute();
    const keyOf = (id: string) =>
      rows.find((row) => row.entity_id === id && row.source === 'request')?.id ?? '';
    const scopeOf = async (entity: Entity) => {
      const { webhookIds, channelIds = [] } = await scopeOfRequests(tools, entity);
      return [[...webhookIds].sort(), [...channelIds].sort()];
    };
    const keysOf = (...ids: readonly Entity[]) => ids.map(({ id }) => keyOf(id)).sort();
    expect(await scopeOf(shop)).toEqual([keysOf(shop, division, merchant), [shop.id]]);
    expect(await scopeOf(division)).toEqual([keysOf(shop, division, merchant), [shop.id]]);
    expect(await scopeOf(merchant)).toEqual([
      ...[keysOf(shop, division, merchant, channel), [channelId, shop.id].sort()],
    ]);
    expect(await scopeOf(stranger)).toEqual([keysOf(stranger), []]);
    const other = await create('merchant');
    expect(await find(await scopeOfRequests(tools, other))).toMatchObject({ deliveries: [] });
  });
});

describe('sent again', () => {
  const replayOne = (scope: ToldScope, id: string, fields: Fields = {}, entity = channel) =>
    replayDelivery(tools, entity, scope, id, Object.entries(fields));
  const replaySome = (
    scope: ToldScope,
    fields: Fields,
    entity = channel,
    within?: Parameters<typeof replayDeliveries>[4],
  ) => replayDeliveries(tools, entity, scope, Object.entries(fields), within);

  it('one is on its way, under its id', async () => {
    const { ids, scope } = await told(2);
    const [id = '', other = ''] = ids;
    for (const each of ids) await set(each, { state: 'given_up', due_at: null });
    const { delivery, ignored } = await replayOne(scope, id, { odd: '1' });
    expect(delivery).toMatchObject({ id, state: 'waiting', replayed_at: expect.any(Number) });
    expect(ignored).toEqual(['odd']);
    expect((await rowOf(other)).state).toBe('given_up');
    expect(await refusedBy(() => replayOne(scope, 'none'))).toMatchObject({ status: 404 });
    expect(await mistakes(() => replayOne(scope, id, { webhook: 'x' }))).toHaveLength(1);
  });

  it('to another subscription it has an id of its own there', async () => {
    const { ids, scope } = await told(1);
    const target = await subscribe();
    const { delivery } = await replayOne(scope, ids[0] ?? '', { webhook: target.id });
    expect(delivery).toMatchObject({ webhook_id: target.id, state: 'waiting' });
    expect(delivery.id).not.toBe(ids[0]);
    expect(delivery.message_id).toBe((await rowOf(ids[0] ?? '')).message_id);
  });

  it('some are on their way, each once, with what is written beside', async () => {
    const { ids, scope } = await told(3);
    const [one = '', two = '', three = ''] = ids;
    const within = vi.fn(async () => undefined);
    const deliveries = [one, two, one].join(',');
    const answer = await replaySome(scope, { deliveries, odd: '1' }, channel, within);
    expect([...answer.ids].sort()).toEqual([one, two].sort());
    expect(answer).toMatchObject({ hasMore: false, ignored: ['odd'] });
    expect((await rowOf(three)).replayed_at).toBeNull();
    expect(within).toHaveBeenCalledExactlyOnceWith(expect.anything(), answer.ids);
  });

  it('are all that were given up since a moment', async () => {
    const { ids, scope } = await told(3);
    const [before = '', since = ''] = ids;
    await set(before, { state: 'given_up', given_up_at: NOW - 1 });
    await set(since, { state: 'given_up', given_up_at: NOW });
    expect(await replaySome(scope, { givenUpSince: '2026-01-02 03:04:05' })).toMatchObject({
      ids: [since],
    });
  });

  it('nothing is where it is not said what, or what is none of these', async () => {
    const { ids, scope } = await told(1);
    const other = (await told(1)).ids[0] ?? '';
    const BOTH = ['deliveries: or givenUpSince is required, and not both'];
    expect(await mistakes(() => replaySome(scope, {}))).toEqual(BOTH);
    const both = { deliveries: ids[0] ?? '', givenUpSince: '2026-01-02 03:04:05' };
    expect(await mistakes(() => replaySome(scope, both))).toEqual(BOTH);
    expect(await mistakes(() => replaySome(scope, { deliveries: `${ids[0]},${other}` }))).toEqual([
      'deliveries: is none of these deliveries',
    ]);
    expect(await mistakes(() => replaySome(scope, { deliveries: 'x' }))).toHaveLength(1);
    expect((await rowOf(ids[0] ?? '')).replayed_at).toBeNull();
  });

  const ENDED = /: the receiver has ended this subscription \(410\)$/;
  it('nothing is to a receiver that has ended its subscription', async () => {
    const { webhook, ids, scope } = await told(1);
    const target = await subscribe();
    const end = (id: string, ended_at: number | null) =>
      db.updateTable('webhooks').set({ ended_at }).where('id', '=', id).execute();
    await end(target.id, 1);
    const [id = ''] = ids;
    for (const attempt of [
      () => replayOne(scope, id, { webhook: target.id }),
      () => replaySome(scope, { deliveries: id, webhook: target.id }),
    ]) {
      expect((await refusedBy(attempt)).description).toMatch(ENDED);
    }
    await end(target.id, null);
    await end(webhook.id, 1);
    expect((await refusedBy(() => replayOne(scope, id))).description).toMatch(ENDED);
    expect((await refusedBy(() => replaySome(scope, { deliveries: id }))).description).toMatch(
      ENDED,
    );
    expect(await replayOne(scope, id, { webhook: target.id })).toMatchObject({ ignored: [] });
  });

  it('is only to a subscription of the same entity or below, of the merchant, and of the kind', async () => {
    const { ids, scope } = await told(1);
    const [id = ''] = ids;
    const NONE = ['webhook: is no webhook of this entity'];
    const above = await subscribe({ entityId: merchantId });
    const theirs = await subscribe({ entityId: stranger.id });
    const events = await subscribe({ kind: 'events' });
    const deleted = await subscribe();
    await db.updateTable('webhooks').set({ deleted_at: 1 }).where('id', '=', deleted.id).execute();
    for (const webhook of [newId(), above.id, theirs.id, deleted.id]) {
      expect(await mistakes(() => replayOne(scope, id, { webhook }))).toEqual(NONE);
    }
    const asked = { deliveries: id, webhook: events.id };
    const KIND = ['webhook: is told events, and these are notifications'];
    expect(await mistakes(() => replayOne(scope, id, { webhook: events.id }))).toEqual(KIND);
    expect(await mistakes(() => replaySome(scope, asked))).toEqual(KIND);
    const OTHER = ['webhook: is a webhook of another merchant'];
    const asStranger = () => replayOne(scope, id, { webhook: theirs.id }, stranger);
    expect(await mistakes(asStranger)).toEqual(OTHER);
    expect(await replayOne(scope, id, { webhook: above.id }, merchant)).toMatchObject({
      delivery: { webhook_id: above.id },
    });
  });

  it('what no key was there for goes to a subscription, or nowhere', async () => {
    const target = await subscribe();
    const nothing = { webhookIds: [], types: [] };
    expect(
      await replaySome(nothing, { givenUpSince: '2026-01-02 03:04:05', webhook: target.id }),
    ).toMatchObject({ ids: [] });
    expect(await replaySome(nothing, { givenUpSince: '2026-01-02 03:04:05' })).toMatchObject({
      ids: [],
    });
  });
});

describe('events for who asks for them', () => {
  const ask = (fields: Fields = {}, entity = channel) =>
    findEvents(tools, entity, Object.entries(fields));
  const subjects = async (page: ReturnType<typeof ask>) =>
    (await page).events.map(({ subject_id }) => subject_id);
  /** Written long enough ago to be listed, one a second. */
  async function happened(count: number): Promise<string[]> {
    await pay(newId(), { listsEvents: true });
    const event = await db.selectFrom('messages').selectAll().executeTakeFirstOrThrow();
    await db.deleteFrom('messages').execute();
    const payments = Array.from({ length: count }, () => newId());
    const messages = payments.map((subject_id, n) => {
      const at = NOW + n * SECOND;
      return {
        ...event,
        id: newId(),
        subject_id,
        group_id: subject_id,
        created_at: at,
        recorded_at: at,
      };
    });
    await db.insertInto('messages').values(messages).execute();
    return payments;
  }

  it('are listed oldest first, a hundred unless fewer are wanted', async () => {
    const payments = await happened(101);
    const page = await ask({ odd: '1' });
    expect(await subjects(ask())).toEqual(payments.slice(0, 100));
    expect(page).toMatchObject({ hasMore: true, fields: 'ALL', ignored: ['odd'] });
    const latest = payments.toReversed();
    expect(await subjects(ask({ sortOrder: 'DESC', limit: '2' }))).toEqual(latest.slice(0, 2));
    expect(await subjects(ask({ sortOrder: 'ASC', limit: '1' }))).toEqual(payments.slice(0, 1));
    const after = page.events[0]?.id ?? '';
    expect(await subjects(ask({ after, limit: '2' }))).toEqual(payments.slice(1, 3));
  });

  it('are found by type, payment and time, for the entity and those above', async () => {
    const [first = '', second = '', third = ''] = await happened(3);
    const type = (await ask()).events[0]?.type ?? '';
    expect(await subjects(ask({ type }))).toHaveLength(3);
    expect(await subjects(ask({ type: 'CHARGEBACK_SUCCEEDED' }))).toEqual([]);
    expect(await subjects(ask({ payment: second }))).toEqual([second]);
    expect(await subjects(ask({ from: '2026-01-02 03:04:06' }))).toEqual([second, third]);
    expect(await subjects(ask({ to: '2026-01-02 03:04:05' }))).toEqual([first]);
    expect(await subjects(ask({}, merchant))).toEqual([first, second, third]);
    expect(await subjects(ask({}, stranger))).toEqual([]);
    expect(await ask({ fields: 'NON_CUSTOMER_DATA' })).toMatchObject({
      fields: 'NON_CUSTOMER_DATA',
    });
  });

  it('are refused where what is looked for is wrong', async () => {
    await happened(1);
    const after = newId();
    expect(await mistakes(() => ask({ after }))).toEqual([
      'after: is no event of this entity, or more than 60 days old',
    ]);
    expect(await mistakes(() => ask({ type: 'PAYMENT' }))).toEqual([
      expect.stringMatching(/^type: events have the types \w+, \w+/),
    ]);
    expect(await mistakes(() => ask({ limit: 'x', fields: 'x' }))).toEqual([
      expect.stringMatching(/^(limit|fields): /),
      expect.stringMatching(/^(limit|fields): /),
    ]);
  });
});
