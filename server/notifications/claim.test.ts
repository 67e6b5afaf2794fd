/** What is taken of a queue where most of it waits for something else. */
import { afterAll, expect, it } from 'vitest';
import { newId } from '../gateway/ids.ts';
import { databaseNow, inTransaction, isPostgres } from '../store/dialect.ts';
import { startAlone } from '../tests/support/test-gateway.ts';
import { claim, dueQueue, renewClaims } from './claim.ts';

const gateway = await startAlone();
afterAll(() => gateway[Symbol.asyncDispose]());
const { db } = gateway.gateway;
const { entityId } = gateway;
const [WEBHOOK, HELD_QUEUE, QUEUE] = [newId(), newId(), newId()];
const START = Date.parse('2026-01-01');

/** A message of a group that was never tried, in a queue. */
async function wait(lane_id: string, group_id: string, position: number): Promise<string> {
  const [id, created_at] = [newId(), START + position];
  await db
    .insertInto('messages')
    .values({
      ...{ id, channel_id: entityId, kind: 'notifications', body: '{}', type: 'PAYMENT' },
      ...{ subject_id: group_id, group_id, position, created_at, recorded_at: created_at },
    })
    .execute();
  await db
    .insertInto('deliveries')
    .values({
      ...{ id, message_id: id, webhook_id: WEBHOOK, lane_id, group_id, position },
      ...{ attempts: 0, created_at, due_at: created_at, state: 'waiting' },
    })
    .execute();
  return id;
}

it('a long head that waits for another queue holds up nothing behind it', async () => {
  await db
    .insertInto('webhooks')
    .values({
      ...{ id: WEBHOOK, entity_id: entityId, source: 'subscription', url: 'https://shop.example' },
      ...{ kind: 'notifications', types: '[]', wrapper: 'NONE', fields: 'ALL' },
      ...{ created_at: START, acknowledged_at: START },
    })
    .execute();
  await db
    .insertInto('webhook_lanes')
    .values(
      [HELD_QUEUE, QUEUE].map((id) => ({
        ...{ id, webhook_id: WEBHOOK, channel_id: entityId, retry_from: 0 },
        hold_until: id === HELD_QUEUE ? Date.now() + 86_400_000 : 0,
      })),
    )
    .execute();
  const group = newId();
  await wait(HELD_QUEUE, group, 1);
  for (let position = 2; position < 40; position += 1) await wait(QUEUE, group, position);
  const other = await wait(QUEUE, newId(), 100);
  const queue = await dueQueue(db, QUEUE);
  if (!queue) throw new Error('the queue is not due');
  expect((await claim(db, queue, 2)).map(({ id }) => id)).toEqual([other]);
  expect(await claim(db, queue, 2)).toEqual([]);
});

it('leases are renewed, but for what is being written, which the renewal does not wait for', async () => {
  await db.updateTable('webhook_lanes').set({ hold_until: 0 }).execute();
  const queue = await dueQueue(db, QUEUE);
  if (!queue) throw new Error('the queue is not due');
  await db.updateTable('deliveries').set({ attempts: 1, lease_until: null }).execute();
  const claimed = await claim(db, queue, 3);
  const [first, ...others] = claimed.map(({ id }) => id);
  expect(others).toHaveLength(2);
  expect(await renewClaims(db, claimed)).toEqual(new Set([first, ...others]));
  const foreign = claimed.map((one) => ({ ...one, lease_token: newId() }));
  expect(await renewClaims(db, foreign)).toEqual(new Set());
  // SQLite has one writer at a time.
  if (!isPostgres(db)) return;
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable('deliveries')
      .set({ due_at: databaseNow(trx) })
      .where('id', '=', first ?? '')
      .execute();
    expect(await renewClaims(db, claimed)).toEqual(new Set(others));
  });
});
