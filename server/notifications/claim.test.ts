/** What is taken of a queue where most of it waits for something else. */
import { afterAll, expect, it } from 'vitest';
import { newId } from '../gateway/ids.ts';
import { startAlone } from '../tests/support/test-gateway.ts';
import { claim, dueQueue } from './claim.ts';

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
