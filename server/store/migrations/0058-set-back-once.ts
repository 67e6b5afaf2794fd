/** By how much the database's clock was set back in all, so that each time is noticed once for the cluster. */
import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('database_clock')
    .addColumn('set_back_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
