import { type Kysely, sql } from 'kysely';

/** The vault's tables; `vault-tables.ts` says what their columns mean. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('card_numbers')
    .addColumn('record_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('number', 'text', (column) => column.notNull())
    .addColumn('purge_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('card_numbers_purge_at')
    .on('card_numbers')
    .column('purge_at')
    .where(sql.ref('purge_at'), 'is not', null)
    .execute();

  await db.schema
    .createTable('card_cvvs')
    .addColumn('record_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('cvv', 'text', (column) => column.notNull())
    .addColumn('purge_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('card_cvvs_purge_at').on('card_cvvs').column('purge_at').execute();
  await db.schema
    .createTable('cvv_keys')
    .addColumn('record_id', 'text', (column) =>
      column.primaryKey().notNull().references('card_cvvs.record_id').onDelete('cascade'),
    )
    .addColumn('wrapped_key', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('sealing_keys')
    .addColumn('kid', 'text', (column) => column.primaryKey().notNull())
    .addColumn('algorithm', 'text', (column) => column.notNull())
    .addColumn('public_jwk', 'text', (column) => column.notNull())
    .addColumn('wrapped_private_jwk', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('retired_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('sealing_keys_current')
    .unique()
    .on('sealing_keys')
    .column('algorithm')
    .where(sql.ref('retired_at'), 'is', null)
    .execute();

  await db.schema
    .createTable('vault_secrets')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('wrapped_key', 'text', (column) => column.notNull())
    .execute();
}
