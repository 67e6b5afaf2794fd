/** Who holds a lease: drawn anew by every taking, so that a holder who was too late is told apart. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['payments', 'deliveries', 'idempotency_keys']) {
    await db.schema.alterTable(table).addColumn('lease_token', 'text').execute();
  }
}
