/** Forgets what was not seen for long. What is decided, and what changed, an assessor asks for later. */
import type { Database } from '../../store/database.ts';
import { databaseNow } from '../../store/dialect.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A script that comes back after this is new again. */
const UNSEEN_MS = 90 * DAY_MS;
/** A year, which an assessment is about, and the time that it takes. */
const CHANGES_MS = 400 * DAY_MS;

export async function purgePageWatch(db: Database): Promise<void> {
  await db
    .deleteFrom('page_scripts')
    .where('last_seen', '<', databaseNow(db, -UNSEEN_MS))
    .execute();
  await db
    .deleteFrom('page_violations')
    .where('last_seen', '<', databaseNow(db, -UNSEEN_MS))
    .execute();
  await db.deleteFrom('page_changes').where('at', '<', databaseNow(db, -CHANGES_MS)).execute();
}
