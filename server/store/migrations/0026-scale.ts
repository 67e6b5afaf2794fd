/** What keeps costs from growing with the number of payments: an index for each question, and sums of days that are over. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  const index = (name: string, columns: string[]) =>
    schema.createIndex(name).on('payments').columns(columns).execute();
  // Found and sorted by one index, whatever else is asked for: SQLite chose the one for periods.
  await index('payments_of_order', ['entity_id', 'merchant_transaction_id', 'created_at', 'id']);
  await schema.dropIndex('payments_of_merchant_transaction').execute();
  await index('payments_of_type', ['entity_id', 'type', 'created_at', 'id']);
  // `payments_of_reference` is the same.
  await schema.dropIndex('payments_of_payment').execute();

  // Filled while the gateway runs: it would stand still here for long.
  await schema
    .createTable('daily_sums')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('day', 'bigint', (column) => column.notNull())
    .addColumn('fees', 'text', (column) => column.notNull())
    .addColumn('settled', 'text', (column) => column.notNull())
    .addColumn('made', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('daily_sums_key', ['entity_id', 'day'])
    .execute();
}
