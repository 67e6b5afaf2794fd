/** Lists of deliveries and events are read by their own indexes, however many there are. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../gateway/ids.ts';
import { isPostgres } from '../store/dialect.ts';
import { startAlone } from '../tests/support/test-gateway.ts';
import { headOf } from './claim.ts';
import { listDeliveries } from './deliveries.ts';
import { listEvents } from './event-list.ts';
import { waitingFor } from './health.ts';

const gateway = await startAlone();
afterAll(() => gateway[Symbol.asyncDispose]());
const { db } = gateway.gateway;
const { entityId } = gateway;
const WEBHOOK = newId();
const START = Date.parse('2026-01-01');
const MANY = 4_000;

/** How the database goes about what some work asks. */
async function plansOf(work: () => Promise<unknown>): Promise<string> {
  const executor = db.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  const plans: string[] = [];
  const explain = isPostgres(db) ? 'explain' : 'explain query plan';
  const spy = vi.spyOn(executor, 'executeQuery').mockImplementation(async (query) => {
    const { rows } = await execute({ ...query, sql: `${explain} ${query.sql}` });
    plans.push(JSON.stringify(rows));
    return execute(query);
  });
  await work();
  spy.mockRestore();
  return plans.join('\n');
}

beforeAll(async () => {
  await db
    .insertInto('webhooks')
    .values({
      ...{ id: WEBHOOK, entity_id: entityId, source: 'subscription', url: 'https://shop.example' },
      ...{ kind: 'events', types: '[]', wrapper: 'NONE', fields: 'ALL', created_at: START },
    })
    .execute();
  await db
    .insertInto('webhook_lanes')
    .values({
      id: WEBHOOK,
      webhook_id: WEBHOOK,
      channel_id: entityId,
      hold_until: 0,
      retry_from: 0,
    })
    .execute();
  for (let from = 0; from < MANY; from += 1_000) {
    const messages = Array.from({ length: 1_000 }, (_, n) => ({
      ...{ id: newId(), channel_id: entityId, kind: 'events' as const, body: '{}' },
      ...{ type: n % 2 === 0 ? 'PAYMENT_CHARGE_CREATED' : 'CHARGEBACK_SUCCEEDED' },
      ...{ subject_id: newId(), group_id: newId(), position: 1 },
      ...{ created_at: START + from + n, recorded_at: START + from + n },
    }));
    await db.insertInto('messages').values(messages).execute();
    const deliveries = messages.map(({ id, group_id, created_at }, n) => ({
      ...{ id: newId(), message_id: id, webhook_id: WEBHOOK, lane_id: WEBHOOK, group_id },
      ...{ position: 1, attempts: 1, created_at },
      state: n === 1 ? ('given_up' as const) : ('delivered' as const),
    }));
    await db.insertInto('deliveries').values(deliveries).execute();
  }
});

const scope = { webhookIds: [WEBHOOK] };
const after = { id: newId(), at: START + 2_000, position: 1 };

it.each<[string, () => Promise<unknown>, string]>([
  ['all deliveries', () => listDeliveries(db, scope, { limit: 20 }), 'deliveries_of_webhook'],
  [
    'those behind a place',
    () => listDeliveries(db, scope, { limit: 20, after }),
    'deliveries_of_webhook',
  ],
  [
    'those that were given up',
    () => listDeliveries(db, scope, { limit: 20, state: 'given_up' }),
    'deliveries_given_up',
  ],
  [
    'those that wait',
    () => listDeliveries(db, scope, { limit: 20, state: 'waiting' }),
    'deliveries_waiting',
  ],
  ['how many wait', () => waitingFor(db, WEBHOOK), 'deliveries_waiting'],
  [
    'those of a payment',
    () => listDeliveries(db, scope, { limit: 20, subjectId: newId() }),
    'messages_of_subject',
  ],
  [
    'events',
    () => listEvents(db, [{ id: entityId, clockOffsetMs: 0 }], { limit: 100, order: 'ASC', after }),
    'messages_listed',
  ],
  [
    'events of a type',
    () =>
      listEvents(db, [{ id: entityId, clockOffsetMs: 0 }], {
        ...{ limit: 100, order: 'DESC', type: 'CHARGEBACK_SUCCEEDED' },
      }),
    'messages_listed',
  ],
])('finds %s by an index', async (_, ask, index) => {
  const plans = await plansOf(ask);
  expect(plans).toContain(index);
  expect(plans).not.toMatch(/SCAN (deliveries|messages)\b/);
});

it.runIf(isPostgres(db))(
  'looks up what comes before for the head of a long queue alone',
  async () => {
    // What is known of the table is from a moment at which nothing was waiting.
    await db.updateTable('deliveries').set({ state: 'delivered', due_at: null }).execute();
    await sql`analyze deliveries`.execute(db);
    await db.updateTable('deliveries').set({ state: 'waiting', due_at: START }).execute();
    const taken = headOf(db, { id: WEBHOOK, clockOffsetMs: 0 }, 10).compile();
    const { rows } = await db.executeQuery({ ...taken, sql: `explain (analyze) ${taken.sql}` });
    const plan = JSON.stringify(rows);
    const [, lookedUp] = /deliveries earlier[^"]*rows=\d+ loops=(\d+)/.exec(plan) ?? [];
    expect(Number(lookedUp), plan).toBeLessThanOrEqual(40);
    // The head is read once, and not for each of the queue.
    expect(plan).not.toContain('Rows Removed by Join Filter');
  },
);
