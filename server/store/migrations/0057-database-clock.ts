/** What the database's clock said last, so that a start after it was set back can tell. */
import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('database_clock')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('latest', 'bigint', (column) => column.notNull())
    .execute();
}
