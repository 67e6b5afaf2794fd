/** Giving a table's space on the disk back, with all that deleted rows have left there. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isLocked, isPostgres } from './dialect.ts';
import type { Tables } from './tables.ts';

/**
 * Truncates a table in which no row is of use any more: PostgreSQL empties its file on the disk and
 * begins a new one. It waits for nothing, and nothing waits for it: a table that anything is done with
 * stays as it is until a later call. SQLite overwrites what is deleted by itself.
 *
 * @param isOfUse condition of the rows that must stay
 * @returns whether it was truncated; false too where nothing is on the disk
 */
export async function truncateSpent(
  db: Kysely<Tables>,
  table: keyof Tables,
  isOfUse: RawBuilder<unknown>,
): Promise<boolean> {
  if (!isPostgres(db)) {
    await sql`delete from ${sql.table(table)} where not (${isOfUse})`.execute(db);
    return false;
  }
  const mustStay = async (within: Kysely<Tables>) => {
    const { rows } = await sql<{ found: boolean }>`select exists
      (select from ${sql.table(table)} where ${isOfUse}) as found`.execute(within);
    return rows[0]?.found !== false;
  };
  const { rows } = await sql<{
    size: number;
  }>`select pg_relation_size(${table}::regclass) as size`.execute(db);
  if (rows[0]?.size === 0 || (await mustStay(db))) return false;
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode nowait`.execute(trx);
      // A row may have come meanwhile; from here on none comes.
      if (await mustStay(trx)) return false;
      await sql`truncate ${sql.table(table)}`.execute(trx);
      return true;
    });
  } catch (error) {
    if (isLocked(error)) return false;
    throw error;
  }
}
