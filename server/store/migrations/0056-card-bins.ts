/** Where cards of first digits were issued, as a file of the operator says. */
import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('card_bin_files')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('begun_at', 'bigint', (column) => column.notNull())
    .addColumn('imported_at', 'bigint')
    .addColumn('ranges', 'integer', (column) => column.notNull())
    .execute();
  await schema
    .createTable('card_bins')
    .addColumn('file_id', 'text', (column) => column.notNull())
    .addColumn('first_bin', 'integer', (column) => column.notNull())
    .addColumn('last_bin', 'integer', (column) => column.notNull())
    .addColumn('line', 'integer', (column) => column.notNull())
    .addColumn('country', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('card_bins_key', ['file_id', 'first_bin', 'line'])
    .execute();
}
