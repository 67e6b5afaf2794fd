/** What connectors without tables of their own were asked for, by our reference. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('connector_requests')
    .addColumn('reference', 'text', (column) => column.primaryKey())
    .addColumn('connector', 'text', (column) => column.notNull())
    .addColumn('channel_id', 'text', (column) => column.references('entities.id'))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('pending', 'text')
    .addColumn('answer', 'text')
    .addColumn('tell_at', 'bigint')
    .addColumn('tells', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('connector_requests_to_tell')
    .on('connector_requests')
    .columns(['connector', 'tell_at'])
    .execute();
}
