/** The console finds a payment by its invoice, too. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('merchant_invoice_id', 'text').execute();
  await sql`create index payments_merchant_invoice_id on payments
    (entity_id, merchant_invoice_id, created_at, id) where merchant_invoice_id is not null`.execute(
    db,
  );
}
