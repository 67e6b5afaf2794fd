/** Subscriptions as rows: who is told, of what, and how. */
import { realNow } from '../store/clock.ts';
import type { Database, Transaction } from '../store/database.ts';
import { inTransaction } from '../store/dialect.ts';
import type { WebhookRow } from '../store/tables.ts';
import { newId } from './ids.ts';
import { HEALTHY } from './matching-subscriptions.ts';
import { giveUp } from './outcomes.ts';
import { resumeRetries } from './pause.ts';
import { type Envelopes, newSecret, wrapSecret } from './secrets.ts';

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
    ...HEALTHY,
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

/**
 * From now on what was kept is delivered, and what failed is tried again; one that pauses goes on pausing.
 * Nothing changes where the subscription has another address than the one that has acknowledged.
 */
export async function noteAcknowledged(
  db: Database,
  { id, url }: Pick<WebhookRow, 'id' | 'url'>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set((eb) => ({ acknowledged_at: eb.fn.coalesce('acknowledged_at', eb.val(realNow())) }))
    .where('id', '=', id)
    .where('url', '=', url)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await db
    .updateTable('webhooks')
    .set({ failing_since: null, notice_due_at: null, mail_due_at: null })
    .where('id', '=', id)
    .where('failing_since', 'is not', null)
    .where('paused_at', 'is', null)
    .execute();
  await resumeRetries(db, id);
}

/** Forgets its secrets; what waits for it is given up. */
export async function deleteSubscription(db: Database, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable('webhooks')
      .set({ deleted_at: realNow(), secret: null, previous_secret: null })
      .where('id', '=', id)
      .execute();
    await trx.deleteFrom('webhook_secrets').where('webhook_id', '=', id).execute();
    await giveUp(trx, id);
  });
}
