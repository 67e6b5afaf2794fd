/** A release that was rolled back: no new checkout begins with it. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('releases').addColumn('withdrawn_at', 'bigint').execute();
}
