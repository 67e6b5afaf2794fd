/** The console: who signs in and how, and the columns by which an agent finds a payment. */
import { type Kysely, sql } from 'kysely';
import type { LargeIndex } from '../large-indexes.ts';

const PAYMENT_COLUMNS = ['card_last4', 'card_bin', 'card_holder', 'shopper_email'];

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  for (const column of ['entity_id', 'password', 'authenticator', 'pending_authenticator']) {
    await schema.alterTable('administrators').addColumn(column, 'text').execute();
  }
  for (const column of ['authenticator_step', 'seen_at']) {
    await schema.alterTable('administrators').addColumn(column, 'bigint').execute();
  }

  await schema
    .createTable('console_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text')
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('entity_id', 'text')
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('console_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('csrf_token', 'text', (column) => column.notNull())
    .addColumn('browser', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('console_sessions_of')
    .on('console_sessions')
    .columns(['name'])
    .execute();
  await schema
    .createTable('console_failures')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('failures', 'bigint', (column) => column.notNull())
    .addColumn('locked_until', 'bigint', (column) => column.notNull())
    .addColumn('purge_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('console_recovery_codes')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('console_recovery_codes_key', ['name', 'code_hash'])
    .execute();
  await schema
    .createTable('console_passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
  await schema
    .createIndex('console_passkeys_of')
    .on('console_passkeys')
    .columns(['name'])
    .execute();
  await schema
    .createTable('console_challenges')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text')
    .addColumn('challenge', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('console_views')
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('filter', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('console_views_key', ['owner', 'name'])
    .execute();
  await schema
    .createTable('console_approvals')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('payment_id', 'text', (column) => column.notNull())
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('asked_by', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('decided_by', 'text')
    .execute();
  await schema
    .createIndex('console_approvals_of')
    .on('console_approvals')
    .columns(['payment_id'])
    .execute();
  await sql`create index console_approvals_waiting on console_approvals (entity_id, asked_at)
    where state = 'waiting'`.execute(db);

  await schema
    .createIndex('audit_log_subject')
    .on('audit_log')
    .columns(['subject', 'position'])
    .execute();
  for (const column of PAYMENT_COLUMNS) {
    await schema.alterTable('payments').addColumn(column, 'text').execute();
  }
  // Payments from before get their columns while the gateway runs: it would stand still here for long.
  await schema.alterTable('payments').addColumn('is_searchable', 'bigint').execute();
}

export const largeIndexes: readonly LargeIndex[] = [
  ...PAYMENT_COLUMNS.map((column) => ({
    name: `payments_${column}`,
    table: 'payments',
    of: `(entity_id, ${column}, created_at, id) where ${column} is not null`,
  })),
  { name: 'payments_to_search', table: 'payments', of: '(id) where is_searchable is null' },
];
