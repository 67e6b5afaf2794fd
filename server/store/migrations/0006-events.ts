/** What happens to money and stored cards from outside: chargebacks and revocations. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable('payments')
    .addColumn('charged_back', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.createIndex('payments_of_payment').on('payments').column('referenced_id').execute();
  await schema.alterTable('registrations').addColumn('revoked_at', 'bigint').execute();
  await schema.alterTable('registrations').addColumn('revoked_by', 'text').execute();
}
