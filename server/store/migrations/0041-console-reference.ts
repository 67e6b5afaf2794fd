/** The console finds a payment by its invoice, too. */
import type { Kysely } from 'kysely';
import type { LargeIndex } from '../large-indexes.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('merchant_invoice_id', 'text').execute();
}

export const largeIndexes: readonly LargeIndex[] = [
  {
    name: 'payments_merchant_invoice_id',
    table: 'payments',
    of: '(entity_id, merchant_invoice_id, created_at, id) where merchant_invoice_id is not null',
  },
];
