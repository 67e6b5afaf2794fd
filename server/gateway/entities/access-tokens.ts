/** Access tokens: issued once in clear, kept as a hash, bound to one entity. */
import { createHash } from 'node:crypto';
import { realNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import type { AccessTokenRow } from '../../store/tables.ts';
import { newAccessToken, newId } from '../ids.ts';

/** 256 random bits need no salt and no slow hash. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Issues a token for the entity and its tree. The clear text is never stored. */
export async function issueToken(
  db: Database | Transaction,
  {
    entityId,
    label,
    token = newAccessToken(),
  }: { entityId: string; label: string; token?: string },
): Promise<{ id: string; token: string }> {
  const id = newId();
  await db
    .insertInto('access_tokens')
    .values({
      id,
      entity_id: entityId,
      hash: hashOf(token),
      label,
      created_at: realNow(),
      revoked_at: null,
    })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
  return { id, token };
}

/** The entity that the token is for; `undefined` for an unknown or revoked token. */
export async function entityOfToken(db: Database, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('access_tokens')
    .select('entity_id')
    .where('hash', '=', hashOf(token))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row?.entity_id;
}

export function listTokens(db: Database): Promise<Omit<AccessTokenRow, 'hash'>[]> {
  return db
    .selectFrom('access_tokens')
    .select(['id', 'entity_id', 'label', 'created_at', 'revoked_at'])
    .orderBy('created_at')
    .execute();
}

/** Revokes at once, for every instance. Answers false when there is no such active token. */
export async function revokeToken(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('access_tokens')
    .set({ revoked_at: realNow() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
