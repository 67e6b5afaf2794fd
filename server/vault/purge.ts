import type { Database, Transaction } from '../store/database.ts';
import { eraseDeleted, inTransaction, skipLocked } from '../store/dialect.ts';
import { forgetKeys } from './cvv-keys.ts';

/**
 * Deletes the card numbers and CVVs whose time has come. Every instance may run it at any time.
 *
 * @param now real clock, epoch milliseconds
 * @param limit how many of each at most
 * @returns how many rows went; fewer than `limit` when nothing is left
 */
export async function purgeExpired(db: Database, now: number, limit: number): Promise<number> {
  const purged =
    (await inTransaction(db, (trx) => forgetDueCvvs(trx, now, limit))) +
    (await inTransaction(db, (trx) => forgetDueNumbers(trx, now, limit)));
  if (purged > 0) await eraseDeleted(db);
  return purged;
}

async function forgetDueCvvs(trx: Transaction, now: number, limit: number): Promise<number> {
  const due = trx
    .selectFrom('card_cvvs')
    .select('record_id')
    .where('purge_at', '<=', now)
    .orderBy('purge_at')
    .limit(limit);
  const gone = await trx
    .deleteFrom('card_cvvs')
    .where('record_id', 'in', skipLocked(due))
    .returning(['record_id', 'key_table'])
    .execute();
  await forgetKeys(trx, gone);
  return gone.length;
}

async function forgetDueNumbers(trx: Transaction, now: number, limit: number): Promise<number> {
  const due = trx
    .selectFrom('card_numbers')
    .select('record_id')
    .where('purge_at', '<=', now)
    .orderBy('purge_at')
    .limit(limit);
  const { numDeletedRows } = await trx
    .deleteFrom('card_numbers')
    .where('record_id', 'in', skipLocked(due))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
