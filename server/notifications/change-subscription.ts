/** A subscription that is changed, paused or resumed: nothing that waits for it is lost by that. */
import { realNow } from '../store/clock.ts';
import type { Database, Transaction } from '../store/database.ts';
import { databaseNow, inTransaction } from '../store/dialect.ts';
import type { WebhookRow } from '../store/tables.ts';
import { HEALTHY } from './matching-subscriptions.ts';
import { resumeRetries } from './pause.ts';

/** What is to be another; the rest stays. */
export interface SubscriptionChange {
  readonly url?: string;
  /** All types where it is empty. */
  readonly types?: readonly string[];
  readonly wrapper?: WebhookRow['wrapper'];
  readonly fields?: WebhookRow['fields'];
}

/**
 * What waits is sent as the subscription is from now on. Another address is told nothing until it has
 * acknowledged a test call, as a new subscription's.
 */
export function changeSubscription(
  db: Database,
  { id, url: before }: WebhookRow,
  { url, types, wrapper, fields }: SubscriptionChange,
): Promise<void> {
  const isMoved = url !== undefined && url !== before;
  return inTransaction(db, async (trx) => {
    await trx
      .updateTable('webhooks')
      .set({
        // An update has to set something.
        id,
        ...(types && { types: JSON.stringify(types) }),
        ...(wrapper && { wrapper }),
        ...(fields && { fields }),
        ...(isMoved && { url, acknowledged_at: null, ...NOT_FAILING }),
      })
      .where('id', '=', id)
      .execute();
    if (isMoved) await callAgain(trx, id);
  });
}

const NOT_FAILING = { failing_since: null, notice_due_at: null, mail_due_at: null } as const;

/**
 * From now on nothing is sent, and what happens is kept. What is on its way arrives.
 * @param within what is written in the same transaction
 */
export function pauseSubscription(
  db: Database,
  { id }: WebhookRow,
  within?: (trx: Transaction) => Promise<void>,
): Promise<void> {
  const pause = { paused_at: realNow(), pause_reason: 'merchant' } as const;
  return inTransaction(db, async (trx) => {
    const row = () => trx.updateTable('webhooks').where('id', '=', id);
    await row().set(pause).where('paused_at', 'is', null).execute();
    // Nor is anybody told of one that paused before, because its receiver answered 410.
    await row().set({ notice_due_at: null, mail_due_at: null }).execute();
    await within?.(trx);
  });
}

/**
 * Sends what was kept, and what was to be tried again later, at once.
 * @param within what is written in the same transaction
 */
export function resumeSubscription(
  db: Database,
  { id }: WebhookRow,
  within?: (trx: Transaction) => Promise<void>,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    await trx
      .updateTable('webhooks')
      .set({ ...HEALTHY, ended_at: null })
      .where('id', '=', id)
      .execute();
    await callAgain(trx, id);
    await within?.(trx);
  });
}

/** The receiver may be called, with all that waits: what it wanted before does not count any more. */
async function callAgain(trx: Transaction, webhookId: string): Promise<void> {
  await resumeRetries(trx, webhookId);
  await trx
    .updateTable('webhook_lanes')
    .set({ hold_until: 0 })
    .where('webhook_id', '=', webhookId)
    .where('hold_until', '>', 0)
    .execute();
  const queues = await trx
    .selectFrom('webhook_lanes')
    .innerJoin('entities', 'entities.id', 'webhook_lanes.channel_id')
    .select(['webhook_lanes.id', 'clock_offset_ms'])
    .where('webhook_id', '=', webhookId)
    .execute();
  for (const { id, clock_offset_ms } of queues) {
    const now = databaseNow(trx, clock_offset_ms);
    await trx
      .updateTable('deliveries')
      .set({ due_at: now })
      .where('lane_id', '=', id)
      .where('due_at', '>', now)
      .execute();
  }
}
