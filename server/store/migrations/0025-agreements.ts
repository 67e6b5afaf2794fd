/** Whose a registration will be that its shopper has yet to agree to at a brand's page. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('registrar_id', 'text').execute();
}
