/** The key of an entity: what its requests' `notificationUrl` is told is encrypted with it. */
import { realNow } from '../store/clock.ts';
import type { Database, Transaction } from '../store/database.ts';
import { inTransaction } from '../store/dialect.ts';
import { newKey } from './encrypted-body.ts';
import { requestWebhook } from './matching-subscriptions.ts';
import { type Rotation, replaceSecret } from './rotate-secret.ts';
import type { Envelopes } from './secrets.ts';

/**
 * Gives the entity a key. What was kept for want of a key is delivered from now on.
 * @param below the entities below it
 * @returns the key, 64 hexadecimal characters: it cannot be read again
 * @throws TooManySecretsError
 */
export async function setEntityKey(
  db: Database,
  envelopes: Envelopes,
  entityId: string,
  below: readonly string[],
  { secret: key = newKey(), overlapMs }: Rotation = {},
  within?: (trx: Transaction) => Promise<void>,
): Promise<string> {
  await inTransaction(db, async (trx) => {
    // What is kept meanwhile for want of a key is there when this begins, or finds the key.
    await trx.selectFrom('entities').select('id').where('id', '=', entityId).forUpdate().execute();
    const known = await trx
      .selectFrom('webhooks')
      .selectAll()
      .where('entity_id', '=', entityId)
      .where('source', '=', 'request')
      .orderBy('created_at')
      .executeTakeFirst();
    const webhook = known ?? requestWebhook(entityId);
    if (!known) await trx.insertInto('webhooks').values(webhook).execute();
    const rotation = { secret: key, ...(overlapMs !== undefined && { overlapMs }) };
    await replaceSecret(trx, envelopes, webhook, rotation);
    await trx
      .updateTable('webhooks')
      .set({ acknowledged_at: webhook.acknowledged_at ?? realNow() })
      .where('id', '=', webhook.id)
      .execute();
    await adopt(trx, webhook.id, [entityId, ...below]);
    await within?.(trx);
  });
  return key;
}

/** Takes over what other entities below have kept without a key. */
async function adopt(trx: Transaction, webhookId: string, entityIds: readonly string[]) {
  const keyless = await trx
    .selectFrom('webhooks')
    .select('id')
    .where('entity_id', 'in', entityIds)
    .where('source', '=', 'request')
    .where('secret', 'is', null)
    .execute();
  const ids = keyless.map(({ id }) => id);
  if (ids.length === 0) return;
  for (const table of ['webhook_lanes', 'deliveries'] as const) {
    await trx
      .updateTable(table)
      .set({ webhook_id: webhookId })
      .where('webhook_id', 'in', ids)
      .execute();
  }
}
