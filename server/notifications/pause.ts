/**
 * Retries pause when every message of an interval has failed, until one succeeds (compatibility.md,
 * section 6). So that one can succeed, what happens anew is still told, and one message an interval
 * is tried of those that wait. Notifications only: events follow Standard Webhooks, and end.
 */
import { realNow } from '../store/clock.ts';
import type { Database, Transaction } from '../store/database.ts';
import { databaseNow, inTransaction } from '../store/dialect.ts';
import type { DeliveryRow, EndpointQueueRow } from '../store/tables.ts';
import type { Attempted, EndpointQueue } from './endpoint-queue.ts';
import { NOTIFICATION_LIFE_MS, RETRY_INTERVAL_MS } from './schedule.ts';

const NOT_PAUSED = 0;

/**
 * Finds what is due in a queue: all of it, or, while its retries pause, what was never tried, and the one
 * retry of this interval.
 * @param find of what was never tried (`=`) or was (`>`) alone, or of both
 */
export async function findWithRetries(
  trx: Transaction,
  queue: EndpointQueue,
  find: (limit: number, attempts?: '=' | '>') => Promise<DeliveryRow[]>,
  limit: number,
): Promise<DeliveryRow[]> {
  if (queue.retryFrom === NOT_PAUSED) return find(limit);
  const untried = await find(limit, '=');
  const [retry] = await find(1, '>');
  return retry && (await takeInterval(trx, queue)) ? [...untried, retry] : untried;
}

/** Answers false where another instance makes the retry of this interval. */
async function takeInterval(
  trx: Transaction,
  { id, clockOffsetMs }: EndpointQueue,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_lanes')
    .set({ retry_from: databaseNow(trx, clockOffsetMs + RETRY_INTERVAL_MS) })
    .where('id', '=', id)
    .where('retry_from', '<=', databaseNow(trx, clockOffsetMs))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Remembers since when a receiver fails everything, and pauses or resumes its retries. */
export async function notePauses(trx: Transaction, attempted: readonly Attempted[]): Promise<void> {
  const finished = attempted.filter(
    ({ queue, outcome }) => queue.webhook.kind === 'notifications' && outcome,
  );
  const byQueue = Map.groupBy(finished, ({ queue }) => queue.id);
  const alive = [...byQueue].filter(([, all]) =>
    all.some(({ outcome }) => outcome?.isAcknowledged),
  );
  await resume(
    trx,
    alive.map(([id]) => id),
  );
  for (const [id] of alive) byQueue.delete(id);
  for (const [id, [first]] of byQueue) if (first) await noteFailure(trx, first.queue, id);
}

async function noteFailure(
  trx: Transaction,
  { clockOffsetMs }: EndpointQueue,
  id: string,
): Promise<void> {
  const now = (plusMs = 0) => databaseNow(trx, clockOffsetMs + plusMs);
  const queue = () => trx.updateTable('webhook_lanes').where('id', '=', id);
  await queue().set({ failing_since: now() }).where('failing_since', 'is', null).execute();
  await queue()
    .set({ retry_from: now(RETRY_INTERVAL_MS) })
    .where('retry_from', '=', NOT_PAUSED)
    .where('failing_since', '<=', now(-RETRY_INTERVAL_MS))
    .execute();
}

async function resume(
  trx: Transaction,
  queueIds: readonly EndpointQueueRow['id'][],
): Promise<void> {
  if (queueIds.length === 0) return;
  await asLiving(trx).where('id', 'in', queueIds).where('failing_since', 'is not', null).execute();
}

/** The receiver has shown that it is there, or its operator says so. */
export async function resumeRetries(db: Database | Transaction, webhookId: string): Promise<void> {
  await asLiving(db).where('webhook_id', '=', webhookId).execute();
}

const asLiving = (db: Database | Transaction) =>
  db.updateTable('webhook_lanes').set({ failing_since: null, retry_from: NOT_PAUSED });

/** Whether any retries of the subscription pause. */
export async function isPaused(db: Database, webhookId: string): Promise<boolean> {
  const paused = await db
    .selectFrom('webhook_lanes')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('retry_from', '>', NOT_PAUSED)
    .executeTakeFirst();
  return paused !== undefined;
}

/**
 * What nothing is tried of any more gets no attempt that would give it up. A subscription that pauses as a
 * whole keeps what waits.
 * @returns the subscription of each that was given up
 */
export function giveUpPaused(db: Database, limit: number): Promise<string[]> {
  return inTransaction(db, async (trx) => {
    const tooOld = await trx
      .selectFrom('webhook_lanes')
      .innerJoin('entities', 'entities.id', 'webhook_lanes.channel_id')
      .innerJoin('webhooks', 'webhooks.id', 'webhook_lanes.webhook_id')
      .innerJoin('deliveries', 'deliveries.lane_id', 'webhook_lanes.id')
      .select(['deliveries.id', 'deliveries.webhook_id', 'clock_offset_ms'])
      .where('retry_from', '>', NOT_PAUSED)
      .where('paused_at', 'is', null)
      .where('due_at', 'is not', null)
      .where('attempts', '>', 0)
      .where((eb) =>
        eb(
          eb.fn.coalesce('deliveries.replayed_at', 'deliveries.created_at'),
          '<',
          eb('clock_offset_ms', '+', realNow() - NOTIFICATION_LIFE_MS),
        ),
      )
      .limit(limit)
      .execute();
    const byClock = Map.groupBy(tooOld, ({ clock_offset_ms }) => clock_offset_ms);
    for (const [offset, deliveries] of byClock) {
      await trx
        .updateTable('deliveries')
        .set({
          state: 'given_up',
          given_up_at: realNow() + offset,
          ...{ due_at: null, lease_until: null, lease_token: null },
        })
        .where(
          'id',
          'in',
          deliveries.map(({ id }) => id),
        )
        .where('state', '=', 'waiting')
        .execute();
    }
    return tooOld.map(({ webhook_id }) => webhook_id);
  });
}
