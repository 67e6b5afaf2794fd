/**
 * Each name has one link, and so has the first owner, who has no name yet. The release before deletes a
 * name's link before it makes another one: of two that are made at once one fails there, and is asked for anew.
 */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unique index console_links_once on console_links (coalesce(name, ''))`.execute(
    db,
  );
}
