/** Entities and their tokens, releases, checkouts, payments and the simulator's books. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;

  await schema
    .createTable('entities')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('parent_id', 'text', (column) => column.references('entities.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('clock_offset_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();

  await schema
    .createTable('access_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('entity_id', 'text', (column) => column.notNull().references('entities.id'))
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute();

  await schema
    .createTable('releases')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('integrity', 'text', (column) => column.notNull())
    .addColumn('script', 'text', (column) => column.notNull())
    .addColumn('number_frame', 'text', (column) => column.notNull())
    .addColumn('cvv_frame', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();

  await schema
    .createTable('checkouts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('entity_id', 'text', (column) => column.notNull().references('entities.id'))
    .addColumn('release', 'text', (column) => column.notNull().references('releases.id'))
    .addColumn('parameters', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('paying_id', 'text')
    .addColumn('paid_id', 'text')
    .addColumn('latest_id', 'text')
    .execute();

  await schema
    .createTable('payments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('entity_id', 'text', (column) => column.notNull().references('entities.id'))
    .addColumn('checkout_id', 'text', (column) => column.references('checkouts.id'))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('brand', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('result_code', 'text', (column) => column.notNull())
    .addColumn('result_details', 'text', (column) => column.notNull())
    .addColumn('parameters', 'text', (column) => column.notNull())
    .addColumn('card', 'text', (column) => column.notNull())
    .addColumn('card_fingerprint', 'text')
    .addColumn('referenced_id', 'text', (column) => column.references('payments.id'))
    .addColumn('registration_id', 'text')
    .addColumn('merchant_transaction_id', 'text')
    .addColumn('acquirer_tx_id', 'text')
    .addColumn('checks', 'text', (column) => column.notNull())
    .addColumn('captured', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('refunded', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('reversed', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('reserved', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('reference', 'text', (column) => column.notNull().unique())
    .addColumn('ndc', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('settled_at', 'bigint')
    .addColumn('lease_until', 'bigint')
    .execute();
  await schema.createIndex('payments_due').on('payments').column('lease_until').execute();
  await schema.createIndex('payments_of_checkout').on('payments').column('checkout_id').execute();

  await schema
    .createIndex('payments_of_merchant_transaction')
    .on('payments')
    .columns(['merchant_transaction_id', 'entity_id'])
    .execute();
  await schema
    .createIndex('payments_of_card')
    .on('payments')
    .columns(['card_fingerprint', 'acquirer_tx_id'])
    .execute();

  await schema
    .createTable('submissions')
    .addColumn('mark', 'text', (column) => column.primaryKey())
    .addColumn('checkout_id', 'text', (column) => column.notNull().references('checkouts.id'))
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('payment_id', 'text', (column) => column.notNull().references('payments.id'))
    .addColumn('purge_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('submissions_due').on('submissions').column('purge_at').execute();

  await schema
    .createTable('simulator_ledger')
    .addColumn('reference', 'text', (column) => column.primaryKey())
    .addColumn('result_code', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}
