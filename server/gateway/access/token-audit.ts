/** What the audit log hears of access tokens. */
import { LRUCache } from 'lru-cache';
import { realNow } from '../../store/clock.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction, skipLocked } from '../../store/dialect.ts';
import type { AccessToken, Misuse } from './access-tokens.ts';
import { appendAudit, audit, type Keys } from './audit-log.ts';

/** A client that goes on with a token that is no good says nothing new: once an hour for each reason. */
const SAID_AGAIN_MS = 60 * 60_000;
const SAID = new LRUCache<string, true>({ max: 10_000, ttl: SAID_AGAIN_MS });
const BATCH = 100;

interface Tools {
  readonly db: Database;
  readonly vault: Keys;
}

/** As an actor of the audit log, and in the access log. */
export const nameOfToken = ({ id, label }: Pick<AccessToken, 'id' | 'label'>): string =>
  `token ${id} (${label})`;

/** Notes that a token was used that may not be, or for what it is not. */
export async function auditMisuse(
  { db, vault }: Tools,
  token: AccessToken,
  reason: Misuse | 'scope',
  address: string,
): Promise<void> {
  const said = `${token.id} ${reason}`;
  if (SAID.has(said)) return;
  SAID.set(said, true);
  const written = audit(vault, db, {
    actor: nameOfToken(token),
    action: 'token misused',
    subject: token.entityId,
    detail: { reason, address },
  });
  // What was not written is said again.
  await written.catch((error: unknown) => {
    SAID.delete(said);
    throw error;
  });
}

/** Notes each token whose time is over, once, whichever instance comes first. */
export async function auditExpiredTokens({ db, vault }: Tools): Promise<void> {
  await inTransaction(db, async (trx) => {
    const now = realNow();
    const expired = await skipLocked(
      trx
        .selectFrom('access_tokens')
        .select(['id', 'label', 'entity_id', 'expires_at'])
        .where('expires_at', '<=', now)
        .where('expiry_noted_at', 'is', null)
        .where('revoked_at', 'is', null)
        .limit(BATCH),
    ).execute();
    for (const { id, label, entity_id, expires_at } of expired) {
      await trx
        .updateTable('access_tokens')
        .set({ expiry_noted_at: now })
        .where('id', '=', id)
        .execute();
      await appendAudit(vault, trx, {
        actor: 'gateway',
        action: 'token expired',
        subject: entity_id,
        detail: {
          token: nameOfToken({ id, label }),
          at: new Date(expires_at ?? now).toISOString(),
        },
      });
    }
  });
}
