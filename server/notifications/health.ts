/**
 * Whether a receiver is there: since when it has acknowledged nothing, and when that is told next
 * (`gateway/events/failing-receivers.ts`). A receiver that has answered 410 gets nothing more until its merchant
 * resumes it; what is to be told to it is kept.
 */
import { sql } from 'kysely';
import type { Database, Transaction } from '../store/database.ts';
import { databaseNow } from '../store/dialect.ts';
import type { WebhookRow } from '../store/tables.ts';
import type { Attempted } from './endpoint-queue.ts';

/** A receiver that is there again sooner than that is not told of, milliseconds. */
const TOLD_AFTER_MS = 5 * 60_000;
/** A receiver that wants no more. */
export const GONE = 410;

/**
 * Notes what came of attempts.
 * @returns the subscriptions that pause from now on, because their receiver has answered 410
 */
export async function noteHealth(
  trx: Transaction,
  attempted: readonly Attempted[],
): Promise<WebhookRow[]> {
  const ended = attempted.filter(({ outcome }) => outcome !== undefined);
  const byWebhook = Map.groupBy(ended, ({ queue }) => queue.webhook.id);
  const isAcknowledged = ({ outcome }: Attempted) => outcome?.isAcknowledged === true;
  const [alive, failing] = [[] as string[], [] as string[]];
  for (const [id, all] of byWebhook) (all.some(isAcknowledged) ? alive : failing).push(id);
  await noteAlive(trx, alive);
  await noteFailing(trx, failing);
  const gone = ended.filter(
    ({ outcome, queue }) => outcome?.status === GONE && queue.webhook.source === 'subscription',
  );
  const paused = await pauseGone(trx, [...new Set(gone.map(({ queue }) => queue.webhook.id))]);
  const ids = new Set(paused);
  return [...byWebhook].flatMap(([id, [first]]) =>
    first && ids.has(id) ? [first.queue.webhook] : [],
  );
}

/** It has acknowledged something: nothing more is told of how it failed. */
async function noteAlive(trx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('webhooks')
    .set({ failing_since: null, notice_due_at: null, mail_due_at: null })
    .where('id', 'in', ids)
    .where('failing_since', 'is not', null)
    .where('paused_at', 'is', null)
    .execute();
}

async function noteFailing(trx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('webhooks')
    .set({ failing_since: databaseNow(trx), notice_due_at: databaseNow(trx, TOLD_AFTER_MS) })
    .where('id', 'in', ids)
    .where('failing_since', 'is', null)
    .where('paused_at', 'is', null)
    .execute();
}

async function pauseGone(trx: Transaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const now = databaseNow(trx);
  const paused = await trx
    .updateTable('webhooks')
    .set((eb) => ({
      paused_at: now,
      pause_reason: 'gone',
      failing_since: eb.fn.coalesce('failing_since', now),
      notice_due_at: now,
    }))
    .where('id', 'in', ids)
    .where('paused_at', 'is', null)
    .returning('id')
    .execute();
  return paused.map(({ id }) => id);
}

/** Subscriptions whose receivers fail now. To one that its merchant has paused nothing is sent that could end it. */
export const failing = (db: Database | Transaction) =>
  db
    .selectFrom('webhooks')
    .where('failing_since', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('pause_reason', 'is', null), eb('pause_reason', '!=', 'merchant')]));

/** Those of some entities, the longest first. */
export const failingWebhooks = (
  db: Database | Transaction,
  entityIds: readonly string[],
): Promise<WebhookRow[]> =>
  failing(db)
    .selectAll()
    .where('entity_id', 'in', entityIds)
    .orderBy('failing_since')
    .orderBy('id')
    .execute();

/** How many are counted of what waits: enough to see that there is much. */
export const MOST_COUNTED = 10_000;

/** Messages that wait for a receiver, {@link MOST_COUNTED} at most. */
export async function waitingFor(db: Database | Transaction, webhookId: string): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('deliveries')
        .select('id')
        .where('webhook_id', '=', webhookId)
        .where('state', '=', sql.lit('waiting'))
        .limit(MOST_COUNTED)
        .as('waiting'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
