/** What waits for the shopper or a bank, what is due then, and the simulator's undecided payments. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  const addColumn = (table: string, name: string, type: 'text' | 'bigint') =>
    schema.alterTable(table).addColumn(name, type).execute();

  await addColumn('payments', 'next_step', 'text');
  await addColumn('payments', 'due_at', 'bigint');
  await addColumn('payments', 'end_code', 'text');
  await addColumn('payments', 'result_url', 'text');
  await addColumn('payments', 'embedder', 'text');
  await schema.createIndex('payments_waiting').on('payments').column('due_at').execute();

  await addColumn('checkouts', 'result_url', 'text');
  await addColumn('checkouts', 'call_due_at', 'bigint');
  await addColumn('checkouts', 'call_lease_until', 'bigint');
  await schema
    .alterTable('checkouts')
    .addColumn('call_attempts', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.createIndex('checkouts_to_call').on('checkouts').column('call_due_at').execute();

  await schema
    .createTable('simulator_undecided')
    .addColumn('reference', 'text', (column) => column.primaryKey())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('approved', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('simulator_behaviours')
    .addColumn('channel_id', 'text', (column) => column.primaryKey().references('entities.id'))
    .addColumn('behaviour', 'text', (column) => column.notNull())
    .execute();
}
