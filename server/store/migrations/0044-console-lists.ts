/** What the console lists besides payments: checkouts and how far each came, what is stored, schedules. */
import type { Kysely } from 'kysely';
import type { LargeIndex } from '../large-indexes.ts';

const SEARCHED = ['checkouts', 'registrations'];

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
  // Rows from before get their columns while the gateway runs: it would stand still here for long.
  for (const table of SEARCHED) {
    await schema.alterTable(table).addColumn('is_searchable', 'bigint').execute();
  }
}

const ORDER = 'created_at, id';
export const largeIndexes: readonly LargeIndex[] = [
  { name: 'registrations_made', table: 'registrations', of: `(entity_id, ${ORDER})` },
  { name: 'schedules_made', table: 'schedules', of: `(entity_id, ${ORDER})` },
  { name: 'schedules_of_state', table: 'schedules', of: `(entity_id, state, ${ORDER})` },
  ...(
    [
      ['checkouts', 'merchant_transaction_id'],
      ['registrations', 'merchant_transaction_id'],
      ['registrations', 'card_last4'],
      ['registrations', 'card_holder'],
    ] as const
  ).map(([table, column]) => ({
    name: `${table}_${column}`,
    table,
    of: `(entity_id, ${column}, ${ORDER}) where ${column} is not null`,
  })),
  ...SEARCHED.map((table) => ({
    name: `${table}_to_search`,
    table,
    of: '(id) where is_searchable is null',
  })),
];
