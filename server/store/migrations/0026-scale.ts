/** What keeps costs from growing with the number of payments: an index for each question, and sums of days that are over. */
import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';

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

  await schema
    .createTable('retention')
    .addColumn('channel_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addColumn('payment_id', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('checkouts_by_age')
    .on('checkouts')
    .columns(['entity_id', 'created_at'])
    .execute();
  await sql`create index registrations_to_anonymise on registrations (entity_id, deleted_at)
    where deleted_at is not null and card_fingerprint <> ''`.execute(db);
  await lightenReferences(db);
}

/**
 * Where a checkout or a payment is deleted, the database looks for it in these tables, which have
 * rows of 90 days. PostgreSQL lets go of the constraint, which also locked a row with each insert;
 * SQLite would have to write the tables anew, so it gets indexes.
 */
async function lightenReferences(db: Kysely<unknown>): Promise<void> {
  for (const table of ['submissions', 'nonce_claims']) {
    for (const column of ['checkout_id', 'payment_id']) {
      if (isPostgres(db)) {
        await db.schema.alterTable(table).dropConstraint(`${table}_${column}_fkey`).execute();
      } else {
        await db.schema.createIndex(`${table}_of_${column}`).on(table).column(column).execute();
      }
    }
  }
}
