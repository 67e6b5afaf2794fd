/** What the frames saw a page do to the fields in which the card was typed. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['payments', 'registrations']) {
    await db.schema.alterTable(table).addColumn('field_evidence', 'text').execute();
  }
}
