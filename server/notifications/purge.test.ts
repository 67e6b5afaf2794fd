/** Old messages go, all of them at once, and nothing else does. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEntity } from '../gateway/entities/entities.ts';
import { newId } from '../gateway/ids.ts';
import { isPostgres } from '../store/dialect.ts';
import { startAlone } from '../tests/support/test-gateway.ts';
import { purgeMessages } from './purge.ts';

const DAY_MS = 24 * 60 * 60_000;
const OLD = 1_700;
const gateway = await startAlone();
afterAll(() => gateway[Symbol.asyncDispose]());
const { db } = gateway.gateway;
let ahead = '';

async function addMessages(channelId: string, count: number, daysAgo: number): Promise<void> {
  const messages = Array.from({ length: count }, () => ({
    id: newId(),
    channel_id: channelId,
    kind: 'notifications' as const,
    type: 'PAYMENT',
    subject_id: newId(),
    group_id: newId(),
    position: 1,
    body: '{}',
    created_at: Date.now() - daysAgo * DAY_MS,
  }));
  await db.insertInto('messages').values(messages).execute();
  const [webhook, lane] = [newId(), newId()];
  const shared = { created_at: 0, secret: null, previous_secret: null, previous_until: null };
  await db
    .insertInto('webhooks')
    .values({
      ...{ id: webhook, entity_id: channelId, source: 'subscription', url: 'https://shop.example' },
      ...{ kind: 'notifications', types: '[]', wrapper: 'NONE', fields: 'ALL', ...shared },
      ...{ acknowledged_at: null, ended_at: null, deleted_at: null },
    })
    .execute();
  const queue = { hold_until: 0, failing_since: null, retry_from: 0 };
  await db
    .insertInto('webhook_lanes')
    .values({ id: lane, webhook_id: webhook, channel_id: channelId, ...queue })
    .execute();
  const deliveries = messages.map(({ id, group_id, created_at }) => ({
    ...{ id: newId(), message_id: id, webhook_id: webhook, lane_id: lane, url: null },
    ...{ group_id, position: 1, state: 'delivered' as const, attempts: 1, created_at },
    ...{ due_at: null, lease_until: null, lease_token: null, attempted_at: null },
    ...{ answer_status: null, answer: null },
  }));
  await db.insertInto('deliveries').values(deliveries).execute();
}

const numberOf = async (table: 'messages' | 'deliveries') =>
  Number(
    (
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  );

beforeAll(async () => {
  const merchant = await createEntity(db, { kind: 'merchant', name: 'Another merchant' });
  ({ id: ahead } = await createEntity(db, {
    ...{ kind: 'channel', name: 'Ahead', parentId: merchant.id },
  }));
  await db
    .updateTable('entities')
    .set({ clock_offset_ms: 40 * DAY_MS })
    .where('id', '=', ahead)
    .execute();
  await addMessages(gateway.entityId, OLD, 61);
  await addMessages(gateway.entityId, 30, 59);
  await addMessages(ahead, 600, 21);
  await addMessages(ahead, 40, 19);
});

it('forgets all messages of more than 60 days by the clock of their channel, and their deliveries', async () => {
  expect(await numberOf('messages')).toBe(OLD + 670);
  await purgeMessages(db);
  expect(await numberOf('messages')).toBe(70);
  expect(await numberOf('deliveries')).toBe(70);
  await purgeMessages(db);
  expect(await numberOf('messages')).toBe(70);
});

it.runIf(!isPostgres(db))('finds them by their index', async () => {
  const { rows } = await sql<{ detail: string }>`explain query plan
    select id from entities where exists (select id from messages
      where channel_id = entities.id and messages.created_at < clock_offset_ms + ${0})`.execute(db);
  const plan = rows.map(({ detail }) => detail).join('\n');
  expect(plan).toMatch(/messages .*messages_by_age \(channel_id=\? AND created_at<\?\)/);
  expect(plan).not.toContain('SCAN messages');
});
