import type { Database } from '../store/database.ts';
import { eraseDeleted, inTransaction, skipLocked } from '../store/dialect.ts';

/**
 * Deletes the card numbers and CVVs whose time has come. Every instance may run it at any time.
 *
 * @param now real clock, epoch milliseconds
 * @param limit how many of each at most
 * @returns how many rows went; fewer than `limit` when nothing is left
 */
export async function purgeExpired(db: Database, now: number, limit: number): Promise<number> {
  let purged = 0;
  for (const table of ['card_cvvs', 'card_numbers'] as const) {
    purged += await inTransaction(db, async (trx) => {
      const due = trx
        .selectFrom(table)
        .select('record_id')
        .where('purge_at', '<=', now)
        .orderBy('purge_at')
        .limit(limit);
      const { numDeletedRows } = await trx
        .deleteFrom(table)
        .where('record_id', 'in', skipLocked(due))
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    });
  }
  if (purged > 0) await eraseDeleted(db);
  return purged;
}
