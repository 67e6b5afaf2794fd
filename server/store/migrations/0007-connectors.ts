/** External processors: who has a payment, what was asked of an upstream, and its secrets. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable('payments')
    .addColumn('connector', 'text', (column) => column.notNull().defaultTo('simulator'))
    .execute();
  await schema
    .alterTable('payments')
    .addColumn('mode', 'text', (column) => column.notNull().defaultTo('INTERNAL'))
    .execute();

  await schema
    .createTable('upstream_requests')
    .addColumn('reference', 'text', (column) => column.primaryKey())
    .addColumn('channel_id', 'text')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('upstream_id', 'text')
    .addColumn('registration_id', 'text')
    .addColumn('answer', 'text')
    .addColumn('undo', 'text', (column) => column.notNull())
    .addColumn('check_at', 'bigint')
    .addColumn('checks', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('upstream_requests_to_check')
    .on('upstream_requests')
    .column('check_at')
    .execute();
  await schema
    .createTable('upstream_registrations')
    .addColumn('registration_id', 'text', (column) => column.notNull())
    .addColumn('channel_id', 'text', (column) => column.notNull().references('entities.id'))
    .addColumn('upstream_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('upstream_registrations_key', ['registration_id', 'channel_id'])
    .execute();
  await schema
    .createTable('connector_secrets')
    .addColumn('channel_id', 'text', (column) => column.notNull().references('entities.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('envelope', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('connector_secrets_key', ['channel_id', 'name'])
    .execute();
}
