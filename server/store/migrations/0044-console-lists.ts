/** What the console lists besides payments: checkouts and how far each came, what is stored, schedules. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;

  // Apart from the checkout, so that no payment waits for it. Goes with it, whichever release deletes that.
  await schema
    .createTable('form_visits')
    .addColumn('checkout_id', 'text', (column) =>
      column.primaryKey().notNull().references('checkouts.id').onDelete('cascade'),
    )
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('loaded_at', 'bigint', (column) => column.notNull())
    .execute();

  await schema.alterTable('checkouts').addColumn('merchant_transaction_id', 'text').execute();
  for (const column of ['card_last4', 'card_holder', 'merchant_transaction_id']) {
    await schema.alterTable('registrations').addColumn(column, 'text').execute();
  }
  await schema
    .createIndex('registrations_made')
    .on('registrations')
    .columns(['entity_id', 'created_at', 'id'])
    .execute();
  await schema
    .createIndex('schedules_made')
    .on('schedules')
    .columns(['entity_id', 'created_at', 'id'])
    .execute();
  await schema
    .createIndex('schedules_of_state')
    .on('schedules')
    .columns(['entity_id', 'state', 'created_at', 'id'])
    .execute();
  for (const [table, column] of [
    ['checkouts', 'merchant_transaction_id'],
    ['registrations', 'merchant_transaction_id'],
    ['registrations', 'card_last4'],
    ['registrations', 'card_holder'],
  ] as const) {
    await sql`create index ${sql.id(`${table}_${column}`)} on ${sql.table(table)}
      (entity_id, ${sql.id(column)}, created_at, id) where ${sql.id(column)} is not null`.execute(
      db,
    );
  }
  // Rows from before get their columns while the gateway runs: it would stand still here for long.
  for (const table of ['checkouts', 'registrations']) {
    await schema.alterTable(table).addColumn('is_searchable', 'bigint').execute();
    await sql`create index ${sql.id(`${table}_to_search`)} on ${sql.table(table)} (id)
      where is_searchable is null`.execute(db);
  }
}
