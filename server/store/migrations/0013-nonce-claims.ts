/** Which post has used the nonce that its sealed values carry. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('nonce_claims')
    .addColumn('nonce', 'text', (column) => column.primaryKey())
    .addColumn('checkout_id', 'text', (column) => column.notNull().references('checkouts.id'))
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('payment_id', 'text', (column) => column.references('payments.id'))
    .addColumn('refusal', 'text')
    .addColumn('purge_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('nonce_claims_of_post')
    .on('nonce_claims')
    .column('request_hash')
    .execute();
  await schema.createIndex('nonce_claims_due').on('nonce_claims').column('purge_at').execute();
}
