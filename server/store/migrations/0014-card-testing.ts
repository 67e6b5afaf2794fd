/** Velocity rules: what is counted, of which attempt the outcome is waited for, and which rules tripped. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('risk_windows')
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('rule', 'text', (column) => column.notNull())
    .addColumn('key_hash', 'text', (column) => column.notNull())
    .addColumn('window_start', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('successes', 'bigint', (column) => column.notNull())
    .addColumn('declines', 'bigint', (column) => column.notNull())
    .addColumn('excess', 'bigint', (column) => column.notNull())
    .addColumn('purge_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('risk_windows_key', ['channel_id', 'rule', 'key_hash', 'window_start'])
    .execute();
  await schema
    .createTable('risk_attempts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('counted', 'text', (column) => column.notNull())
    .addColumn('challenged', 'bigint', (column) => column.notNull())
    .addColumn('purge_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('risk_trips')
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('rule', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('window_start', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('purge_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('risk_trips_key', ['channel_id', 'rule', 'action', 'window_start'])
    .execute();
  for (const table of ['risk_windows', 'risk_attempts', 'risk_trips']) {
    await schema.createIndex(`${table}_to_purge`).on(table).column('purge_at').execute();
  }
}
