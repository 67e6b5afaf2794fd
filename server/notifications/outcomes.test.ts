/** What attempts leave behind: the schedule, the health of their receiver, and who is told. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../store/dialect.ts';
import type { DeliveryRow, EndpointQueueRow } from '../store/tables.ts';
import {
  openSubscribedChannel,
  outcome,
  type SubscribedChannel,
  webhookOf,
} from '../tests/support/subscribed-channel.ts';
import { attemptsOf } from './attempts.ts';
import { claim, dueQueue, dueQueues } from './claim.ts';
import type { Attempted } from './endpoint-queue.ts';
import { failingWebhooks, waitingFor } from './health.ts';
import { giveUp, writeOutcomes } from './outcomes.ts';
import { giveUpPaused, isPaused } from './pause.ts';
import { replay } from './replay.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let channel: SubscribedChannel;
beforeAll(async () => {
  channel = await openSubscribedChannel();
});
afterAll(() => channel.drop());
afterEach(async () => {
  for (const table of ['deliveries', 'messages', 'webhook_lanes', 'webhooks'] as const) {
    await channel.db.deleteFrom(table).execute();
  }
  await setClock(0);
});

/** A subscription with messages that an instance has taken. */
async function taken(input: Parameters<SubscribedChannel['subscribe']>[0] = {}, payments = 1) {
  const webhook = await channel.subscribe(input);
  for (let at = 0; at < payments; at += 1) await channel.pay(`pay${at}`);
  const attempted = await channel.take();
  expect(attempted).toHaveLength(payments);
  const only = attempted[0] as Attempted;
  return { webhook, attempted, only };
}
const write = (...attempted: Attempted[]) => writeOutcomes(channel.db, attempted);
const deliveryOf = async (webhookId: string) =>
  (await channel.deliveries(webhookId))[0] as DeliveryRow;
const queueOf = async (webhookId: string) =>
  (await channel.queues(webhookId))[0] as EndpointQueueRow;
const change = (row: Partial<DeliveryRow>) =>
  channel.db.updateTable('deliveries').set(row).execute();
const changeQueue = (row: Partial<EndpointQueueRow>) =>
  channel.db.updateTable('webhook_lanes').set(row).execute();
/** @param aheadMs of the database's clock */
const setClock = (aheadMs: number) =>
  channel.db
    .updateTable('entities')
    .set({ clock_offset_ms: aheadMs })
    .where('id', '=', channel.channelId)
    .execute();
/** Milliseconds from now. */
/** Of two times of one statement: PostgreSQL looks at its clock for each. */
const WITHIN_SECONDS = -4;
const fromNow = (at: number | null) => (at ?? Number.NaN) - Date.now();

describe('a delivery', () => {
  it('that is acknowledged is done, and its attempt is kept to be looked at', async () => {
    const { webhook, only } = await taken();
    expect(await write({ ...only, outcome: outcome(204) })).toEqual({ givenUp: [], gone: [] });
    const delivery = await deliveryOf(webhook.id);
    expect(delivery).toMatchObject({
      ...{ state: 'delivered', attempts: 1, due_at: null, lease_until: null, lease_token: null },
      ...{ answer_status: 204, answer: 'said' },
    });
    expect(fromNow(delivery.attempted_at)).toBeGreaterThan(-10_000);
    expect(await attemptsOf(channel.db, delivery)).toEqual([
      {
        ...{ startedAt: 1_000, durationMs: 12, status: 204, answer: 'said at length' },
        ...{ url: 'https://shop.example/hook', headers: { 'webhook-signature': 'v1,x' } },
      },
    ]);
    expect(await waitingFor(channel.db, webhook.id)).toBe(0);
  });

  it('that is refused waits for its next attempt, free for any instance', async () => {
    const { webhook, only } = await taken();
    await write({ ...only, outcome: outcome(undefined, { answer: 'no answer in time' }) });
    const delivery = await deliveryOf(webhook.id);
    expect(delivery).toMatchObject({
      ...{ state: 'waiting', attempts: 1, lease_until: null, lease_token: null },
      ...{ answer_status: null, answer: 'no answer in time', given_up_at: null },
    });
    expect(fromNow(delivery.due_at)).toBeGreaterThan(0.8 * MINUTE);
    expect(fromNow(delivery.due_at)).toBeLessThanOrEqual(MINUTE);
    expect(await waitingFor(channel.db, webhook.id)).toBe(1);
    expect(await attemptsOf(channel.db, delivery)).toMatchObject([{ status: null }]);
  });

  it('that was broken off has had no attempt, and is due at once', async () => {
    const { webhook, only } = await taken();
    await write(only);
    const delivery = await deliveryOf(webhook.id);
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 0, lease_until: null });
    expect(fromNow(delivery.due_at)).toBeLessThanOrEqual(0);
    expect(await attemptsOf(channel.db, delivery)).toEqual([]);
    expect(await webhookOf(channel.db, webhook.id)).toMatchObject({ failing_since: null });
  });

  it('that fails for the last time is given up, and told as such', async () => {
    const { webhook } = await taken({ kind: 'events' });
    await change({ attempts: 9, lease_until: null });
    const [again] = await channel.take();
    const failed = { ...(again as Attempted), outcome: outcome(500) };
    expect(await write(failed)).toEqual({ givenUp: [failed], gone: [] });
    const delivery = await deliveryOf(webhook.id);
    expect(delivery).toMatchObject({ state: 'given_up', attempts: 10, due_at: null });
    expect(fromNow(delivery.given_up_at)).toBeGreaterThan(-10_000);
  });

  it('of thirty days is given up by the channel’s clock', async () => {
    const { webhook } = await taken();
    await change({ created_at: Date.now() - 31 * DAY, lease_until: null });
    const [again] = await channel.take();
    expect((await write({ ...(again as Attempted), outcome: outcome(500) })).givenUp).toHaveLength(
      1,
    );
    expect(await deliveryOf(webhook.id)).toMatchObject({ state: 'given_up' });
  });

  it('of a channel whose clock is ahead waits, and is given up, by that clock', async () => {
    const AHEAD = 40 * DAY;
    await setClock(AHEAD);
    const { webhook } = await taken();
    const failAt = async (created_at: number) => {
      await change({ created_at, due_at: 1, lease_until: null });
      const [again] = await channel.take();
      await write({ ...(again as Attempted), outcome: outcome(500) });
    };
    await failAt(Date.now() + AHEAD);
    const { due_at } = await deliveryOf(webhook.id);
    expect(fromNow(due_at) - AHEAD).toBeGreaterThan(0.8 * MINUTE);
    expect(fromNow(due_at) - AHEAD).toBeLessThanOrEqual(MINUTE);
    await failAt(Date.now() + AHEAD - 31 * DAY);
    const { state, given_up_at } = await deliveryOf(webhook.id);
    expect(state).toBe('given_up');
    expect(Math.abs(fromNow(given_up_at) - AHEAD)).toBeLessThan(MINUTE);
  });

  it('of a release that kept no attempts shows the latest one, if there was any', async () => {
    const { webhook } = await taken();
    const latest = { attempted_at: 5_000, answer_status: 503, answer: 'come back later' };
    await change({ attempts: 2, ...latest });
    const shown = async () => attemptsOf(channel.db, await deliveryOf(webhook.id));
    expect(await shown()).toEqual([
      {
        ...{ startedAt: 5_000, status: 503, answer: 'come back later' },
        ...{ durationMs: null, url: null, headers: {} },
      },
    ]);
    await change({ attempts: 0 });
    expect(await shown()).toEqual([]);
  });

  it('that was asked for again begins its schedule anew', async () => {
    const { webhook } = await taken({ kind: 'events' });
    const replayed = { attempts: 9, attempts_before: 9, replayed_at: Date.now() };
    await change({ ...replayed, created_at: Date.now() - 31 * DAY, lease_until: null });
    const [again] = await channel.take();
    await write({ ...(again as Attempted), outcome: outcome(500) });
    const delivery = await deliveryOf(webhook.id);
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 10 });
    expect(fromNow(delivery.due_at)).toBeLessThanOrEqual(5_000);
  });

  it('that is asked for again while it is on its way begins its schedule anew, too', async () => {
    const webhook = await channel.subscribe({ kind: 'events' });
    await channel.pay('pay1');
    await change({ attempts: 9, created_at: Date.now() - 31 * DAY });
    const [only] = await channel.take();
    const { id } = await deliveryOf(webhook.id);
    await replay(channel.db, { webhookIds: [webhook.id] }, { ids: [id] });
    expect((await write({ ...(only as Attempted), outcome: outcome(500) })).givenUp).toEqual([]);
    const delivery = await deliveryOf(webhook.id);
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 10 });
    expect(fromNow(delivery.due_at)).toBeLessThanOrEqual(5_000);
  });

  it('that another instance has taken meanwhile is left to it', async () => {
    const { webhook, only } = await taken();
    await change({ lease_token: 'other', attempts: 40, created_at: Date.now() - 31 * DAY });
    const old = { ...only, delivery: { ...only.delivery, created_at: Date.now() - 31 * DAY } };
    expect((await write({ ...old, outcome: outcome(500) })).givenUp).toEqual([]);
    expect(await deliveryOf(webhook.id)).toMatchObject({
      ...{ state: 'waiting', attempts: 40, lease_token: 'other' },
    });
  });

  it('that was acknowledged elsewhere meanwhile stays so', async () => {
    const { webhook, only } = await taken();
    await change({ state: 'delivered', due_at: null });
    await write({ ...only, outcome: outcome(500) });
    expect(await deliveryOf(webhook.id)).toMatchObject({ state: 'delivered', due_at: null });
  });

  it('that is acknowledged is done, whoever has taken it meanwhile', async () => {
    const { webhook, only } = await taken();
    await change({ lease_token: 'other' });
    await write({ ...only, outcome: outcome(200) });
    expect(await deliveryOf(webhook.id)).toMatchObject({ state: 'delivered', lease_token: null });
  });

  it('that was deleted meanwhile has no attempts', async () => {
    const { attempted } = await taken({}, 2);
    await channel.db.deleteFrom('deliveries').execute();
    const [first, second] = attempted as [Attempted, Attempted];
    await write({ ...first, outcome: outcome(200) }, { ...second, outcome: outcome(500) });
    expect(await channel.db.selectFrom('delivery_attempts').selectAll().execute()).toEqual([]);
  });

  it('keeps its own answer where several are written at once', async () => {
    const { webhook, attempted } = await taken({}, 3);
    const [first, second, third] = attempted as [Attempted, Attempted, Attempted];
    await write(
      { ...first, outcome: outcome(200) },
      { ...second, outcome: outcome(202, { answer: 'later' }) },
      { ...third, outcome: outcome(500) },
    );
    const answers = (await channel.deliveries(webhook.id)).map((row) => [
      ...[row.id, row.answer_status, row.answer, row.state],
    ]);
    expect(new Set(answers)).toEqual(
      new Set([
        [first.delivery.id, 200, 'said', 'delivered'],
        [second.delivery.id, 202, 'later', 'delivered'],
        [third.delivery.id, 500, 'said', 'waiting'],
      ]),
    );
  });

  it('of a receiver that is gone for good is sent no more, others are', async () => {
    const { webhook } = await taken({}, 2);
    const other = await channel.subscribe({ url: 'https://other.example/hook' });
    await channel.pay('pay9');
    await inTransaction(channel.db, (trx) => giveUp(trx, webhook.id));
    const states = async (id: string) =>
      (await channel.deliveries(id)).map(({ state, due_at }) => [state, due_at === null]);
    expect(await states(webhook.id)).toEqual(Array(3).fill(['given_up', true]));
    expect(await states(other.id)).toEqual([['waiting', false]]);
  });
});

describe('a receiver that asks to be left alone', () => {
  it('gets nothing for so long, and no longer than a day', async () => {
    const { webhook, only } = await taken();
    await write({ ...only, outcome: outcome(503, { retryAfter: 10 * MINUTE }) });
    const hold = async () => fromNow((await queueOf(webhook.id)).hold_until);
    expect(await hold()).toBeGreaterThan(9.9 * MINUTE);
    expect(await hold()).toBeLessThanOrEqual(10 * MINUTE);
    expect(fromNow((await deliveryOf(webhook.id)).due_at)).toBeGreaterThan(9.9 * MINUTE);
    await channel.pay('pay2');
    expect(await dueQueues(channel.db)).toEqual([]);
    await write({ ...only, outcome: outcome(503, { retryAfter: MINUTE }) });
    expect(await hold()).toBeGreaterThan(9.8 * MINUTE);
    await write({ ...only, outcome: outcome(503, { retryAfter: 9 * DAY }) });
    expect(await hold()).toBeLessThanOrEqual(DAY);
  });
});

describe('the health of a receiver', () => {
  it('is that it fails since the first failure, which is told after five minutes', async () => {
    const { webhook, attempted } = await taken({}, 2);
    const [first, second] = attempted as [Attempted, Attempted];
    await write({ ...first, outcome: outcome(500) });
    const failing = await webhookOf(channel.db, webhook.id);
    expect(fromNow(failing.failing_since)).toBeGreaterThan(-10_000);
    const toldAfter = (failing.notice_due_at ?? 0) - (failing.failing_since ?? 0);
    expect(toldAfter).toBeCloseTo(5 * MINUTE, WITHIN_SECONDS);
    await channel.db.updateTable('webhooks').set({ failing_since: 7, notice_due_at: 8 }).execute();
    await write({ ...second, outcome: outcome(500) });
    expect(await webhookOf(channel.db, webhook.id)).toMatchObject({
      ...{ failing_since: 7, notice_due_at: 8 },
    });
    expect((await failingWebhooks(channel.db, [channel.channelId])).map(({ id }) => id)).toEqual([
      webhook.id,
    ]);
    expect(await failingWebhooks(channel.db, [channel.merchantId])).toEqual([]);
  });

  it('is good once it acknowledges anything, whatever else fails beside it', async () => {
    const { webhook, attempted } = await taken({}, 2);
    const [first, second] = attempted as [Attempted, Attempted];
    await write({ ...first, outcome: outcome(500) });
    await write({ ...first, outcome: outcome(500) }, { ...second, outcome: outcome(200) });
    expect(await webhookOf(channel.db, webhook.id)).toMatchObject({
      ...{ failing_since: null, notice_due_at: null, mail_due_at: null },
    });
    expect(await failingWebhooks(channel.db, [channel.channelId])).toEqual([]);
  });

  it.each([500, 200])(
    'of one that its merchant has paused does not change by %d',
    async (status) => {
      const { webhook, only } = await taken();
      const paused = { paused_at: 5, pause_reason: 'merchant' as const };
      const since = status === 200 ? 6 : null;
      await channel.db
        .updateTable('webhooks')
        .set({ ...paused, failing_since: since })
        .execute();
      await write({ ...only, outcome: outcome(status) });
      expect(await webhookOf(channel.db, webhook.id)).toMatchObject({
        ...paused,
        failing_since: since,
      });
    },
  );

  it('is that it wants no more where it answers 410: it pauses, once, and that is told at once', async () => {
    const { webhook, attempted } = await taken({}, 2);
    const [first, second] = attempted as [Attempted, Attempted];
    const { gone } = await write(
      { ...first, outcome: outcome(410) },
      { ...second, outcome: outcome(410) },
    );
    expect(gone.map(({ id }) => id)).toEqual([webhook.id]);
    const paused = await webhookOf(channel.db, webhook.id);
    expect(paused).toMatchObject({ pause_reason: 'gone' });
    expect(fromNow(paused.paused_at)).toBeGreaterThan(-10_000);
    expect(paused.notice_due_at).toBeCloseTo(paused.paused_at ?? Number.NaN, WITHIN_SECONDS);
    expect(fromNow(paused.failing_since)).toBeGreaterThan(-10_000);
    expect((await write({ ...first, outcome: outcome(410) })).gone).toEqual([]);
    // What it was not told is kept.
    expect(await waitingFor(channel.db, webhook.id)).toBe(2);
    expect(await dueQueues(channel.db)).toEqual([]);
  });

  it('is no matter of a request’s own address that answers 410', async () => {
    await channel.db
      .updateTable('webhooks')
      .set({ source: 'request' })
      .where('id', '=', (await taken()).webhook.id)
      .execute();
    await change({ lease_until: null });
    const [only] = await channel.take();
    expect((await write({ ...(only as Attempted), outcome: outcome(410) })).gone).toEqual([]);
  });
});

describe('the retries of a receiver that fails everything for an interval', () => {
  /** One that has failed for longer than an interval. */
  async function paused(kind: 'notifications' | 'events' = 'notifications') {
    const { webhook, attempted } = await taken({ kind }, 3);
    const [first, ...others] = attempted as [Attempted, Attempted, Attempted];
    await write({ ...first, outcome: outcome(500) });
    if (kind === 'notifications') {
      expect(fromNow((await queueOf(webhook.id)).failing_since)).toBeGreaterThan(-10_000);
    }
    expect(await isPaused(channel.db, webhook.id)).toBe(false);
    await changeQueue({ failing_since: Date.now() - 0.91 * MINUTE });
    await write(...others.map((one) => ({ ...one, outcome: outcome(500) })));
    return webhook;
  }
  const dueAgain = () => change({ due_at: 1, lease_until: null });

  it('pause, but for one in each interval, and for what was never tried', async () => {
    const webhook = await paused();
    expect(await isPaused(channel.db, webhook.id)).toBe(true);
    expect(fromNow((await queueOf(webhook.id)).retry_from)).toBeGreaterThan(0.8 * MINUTE);
    await dueAgain();
    expect(await dueQueues(channel.db)).toEqual([]);
    await channel.pay('pay9');
    const untried = await channel.take();
    expect(untried.map(({ delivery }) => [delivery.group_id, delivery.attempts])).toEqual([
      ['pay9', 0],
    ]);
    await changeQueue({ retry_from: 1 });
    const [queue] = await dueQueues(channel.db);
    if (!queue) throw new Error('no retry is made');
    expect(await claim(channel.db, queue, 100)).toHaveLength(1);
    // Another instance that has seen the queue at the same time makes no second one.
    expect(await claim(channel.db, queue, 100)).toEqual([]);
    expect(fromNow((await queueOf(webhook.id)).retry_from)).toBeGreaterThan(0.8 * MINUTE);
  });

  it('go on once it acknowledges something', async () => {
    const webhook = await paused();
    await dueAgain();
    await changeQueue({ retry_from: 1 });
    const [retry] = await channel.take();
    await write({ ...(retry as Attempted), outcome: outcome(200) });
    expect(await queueOf(webhook.id)).toMatchObject({ failing_since: null, retry_from: 0 });
    expect(await channel.take()).toHaveLength(2);
  });

  it('do not pause before an interval is over', async () => {
    const { webhook, attempted } = await taken({}, 2);
    const [first, second] = attempted as [Attempted, Attempted];
    await write({ ...first, outcome: outcome(500) });
    await changeQueue({ failing_since: Date.now() - 0.8 * MINUTE });
    await write({ ...second, outcome: outcome(500) });
    expect(await isPaused(channel.db, webhook.id)).toBe(false);
  });

  it('of events never pause: they end', async () => {
    const webhook = await paused('events');
    expect(await isPaused(channel.db, webhook.id)).toBe(false);
  });

  it('are given up after thirty days, though nothing is tried', async () => {
    const webhook = await paused();
    await change({ created_at: Date.now() - 29 * DAY });
    expect(await giveUpPaused(channel.db, 10)).toEqual([]);
    await change({ created_at: Date.now() - 31 * DAY });
    await channel.pay('pay9');
    expect(await giveUpPaused(channel.db, 2)).toEqual([webhook.id, webhook.id]);
    expect(await giveUpPaused(channel.db, 10)).toEqual([webhook.id]);
    const rows = await channel.deliveries(webhook.id);
    expect(rows.map(({ group_id, state }) => [group_id, state])).toEqual([
      ['pay0', 'given_up'],
      ['pay1', 'given_up'],
      ['pay2', 'given_up'],
      ['pay9', 'waiting'],
    ]);
    expect(fromNow(rows[0]?.given_up_at ?? null)).toBeGreaterThan(-10_000);
  });

  it('are given up by the clock of their channel', async () => {
    const AHEAD = 40 * DAY;
    const webhook = await paused();
    await setClock(AHEAD);
    await change({ created_at: Date.now() + AHEAD - 29 * DAY });
    expect(await giveUpPaused(channel.db, 10)).toEqual([]);
    await change({ created_at: Date.now() + AHEAD - 31 * DAY });
    expect(await giveUpPaused(channel.db, 10)).toHaveLength(3);
    const { given_up_at } = await deliveryOf(webhook.id);
    expect(Math.abs(fromNow(given_up_at) - AHEAD)).toBeLessThan(MINUTE);
  });

  it('go on once messages are asked for again', async () => {
    const webhook = await paused();
    const other = await channel.subscribe({ url: 'https://other.example/hook' });
    await dueAgain();
    const [{ id } = { id: '' }] = await channel.deliveries(webhook.id);
    await replay(channel.db, { webhookIds: [other.id] }, { ids: [id] });
    expect(await isPaused(channel.db, webhook.id)).toBe(true);
    await replay(channel.db, { webhookIds: [webhook.id] }, { ids: [id] });
    expect(await isPaused(channel.db, webhook.id)).toBe(false);
    expect(await channel.take()).toHaveLength(3);
  });

  it('are kept where the subscription itself is paused', async () => {
    await paused();
    await change({ created_at: Date.now() - 31 * DAY });
    await channel.db.updateTable('webhooks').set({ paused_at: 1 }).execute();
    expect(await giveUpPaused(channel.db, 10)).toEqual([]);
  });

  it('count from when they were last asked for', async () => {
    await paused();
    await change({ created_at: Date.now() - 31 * DAY, replayed_at: Date.now() });
    expect(await giveUpPaused(channel.db, 10)).toEqual([]);
  });
});

describe('what is due', () => {
  it('comes in order within a payment, one after the other', async () => {
    await channel.subscribe();
    await channel.pay('pay1');
    await channel.pay('pay1');
    await channel.pay('pay2');
    const places = (attempted: readonly Attempted[]) =>
      attempted.map(({ delivery }) => `${delivery.group_id} ${delivery.position}`).sort();
    const first = await channel.take();
    expect(places(first)).toEqual(['pay1 1', 'pay2 1']);
    expect(await channel.take()).toEqual([]);
    // In order while nothing fails: what failed once holds up nothing.
    await write(...first.map((one) => ({ ...one, outcome: outcome(500) })));
    expect(places(await channel.take())).toEqual(['pay1 2']);
  });

  it('says whose it is: the merchant is at the top of the channel’s tree', async () => {
    const { only } = await taken();
    expect(only.queue).toMatchObject({
      ...{ channelId: channel.channelId, merchantId: channel.merchantId, clockOffsetMs: 0 },
    });
    expect(only.delivery).toMatchObject({ type: 'PAYMENT', body: expect.stringContaining('pay0') });
  });

  it.each([
    ['has not acknowledged its test call', { acknowledged_at: null }],
    ['has ended', { ended_at: 1 }],
    ['is deleted', { deleted_at: 1 }],
    ['pauses', { paused_at: 1 }],
  ])('is not sent to a subscription that %s', async (_, state) => {
    const webhook = await channel.subscribe();
    await channel.pay('pay1');
    const { id } = await queueOf(webhook.id);
    expect(await dueQueue(channel.db, id)).toMatchObject({ id });
    await channel.db.updateTable('webhooks').set(state).execute();
    expect(await dueQueues(channel.db)).toEqual([]);
    expect(await dueQueue(channel.db, id)).toBeUndefined();
  });

  it('is free again when the instance that took it is silent', async () => {
    await taken();
    expect(await dueQueues(channel.db)).toEqual([]);
    await change({ lease_until: Date.now() - 1_000 });
    expect(await channel.take()).toHaveLength(1);
  });
});
