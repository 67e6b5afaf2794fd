/** Stored cards, and the answers that are given again to the same request. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;

  await schema
    .createTable('registrations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('entity_id', 'text', (column) => column.notNull().references('entities.id'))
    .addColumn('checkout_id', 'text', (column) => column.references('checkouts.id'))
    .addColumn('brand', 'text', (column) => column.notNull())
    .addColumn('card', 'text', (column) => column.notNull())
    .addColumn('card_fingerprint', 'text', (column) => column.notNull())
    .addColumn('parameters', 'text', (column) => column.notNull())
    .addColumn('result_code', 'text', (column) => column.notNull())
    .addColumn('ndc', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await schema
    .createIndex('registrations_of_checkout')
    .on('registrations')
    .column('checkout_id')
    .execute();

  await schema
    .createTable('idempotency_keys')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('key_hash', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('purge_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_primary', ['entity_id', 'key_hash'])
    .execute();
  await schema
    .createIndex('idempotency_keys_due')
    .on('idempotency_keys')
    .column('purge_at')
    .execute();
}
