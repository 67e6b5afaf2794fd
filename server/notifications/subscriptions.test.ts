/** Who is told, with which secrets, and what becomes of what waits when that changes. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createEntity } from '../gateway/entities/entities.ts';
import type { DeliveryRow, WebhookRow } from '../store/tables.ts';
import { aWhile } from '../tests/support/a-while.ts';
import { paymentChange } from '../tests/support/sample-events.ts';
import {
  openSubscribedChannel,
  outcome,
  type SubscribedChannel,
  webhookOf,
} from '../tests/support/subscribed-channel.ts';
import {
  changeSubscription,
  pauseSubscription,
  resumeSubscription,
} from './change-subscription.ts';
import { isKey, newKey } from './encrypted-body.ts';
import type { Attempted } from './endpoint-queue.ts';
import { setEntityKey } from './entity-key.ts';
import { newId } from './ids.ts';
import { nearestKey } from './matching-subscriptions.ts';
import { writeOutcomes } from './outcomes.ts';
import { deleteOld } from './purge.ts';
import { MOST_REPLAYED, replay } from './replay.ts';
import { type Rotation, rotateSecret, TooManySecretsError } from './rotate-secret.ts';
import { secretMistake, secretsOf } from './secrets.ts';
import { isEventSecret, newEventSecret } from './signed-headers.ts';
import {
  createSubscription,
  deleteSubscription,
  findSubscription,
  type SubscriptionInput,
  subscriptionsOf,
} from './subscriptions.ts';

const HOUR = 60 * 60_000;
let channel: SubscribedChannel;
beforeAll(async () => {
  channel = await openSubscribedChannel();
});
afterAll(() => channel.drop());
afterEach(async () => {
  const tables = [
    'deliveries',
    'messages',
    'webhook_lanes',
    'webhook_secrets',
    'webhooks',
  ] as const;
  for (const table of tables) await channel.db.deleteFrom(table).execute();
});

const create = (input: Partial<SubscriptionInput> = {}) =>
  createSubscription(channel.db, channel.vault, {
    ...{ entityId: channel.channelId, url: 'https://shop.example/hook', kind: 'notifications' },
    ...{ types: [], wrapper: 'NONE', fields: 'ALL', ...input },
  });
const secretsNow = async (id: string) =>
  secretsOf(channel.db, channel.vault, await webhookOf(channel.db, id));
const groups = (attempted: readonly Attempted[]) =>
  attempted.map(({ delivery }) => delivery.group_id).sort();
const change = (row: object) => channel.db.updateTable('webhooks').set(row).execute();

describe('a subscription', () => {
  it('has a secret of its kind, which lies in an envelope', async () => {
    const [notifications, events] = [await create(), await create({ kind: 'events' })];
    expect(isKey(notifications.secret)).toBe(true);
    expect(isEventSecret(events.secret)).toBe(true);
    for (const { webhook, secret } of [notifications, events]) {
      expect(JSON.stringify(await webhookOf(channel.db, webhook.id))).not.toContain(secret);
      expect(await secretsNow(webhook.id)).toEqual([secret]);
    }
  });

  it('has the id and the secret that its receiver chooses', async () => {
    const secret = newKey();
    const { webhook } = await create({ id: 'hook1', secret });
    expect(webhook.id).toBe('hook1');
    expect(await secretsNow('hook1')).toEqual([secret]);
  });

  it('is told nothing before it has acknowledged a test call, and all that was kept then', async () => {
    await create();
    await channel.pay('pay1');
    expect(await channel.take()).toEqual([]);
    await channel.subscribe({ url: 'https://other.example' });
    await change({ acknowledged_at: 1 });
    expect(groups(await channel.take())).toEqual(['pay1']);
  });

  it('is found and listed, oldest first, until it is deleted', async () => {
    const [second, first] = [await create({ id: 'b' }), await create({ id: 'a' })];
    await channel.db.updateTable('webhooks').set({ created_at: 1 }).where('id', '=', 'a').execute();
    const listed = async () =>
      (await subscriptionsOf(channel.db, [channel.channelId])).map(({ id }) => id);
    expect(await listed()).toEqual([first.webhook.id, second.webhook.id]);
    expect(await subscriptionsOf(channel.db, [channel.merchantId])).toEqual([]);
    expect(await findSubscription(channel.db, 'a')).toMatchObject({ id: 'a' });
    await deleteSubscription(channel.db, 'a');
    expect(await listed()).toEqual(['b']);
    expect(await findSubscription(channel.db, 'a')).toBeUndefined();
  });

  it('that is deleted leaves no secret, and what waits for it is given up', async () => {
    const webhook = await channel.subscribe();
    await channel.pay('pay1');
    for (let turn = 0; turn < 2; turn += 1) {
      await rotateSecret(channel.db, channel.vault, webhook);
    }
    await deleteSubscription(channel.db, webhook.id);
    expect(await webhookOf(channel.db, webhook.id)).toMatchObject({
      ...{ secret: null, previous_secret: null },
    });
    expect(await channel.db.selectFrom('webhook_secrets').selectAll().execute()).toEqual([]);
    expect(await channel.deliveries(webhook.id)).toMatchObject([{ state: 'given_up' }]);
  });

  it('is not the key of an entity', async () => {
    await setEntityKey(channel.db, channel.vault, channel.channelId, []);
    const [key] = await channel.db.selectFrom('webhooks').selectAll().execute();
    expect(await findSubscription(channel.db, key?.id ?? '')).toBeUndefined();
    expect(await subscriptionsOf(channel.db, [channel.channelId])).toEqual([]);
  });
});

describe('a secret', () => {
  it.each([
    ['events', newEventSecret(), undefined],
    ['events', newKey(), 'must be whsec_ and 24 to 64 bytes in base64'],
    ['notifications', newKey(), undefined],
    ['notifications', newEventSecret(), 'must be 64 hexadecimal characters'],
  ] as const)('of %s is of its kind', (kind, secret, mistake) => {
    expect(secretMistake(kind, secret)).toBe(mistake);
  });

  const rotate = (webhook: WebhookRow, rotation: Rotation = {}) =>
    rotateSecret(channel.db, channel.vault, webhook, rotation);

  it('that is replaced stays valid for a day, the newest comes first', async () => {
    const { webhook, secret } = await create();
    const { secret: second } = await rotate(webhook);
    expect(await secretsNow(webhook.id)).toEqual([second, secret]);
    const { previous_until } = await webhookOf(channel.db, webhook.id);
    const left = (previous_until ?? 0) - Date.now();
    expect(left).toBeGreaterThan(23.9 * HOUR);
    expect(left).toBeLessThanOrEqual(24 * HOUR);
    const third = newKey();
    await rotate(webhook, { secret: third, overlapMs: HOUR });
    expect(await secretsNow(webhook.id)).toEqual([third, second, secret]);
  });

  it('is valid no longer than was said', async () => {
    const { webhook } = await create();
    await rotate(webhook, { overlapMs: HOUR });
    const { secret } = await rotate(webhook, { overlapMs: HOUR });
    await change({ previous_until: Date.now() - 1 });
    await channel.db
      .updateTable('webhook_secrets')
      .set({ valid_until: Date.now() - 1 })
      .execute();
    expect(await secretsNow(webhook.id)).toEqual([secret]);
    // What is over does not count, and goes.
    const { secret: next } = await rotate(webhook);
    expect(await secretsNow(webhook.id)).toEqual([next, secret]);
    expect(await channel.db.selectFrom('webhook_secrets').selectAll().execute()).toEqual([]);
  });

  it('that others have come to know ends at once, with all that were before it', async () => {
    const { webhook } = await create();
    await rotate(webhook);
    await rotate(webhook);
    const { secret } = await rotate(webhook, { overlapMs: 0 });
    expect(await secretsNow(webhook.id)).toEqual([secret]);
    expect(await channel.db.selectFrom('webhook_secrets').selectAll().execute()).toEqual([]);
    expect(await webhookOf(channel.db, webhook.id)).toMatchObject({
      ...{ previous_secret: null, previous_until: null },
    });
  });

  it('is one of five at most: the sixth is refused, and nothing changes by that', async () => {
    const { webhook } = await create();
    for (let turn = 0; turn < 4; turn += 1) await rotate(webhook);
    const valid = await secretsNow(webhook.id);
    expect(valid).toHaveLength(5);
    await expect(rotate(webhook)).rejects.toThrow(TooManySecretsError);
    expect(await secretsNow(webhook.id)).toEqual(valid);
    await rotate(webhook, { overlapMs: 0 });
    expect(await secretsNow(webhook.id)).toHaveLength(1);
  });

  it('is replaced together with what is written in the same transaction, or not at all', async () => {
    const { webhook, secret } = await create();
    const failing = () => Promise.reject(new Error('the audit log is full'));
    await expect(rotateSecret(channel.db, channel.vault, webhook, {}, failing)).rejects.toThrow(
      'audit log',
    );
    expect(await secretsNow(webhook.id)).toEqual([secret]);
  });
});

describe('the key of an entity', () => {
  const set = (entityId: string, below: readonly string[] = [], rotation = {}) =>
    setEntityKey(channel.db, channel.vault, entityId, below, rotation);
  const URL_OF_REQUEST = 'https://shop.example/paid';
  const payWithUrl = (id: string) => channel.pay(id, { notificationUrl: URL_OF_REQUEST });

  it('encrypts what a request’s own address is told; the nearest one counts', async () => {
    const above = await set(channel.merchantId);
    const nearest = async () => {
      const found = await nearestKey(channel.db, channel.channelId);
      return found && secretsNow(found.id);
    };
    expect(await nearest()).toEqual([above]);
    const own = await set(channel.channelId);
    expect(await nearest()).toEqual([own]);
    await payWithUrl('pay1');
    const taken = await channel.take();
    expect(taken.map(({ delivery, queue }) => [delivery.url, queue.webhook.entity_id])).toEqual([
      [URL_OF_REQUEST, channel.channelId],
    ]);
  });

  it('delivers what was kept for want of it, also where it is given to the merchant above', async () => {
    await payWithUrl('pay1');
    await payWithUrl('pay2');
    expect(await nearestKey(channel.db, channel.channelId)).toBeUndefined();
    expect(await channel.take()).toEqual([]);
    await set(channel.merchantId, [channel.channelId]);
    expect(groups(await channel.take())).toEqual(['pay1', 'pay2']);
  });

  it('delivers what is told while it is being given', async () => {
    const given = { done: Promise.resolve('') };
    await channel.pay('pay1', {
      notificationUrl: 'https://shop.example/told',
      async describe() {
        given.done = setEntityKey(channel.db, channel.vault, channel.merchantId, [
          channel.channelId,
        ]);
        // It waits for this payment, or is through before it, as it may.
        await Promise.race([given.done, aWhile()]);
        const where = { channelId: channel.channelId, at: Date.now(), answer: { id: 'pay1' } };
        return [paymentChange('succeeded', { id: 'pay1' }, where)];
      },
    });
    await given.done;
    expect(groups(await channel.take())).toEqual(['pay1']);
  });

  it('is waited for in one place, and a subscription’s secret is no such key', async () => {
    await channel.subscribe();
    for (const id of ['pay1', 'pay2', 'pay3']) await payWithUrl(id);
    const sources = await channel.db.selectFrom('webhooks').select('source').execute();
    expect(sources.map(({ source }) => source).sort()).toEqual(['request', 'subscription']);
    // To the subscription alone.
    const taken = await channel.take();
    expect(taken.map(({ delivery }) => delivery.url)).toEqual([null, null, null]);
  });

  it('is replaced as any secret is', async () => {
    const first = await set(channel.channelId);
    const second = await set(channel.channelId, [], { overlapMs: HOUR });
    const key = await nearestKey(channel.db, channel.channelId);
    expect(key && (await secretsNow(key.id))).toEqual([second, first]);
    const third = await set(channel.channelId, [], { overlapMs: 0 });
    expect(key && (await secretsNow(key.id))).toEqual([third]);
    expect(await channel.db.selectFrom('webhooks').selectAll().execute()).toHaveLength(1);
  });
});

describe('a subscription that is changed', () => {
  it('is told nothing at another address before that has acknowledged a test call', async () => {
    const webhook = await channel.subscribe();
    await change({ failing_since: 1, notice_due_at: 2, mail_due_at: 3 });
    await changeSubscription(channel.db, webhook, { url: 'https://new.example/hook' });
    expect(await webhookOf(channel.db, webhook.id)).toMatchObject({
      ...{ url: 'https://new.example/hook', acknowledged_at: null, failing_since: null },
      ...{ notice_due_at: null, mail_due_at: null, types: '[]', fields: 'ALL', wrapper: 'NONE' },
    });
  });

  it('is sent at another address at once what the one before had failed to take', async () => {
    const webhook = await channel.subscribe();
    await channel.pay('pay1');
    const taken = await channel.take();
    const busy = outcome(503, { retryAfter: HOUR });
    await writeOutcomes(
      channel.db,
      taken.map((one) => ({ ...one, outcome: busy })),
    );
    await changeSubscription(channel.db, webhook, { url: 'https://new.example/hook' });
    await change({ acknowledged_at: 1 });
    expect(groups(await channel.take())).toEqual(['pay1']);
  });

  it('at the same address goes on, with what is new of it', async () => {
    const webhook = await channel.subscribe();
    const { url } = webhook;
    await changeSubscription(channel.db, webhook, {
      ...{ ...(url && { url }), types: ['PAYMENT'], wrapper: 'JSON', fields: 'NON_CUSTOMER_DATA' },
    });
    expect(await webhookOf(channel.db, webhook.id)).toMatchObject({
      ...{ acknowledged_at: webhook.acknowledged_at, types: '["PAYMENT"]', wrapper: 'JSON' },
      fields: 'NON_CUSTOMER_DATA',
    });
    await changeSubscription(channel.db, webhook, {});
    expect(await webhookOf(channel.db, webhook.id)).toMatchObject({ types: '["PAYMENT"]' });
  });

  it('keeps what happens while it pauses, and is sent all of it at once afterwards', async () => {
    const webhook = await channel.subscribe();
    await channel.pay('pay1');
    const [first] = await channel.take();
    await writeOutcomes(channel.db, [
      { ...(first as Attempted), outcome: outcome(503, { retryAfter: HOUR }) },
    ]);
    await change({ notice_due_at: 1, mail_due_at: 1 });
    await pauseSubscription(channel.db, webhook);
    const paused = await webhookOf(channel.db, webhook.id);
    expect(paused).toMatchObject({
      ...{ pause_reason: 'merchant', notice_due_at: null, mail_due_at: null },
    });
    await channel.pay('pay2');
    expect(await channel.take()).toEqual([]);
    // Paused twice it is paused since the first time.
    await change({ paused_at: 7 });
    await pauseSubscription(channel.db, webhook);
    expect(await webhookOf(channel.db, webhook.id)).toMatchObject({ paused_at: 7 });
    await resumeSubscription(channel.db, webhook);
    expect(await webhookOf(channel.db, webhook.id)).toMatchObject({
      ...{ paused_at: null, pause_reason: null, failing_since: null, ended_at: null },
    });
    expect(groups(await channel.take())).toEqual(['pay1', 'pay2']);
  });

  it.each([
    ['pauses', pauseSubscription],
    ['is resumed', resumeSubscription],
  ])('%s together with what is written in the same transaction', async (_, act) => {
    const webhook = await channel.subscribe();
    await change({ paused_at: act === resumeSubscription ? 5 : null });
    const before = await webhookOf(channel.db, webhook.id);
    const failing = () => Promise.reject(new Error('the audit log is full'));
    await expect(act(channel.db, webhook, failing)).rejects.toThrow('audit log');
    expect(await webhookOf(channel.db, webhook.id)).toEqual(before);
  });

  it('resumes no other subscription', async () => {
    const [webhook, other] = [await channel.subscribe(), await channel.subscribe()];
    await channel.pay('pay1');
    const taken = await channel.take();
    const busy = outcome(503, { retryAfter: HOUR });
    await writeOutcomes(
      channel.db,
      taken.map((one) => ({ ...one, outcome: busy })),
    );
    await resumeSubscription(channel.db, webhook);
    const hold = async (id: string) => (await channel.queues(id))[0]?.hold_until ?? 0;
    expect(await hold(webhook.id)).toBe(0);
    expect(await hold(other.id)).toBeGreaterThan(Date.now());
  });
});

describe('what is sent again', () => {
  /** Deliveries that were given up. */
  async function givenUp() {
    const webhook = await channel.subscribe();
    for (const id of ['pay1', 'pay2', 'pay3']) await channel.pay(id);
    await channel.db
      .updateTable('deliveries')
      .set({ state: 'given_up', due_at: null, given_up_at: 1_000, attempts: 10 })
      .execute();
    const rows = await channel.deliveries(webhook.id);
    await channel.db
      .updateTable('deliveries')
      .set({ given_up_at: 999 })
      .where('id', '=', rows[0]?.id ?? '')
      .execute();
    return { webhook, ids: rows.map(({ id }) => id), scope: { webhookIds: [webhook.id] } };
  }

  it('is what was named, under its id, at once, and by a schedule that begins anew', async () => {
    const { scope, ids, webhook } = await givenUp();
    const [one = ''] = ids;
    expect(await replay(channel.db, scope, { ids: [one, 'unknown'] })).toEqual({
      ...{ ids: [one], hasMore: false },
    });
    const rows = await channel.deliveries(webhook.id);
    expect(rows.map(({ state }) => state)).toEqual(['waiting', 'given_up', 'given_up']);
    expect(rows[0]).toMatchObject({ attempts: 10, attempts_before: 10 });
    expect((await channel.take()).map(({ delivery }) => delivery.id)).toEqual([one]);
  });

  it('is all that was given up since a moment', async () => {
    const { scope, ids } = await givenUp();
    const [, ...since] = ids;
    const written: string[] = [];
    const within = async (_: unknown, sent: readonly string[]) => void written.push(...sent);
    const { ids: sent } = await replay(
      ...([channel.db, scope, { givenUpSince: 1_000 }, undefined, within] as const),
    );
    expect([...sent].sort()).toEqual([...since].sort());
    expect(written).toEqual(sent);
    expect(sent.length).toBeLessThan(MOST_REPLAYED);
  });

  it.each([
    ['of no subscription', () => ({ webhookIds: [] })],
    ['of another one', () => ({ webhookIds: ['other'] })],
    ['of another channel', (id: string) => ({ webhookIds: [id], channelIds: ['other'] })],
  ])('is nothing %s', async (_, scopeOf) => {
    const { ids, webhook } = await givenUp();
    expect((await replay(channel.db, scopeOf(webhook.id), { ids })).ids).toEqual([]);
  });

  it('is all of it where one transaction takes not so many, each once', async () => {
    const { scope, ids } = await givenUp();
    const [first, ...others] = await channel.deliveries(scope.webhookIds[0] ?? '');
    const message = await channel.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow();
    const more = Array.from({ length: 1_100 }, (_, at) => ({
      ...(first as DeliveryRow),
      ...{ id: newId(), message_id: newId(), group_id: `more${at}`, given_up_at: 1_000 },
    }));
    for (let at = 0; at < more.length; at += 100) {
      const some = more.slice(at, at + 100);
      const messages = some.map(({ message_id: id, group_id }) => ({ ...message, id, group_id }));
      await channel.db.insertInto('messages').values(messages).execute();
      await channel.db.insertInto('deliveries').values(some).execute();
    }
    const batches: number[] = [];
    const within = async (_: unknown, sent: readonly string[]) => void batches.push(sent.length);
    const again = () => replay(channel.db, scope, { givenUpSince: 1_000 }, undefined, within);
    const { ids: sent, hasMore } = await again();
    expect(hasMore).toBe(false);
    expect([...sent].sort()).toEqual([...more, ...others].map(({ id }) => id).sort());
    expect(sent).not.toContain(ids[0]);
    expect(batches).toEqual([500, 500, 102]);
    expect(await again()).toEqual({ ids: [], hasMore: false });
    expect(batches).toHaveLength(3);
  });

  it('goes to another subscription under ids of its own, and under the same the second time', async () => {
    const { scope, ids } = await givenUp();
    const target = await channel.subscribe({ url: 'https://new.example/hook' });
    const first = await replay(channel.db, scope, { ids }, target);
    expect(first.ids).toHaveLength(3);
    expect(ids).not.toContain(first.ids[0]);
    const taken = await channel.take();
    expect(groups(taken)).toEqual(['pay1', 'pay2', 'pay3']);
    expect(taken.every(({ queue }) => queue.webhook.id === target.id)).toBe(true);
    const again = await replay(channel.db, scope, { ids }, target);
    expect([...again.ids].sort()).toEqual([...first.ids].sort());
    expect(await channel.deliveries(target.id)).toHaveLength(3);
  });

  it('goes to another subscription once, where all that was given up is asked for in parts', async () => {
    const { scope, ids } = await givenUp();
    const target = await channel.subscribe({ url: 'https://new.example/hook' });
    const all = () => replay(channel.db, scope, { givenUpSince: 0 }, target);
    expect((await all()).ids).toHaveLength(3);
    expect((await all()).ids).toEqual([]);
    // What is given up there as well is asked for again.
    const [first] = await channel.deliveries(target.id);
    await channel.db
      .updateTable('deliveries')
      .set({ state: 'given_up', due_at: null, given_up_at: 1_000 })
      .where('id', '=', first?.id ?? '')
      .execute();
    expect((await all()).ids).toEqual([first?.id]);
    expect(await channel.deliveries(scope.webhookIds[0] ?? '')).toHaveLength(ids.length);
  });

  it('waits no more for what its receiver asked for before, as another receiver’s does', async () => {
    const { scope, ids, webhook } = await givenUp();
    const target = await channel.subscribe({ url: 'https://new.example/hook' });
    const other = await channel.subscribe({ url: 'https://other.example/hook' });
    await channel.pay('pay4');
    const hold = { hold_until: Date.now() + HOUR };
    await channel.db.updateTable('webhook_lanes').set(hold).execute();
    await replay(channel.db, scope, { ids });
    await replay(channel.db, scope, { ids }, target);
    expect(groups(await channel.take())).toEqual(
      ['pay1', 'pay2', 'pay3', 'pay4'].flatMap((group) => [group, group]),
    );
    const heldBack = async (id: string) => (await channel.queues(id))[0]?.hold_until;
    expect(await heldBack(webhook.id)).toBe(0);
    expect(await heldBack(target.id)).toBe(0);
    expect(await heldBack(other.id)).toBe(hold.hold_until);
  });
});

describe('who is told of a payment', () => {
  const told = async (id: string) =>
    (await channel.deliveries(id)).map(({ group_id, position }) => `${group_id} ${position}`);
  const messages = () =>
    channel.db.selectFrom('messages').selectAll().orderBy('kind').orderBy('position').execute();

  it('is every subscription of the channel and of its merchant, by kind and type', async () => {
    const own = await channel.subscribe();
    const above = await channel.subscribe({ entityId: channel.merchantId });
    const other = await createEntity(channel.db, { kind: 'merchant', name: 'Other' });
    const foreign = await channel.subscribe({ entityId: other.id });
    const registrations = await channel.subscribe({ types: ['REGISTRATION'] });
    const payments = await channel.subscribe({ types: ['REGISTRATION', 'PAYMENT'] });
    const events = await channel.subscribe({ kind: 'events' });
    await channel.pay('pay1');
    expect(await told(own.id)).toEqual(['pay1 1']);
    expect(await told(above.id)).toEqual(['pay1 1']);
    expect(await told(payments.id)).toEqual(['pay1 1']);
    expect(await told(events.id)).toEqual(['pay1 2']);
    expect(await told(foreign.id)).toEqual([]);
    expect(await told(registrations.id)).toEqual([]);
  });

  it('is told below a division, too: by it and by its merchant, with the key of the nearest', async () => {
    const parent = channel.merchantId;
    const division = await createEntity(channel.db, {
      ...{ kind: 'division', name: 'Division', parentId: parent },
    });
    const { id: channelId } = await createEntity(channel.db, {
      ...{ kind: 'channel', name: 'Below', parentId: division.id },
    });
    const subscriptions = await Promise.all(
      [parent, division.id, channelId, channel.channelId].map((entityId) =>
        channel.subscribe({ entityId }),
      ),
    );
    await channel.pay('pay1', { channelId });
    const heard = await Promise.all(subscriptions.map(({ id }) => told(id)));
    expect(heard).toEqual([['pay1 1'], ['pay1 1'], ['pay1 1'], []]);
    const key = async (entityId: string) => {
      await setEntityKey(channel.db, channel.vault, entityId, [], {});
      return (await nearestKey(channel.db, channelId))?.entity_id;
    };
    // The oldest is the farthest each time.
    expect(await key(parent)).toBe(parent);
    expect(await key(division.id)).toBe(division.id);
    expect(await key(channelId)).toBe(channelId);
  });

  it('is not the subscription that it is about, nor one that is deleted', async () => {
    const [about, deleted] = [await channel.subscribe(), await channel.subscribe()];
    await deleteSubscription(channel.db, deleted.id);
    await channel.pay('pay1', { exceptWebhook: about.id });
    expect(await messages()).toEqual([]);
  });

  it('is nobody where nobody listens: nothing is described or kept', async () => {
    const describe = () => Promise.reject(new Error('described'));
    await channel.pay('pay1', { describe });
    await channel.pay('pay1');
    expect(await messages()).toEqual([]);
  });

  it('is who asks for events later, where those are kept', async () => {
    await channel.pay('pay1', { listsEvents: true });
    const kept = await messages();
    expect(kept.map(({ kind, position }) => [kind, position])).toEqual([['events', 1]]);
    expect(kept[0]).toMatchObject({ subject_id: 'pay1', group_id: 'pay1' });
  });

  it('learns by its place what came before, also of what begins', async () => {
    const webhook = await channel.subscribe();
    await channel.pay('pay1', { isFirst: true });
    await channel.pay('pay1');
    await channel.pay('pay2');
    expect(await told(webhook.id)).toEqual(['pay1 1', 'pay1 2', 'pay2 1']);
  });

  it('learns the place of what comes after all was forgotten, too: behind that', async () => {
    const webhook = await channel.subscribe();
    const [begin, day] = [Date.now(), 24 * HOUR];
    const places: string[][] = [];
    for (const days of [0, 61, 400]) {
      const at = begin + days * day + HOUR;
      await deleteOld(channel.db, channel.channelId, at);
      for (let time = 0; time < 2; time += 1) await channel.pay('pay1', {}, at);
      places.push(await told(webhook.id));
    }
    expect(places).toEqual([
      ['pay1 1', 'pay1 2'],
      ['pay1 61001', 'pay1 61002'],
      ['pay1 400001', 'pay1 400002'],
    ]);
  });

  it('has one queue a place: another path of the same origin waits with the others', async () => {
    const webhook = await channel.subscribe({ url: 'https://shop.example/a' });
    await channel.pay('pay1');
    await changeSubscription(channel.db, webhook, { url: 'https://shop.example/b' });
    await channel.pay('pay2');
    expect(await channel.queues(webhook.id)).toHaveLength(1);
    await changeSubscription(channel.db, webhook, { url: 'https://other.example/' });
    await channel.pay('pay3');
    expect(await channel.queues(webhook.id)).toHaveLength(2);
  });
});
