/** Of links for one name that were made at once, the latest stays: before each name can have one only. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Two of the same moment are told apart by their tokens' hashes.
  await sql`delete from console_links where exists (
    select 1 from console_links as later
    where coalesce(later.name, '') = coalesce(console_links.name, '')
    and (later.ends_at > console_links.ends_at
      or (later.ends_at = console_links.ends_at and later.token_hash > console_links.token_hash))
  )`.execute(db);
}
