/** Apple Pay and Google Pay: keys of channels, and which tokens were used. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('wallet_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('wallet', 'text', (column) => column.notNull())
    .addColumn('use', 'text', (column) => column.notNull())
    .addColumn('envelope', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('certificate', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('wallet_keys_of_channel')
    .on('wallet_keys')
    .columns(['channel_id', 'wallet', 'use'])
    .execute();
  await schema
    .createTable('wallet_tokens')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('mark', 'text', (column) => column.notNull())
    .addColumn('payment_id', 'text', (column) => column.notNull())
    .addColumn('purge_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('wallet_tokens_key', ['entity_id', 'mark'])
    .execute();
  await schema
    .createIndex('wallet_tokens_to_purge')
    .on('wallet_tokens')
    .columns(['purge_at'])
    .execute();
}
