/** Subscriptions as rows: who is told, of what, and how. */
import { realNow } from '../store/clock.ts';
import type { Database, Transaction } from '../store/database.ts';
import { inTransaction } from '../store/dialect.ts';
import type { DeliveryRow, EndpointQueueRow, MessageRow, WebhookRow } from '../store/tables.ts';
import { newId } from './ids.ts';
import { giveUp } from './outcomes.ts';
import { resumeRetries } from './pause.ts';
import { type Envelopes, newSecret, ROTATION_MS, wrapSecret } from './secrets.ts';

/** What a subscription is asked to be. */
export interface SubscriptionInput {
  /** The same id is the same subscription. */
  readonly id?: string;
  readonly entityId: string;
  readonly url: string;
  readonly kind: WebhookRow['kind'];
  /** All types where it is empty. */
  readonly types: readonly string[];
  readonly wrapper: WebhookRow['wrapper'];
  readonly fields: WebhookRow['fields'];
  /** Of the receiver's choice; drawn where absent. */
  readonly secret?: string;
}

/** A secret is answered once: afterwards only its envelope is there. */
export interface WithSecret {
  readonly webhook: WebhookRow;
  readonly secret: string;
}

export async function createSubscription(
  db: Database,
  envelopes: Envelopes,
  input: SubscriptionInput,
): Promise<WithSecret> {
  const { id = newId(), entityId, kind, types, secret = newSecret(kind), ...rest } = input;
  const owner = { id, entity_id: entityId };
  const webhook: WebhookRow = {
    ...owner,
    source: 'subscription',
    url: rest.url,
    kind,
    types: JSON.stringify(types),
    wrapper: rest.wrapper,
    fields: rest.fields,
    secret: wrapSecret(envelopes, owner, secret),
    previous_secret: null,
    previous_until: null,
    created_at: realNow(),
    acknowledged_at: null,
    ended_at: null,
    deleted_at: null,
  };
  await db.insertInto('webhooks').values(webhook).execute();
  return { webhook, secret };
}

/** @returns undefined where it was deleted, or never there */
export function findSubscription(
  db: Database | Transaction,
  id: string,
): Promise<WebhookRow | undefined> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('source', '=', 'subscription')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Oldest first. */
export function subscriptionsOf(db: Database, entityIds: readonly string[]): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('entity_id', 'in', entityIds)
    .where('source', '=', 'subscription')
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** From now on what was kept is delivered, and what failed is tried again. */
export async function noteAcknowledged(db: Database, id: string): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ acknowledged_at: realNow() })
    .where('id', '=', id)
    .where('acknowledged_at', 'is', null)
    .execute();
  await resumeRetries(db, id);
}

/** Both secrets are valid for a day; one before them is not. */
export async function rotateSecret(
  db: Database,
  envelopes: Envelopes,
  webhook: WebhookRow,
  secret: string = newSecret(webhook.kind),
): Promise<WithSecret> {
  const change = {
    secret: wrapSecret(envelopes, webhook, secret),
    previous_secret: webhook.secret,
    previous_until: realNow() + ROTATION_MS,
  };
  await db.updateTable('webhooks').set(change).where('id', '=', webhook.id).execute();
  return { webhook: { ...webhook, ...change }, secret };
}

/** Forgets its secrets; what waits for it is given up. */
export async function deleteSubscription(db: Database, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable('webhooks')
      .set({ deleted_at: realNow(), secret: null, previous_secret: null })
      .where('id', '=', id)
      .execute();
    await giveUp(trx, id);
  });
}

export type ShownDelivery = DeliveryRow &
  Pick<MessageRow, 'type' | 'subject_id'> &
  Pick<EndpointQueueRow, 'hold_until' | 'retry_from'>;

/** Latest first. */
export function latestDeliveries(
  db: Database,
  webhookId: string,
  limit: number,
): Promise<ShownDelivery[]> {
  return db
    .selectFrom('deliveries')
    .innerJoin('messages', 'messages.id', 'deliveries.message_id')
    .innerJoin('webhook_lanes', 'webhook_lanes.id', 'deliveries.lane_id')
    .selectAll('deliveries')
    .select(['messages.type', 'messages.subject_id', 'hold_until', 'retry_from'])
    .where('deliveries.webhook_id', '=', webhookId)
    .orderBy('deliveries.created_at', 'desc')
    .orderBy('deliveries.position', 'desc')
    .limit(limit)
    .execute();
}

/**
 * Sends a message again, under its id: at once, and by the schedule when that fails. The
 * request says that the receiver is there again: other retries do not pause any more.
 * @returns undefined where there is no such delivery
 */
export async function replay(
  db: Database,
  webhookId: string,
  deliveryId: string,
): Promise<ShownDelivery | undefined> {
  return inTransaction(db, async (trx) => {
    const found = await trx
      .selectFrom('deliveries')
      .innerJoin('messages', 'messages.id', 'deliveries.message_id')
      .innerJoin('entities', 'entities.id', 'messages.channel_id')
      .innerJoin('webhook_lanes', 'webhook_lanes.id', 'deliveries.lane_id')
      .selectAll('deliveries')
      .select(['messages.type', 'messages.subject_id', 'hold_until', 'clock_offset_ms'])
      .where('deliveries.id', '=', deliveryId)
      .where('deliveries.webhook_id', '=', webhookId)
      .executeTakeFirst();
    if (!found) return undefined;
    const { clock_offset_ms, ...delivery } = found;
    const change = { state: 'waiting', due_at: realNow() + clock_offset_ms } as const;
    await trx.updateTable('deliveries').set(change).where('id', '=', deliveryId).execute();
    await resumeRetries(trx, webhookId);
    return { ...delivery, ...change, retry_from: 0 };
  });
}
