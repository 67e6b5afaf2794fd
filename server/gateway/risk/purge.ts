/** Forgets windows, attempts and trips whose time is over. */
import type { Database } from '../../store/database.ts';
import { databaseNow } from '../../store/dialect.ts';

/** Rows of a table that one statement takes. */
const BATCH = 1_000;
/** Statements of one pass: what is left has the next one. */
const STEPS = 50;

const TABLES = ['risk_windows', 'risk_attempts', 'risk_trips'] as const;

export async function purgeRisk(db: Database): Promise<void> {
  for (const table of TABLES) {
    for (let step = 0; step < STEPS; step += 1) {
      if ((await purgeStep(db, table)) < BATCH) break;
    }
  }
}

/** By the time up to which a batch reaches: a window has no id of one column. */
async function purgeStep(db: Database, table: (typeof TABLES)[number]): Promise<number> {
  const due = await db
    .selectFrom(table)
    .select('purge_at')
    .where('purge_at', '<=', databaseNow(db))
    .orderBy('purge_at')
    .limit(BATCH)
    .execute();
  const last = due.at(-1)?.purge_at;
  if (last === undefined) return 0;
  await db.deleteFrom(table).where('purge_at', '<=', last).execute();
  return due.length;
}
