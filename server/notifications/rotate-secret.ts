/**
 * Another secret for a subscription, or another key for an entity. Those before stay valid as long as the
 * merchant says, several at a time; none where one has become known to others.
 */
import { realNow } from '../store/clock.ts';
import type { Database, Transaction } from '../store/database.ts';
import { inTransaction } from '../store/dialect.ts';
import type { WebhookRow } from '../store/tables.ts';
import { newId } from './ids.ts';
import { type Envelopes, earlierSecrets, newSecret, ROTATION_MS, wrapSecret } from './secrets.ts';
import type { WithSecret } from './subscriptions.ts';

/** Valid at the same time, the newest among them: each is tried, or signs. */
export const MOST_SECRETS = 5;

/** As many secrets as there may be are valid still. */
export class TooManySecretsError extends Error {
  override readonly name = 'TooManySecretsError';
}

export interface Rotation {
  /** Of the receiver's choice; drawn where absent. */
  readonly secret?: string;
  /**
   * Milliseconds for which the secret before stays valid; a day where absent. With 0 it ends at once, and
   * all that were before it.
   */
  readonly overlapMs?: number;
}

/**
 * @param within what is written in the same transaction
 * @throws TooManySecretsError
 */
export function rotateSecret(
  db: Database,
  envelopes: Envelopes,
  webhook: WebhookRow,
  rotation: Rotation = {},
  within?: (trx: Transaction) => Promise<void>,
): Promise<WithSecret> {
  return inTransaction(db, async (trx) => {
    const rotated = await replaceSecret(trx, envelopes, webhook, rotation);
    await within?.(trx);
    return rotated;
  });
}

/** Within a transaction of the caller's. @throws TooManySecretsError */
export async function replaceSecret(
  trx: Transaction,
  envelopes: Envelopes,
  { id, kind }: Pick<WebhookRow, 'id' | 'kind'>,
  { secret = newSecret(kind), overlapMs = ROTATION_MS }: Rotation,
): Promise<WithSecret> {
  const now = realNow();
  // Two rotations at once would both put the same secret into the second place.
  const webhook = await trx
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const isKept = overlapMs > 0 && webhook.secret !== null;
  const ended = trx.deleteFrom('webhook_secrets').where('webhook_id', '=', id);
  await (isKept ? ended.where('valid_until', '<=', now) : ended).execute();
  if (isKept) await keepPrevious(trx, webhook, now);
  const change = {
    secret: wrapSecret(envelopes, webhook, secret),
    previous_secret: isKept ? webhook.secret : null,
    previous_until: isKept ? now + overlapMs : null,
  };
  await trx.updateTable('webhooks').set(change).where('id', '=', id).execute();
  return { webhook: { ...webhook, ...change }, secret };
}

/** What stands in the second place goes where there is room for several. */
async function keepPrevious(trx: Transaction, webhook: WebhookRow, now: number): Promise<void> {
  const { id, entity_id, previous_secret: secret, previous_until: valid_until } = webhook;
  const isValid = secret !== null && valid_until !== null && valid_until > now;
  const earlier = await earlierSecrets(trx, id, now);
  const others = earlier.length + (isValid ? 1 : 0);
  if (others + 2 > MOST_SECRETS) throw new TooManySecretsError();
  if (!isValid) return;
  await trx
    .insertInto('webhook_secrets')
    .values({ id: newId(), webhook_id: id, entity_id, secret, valid_until })
    .execute();
}
