/** The sums of the last day: what is kept of hours that are over, and what is read again. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Channel, findChannel } from '../../gateway/entities/index.ts';
import type { PaymentRow } from '../../store/tables.ts';
import { insertPayments, paymentRows } from '../../tests/support/random-payments.ts';
import { startAlone } from '../../tests/support/test-gateway.ts';
import { daySums } from './last-day.ts';

const HOUR_MS = 60 * 60_000;

const server = await startAlone();
afterAll(() => server[Symbol.asyncDispose]());
const { gateway, entityId } = server;
const { db } = gateway;
const channel = (await findChannel(db, entityId)) as Channel;
const newRow = await paymentRows(gateway, entityId);

/** Payments of some hours ago, of one cent each. */
const made = (hours: readonly number[], more: Partial<PaymentRow> = {}) =>
  insertPayments(
    db,
    hours.map((ago) =>
      newRow({ entity_id: entityId, created_at: Date.now() - ago * HOUR_MS, amount: 1, ...more }),
    ),
  );
const countOf = async (sums: ReturnType<typeof daySums>, of = channel, state = 'succeeded') =>
  (await sums(of))
    .filter((sum) => sum.state === state)
    .reduce((count, sum) => count + Number(sum.count), 0);
const forget = () => db.deleteFrom('payments').execute();

beforeEach(async () => {
  await forget();
  await made([0, 0.5, 1, 3.2, 3.3, 12, 22.9, 23.5, 23.99, 24.01, 40]);
});

describe('the sums of the last day', () => {
  it('are those of 24 hours, however often they are asked for', async () => {
    const sums = daySums(db);
    const first = await sums(channel);
    expect(first.reduce((total, { amount }) => total + Number(amount), 0)).toBe(9);
    expect(await countOf(sums)).toBe(9);
    expect(await countOf(sums)).toBe(9);
  });

  it('read hours that are over once, and the latest each time', async () => {
    await forget();
    await made([0, 0.5, 1, 3.2, 3.3, 12, 22.9]);
    const sums = daySums(db);
    await sums(channel);
    await forget();
    // The last two are not over for all, and of the first one a part is gone soon.
    expect(await countOf(sums)).toBe(4);
    await made([0, 0.1]);
    expect(await countOf(sums)).toBe(6);
    expect(await countOf(daySums(db))).toBe(2);
  });

  it('keep no hour in which something is undecided', async () => {
    await made([12], { state: 'pending' });
    await made([4], { state: 'in_doubt' });
    const sums = daySums(db);
    expect(await countOf(sums, channel, 'pending')).toBe(1);
    await db.updateTable('payments').set({ state: 'succeeded' }).execute();
    expect(await countOf(sums)).toBe(11);
    expect(await countOf(sums, channel, 'pending')).toBe(0);
  });

  it('are those of the channel’s clock', async () => {
    const sums = daySums(db);
    await sums(channel);
    const later = { ...channel, clockOffsetMs: 2 * HOUR_MS };
    expect(await countOf(sums, later)).toBe(6);
    expect(await countOf(sums, { ...channel, clockOffsetMs: 30 * HOUR_MS })).toBe(0);
  });

  it('say how many hours ago it was, by that clock', async () => {
    await forget();
    await made([3]);
    const [agoOf, ofLater] = [channel, { ...channel, clockOffsetMs: 2 * HOUR_MS }].map(
      async (one) => (await daySums(db)(one)).map(({ hoursAgo }) => hoursAgo),
    );
    expect([await agoOf, await ofLater]).toEqual([[3], [5]]);
  });

  it('are each channel’s own', async () => {
    const sums = daySums(db);
    await sums(channel);
    expect(await sums({ ...channel, id: 'another' })).toEqual([]);
    expect(await countOf(sums)).toBe(9);
  });
});
