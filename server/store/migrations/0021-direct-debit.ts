/** The frame in which an IBAN is typed, and the debits that the simulated bank has still to settle or return. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('releases').addColumn('iban_frame', 'text').execute();
  await schema
    .createTable('simulator_debits')
    .addColumn('reference', 'text', (column) => column.primaryKey())
    .addColumn('channel_id', 'text', (column) => column.notNull().references('entities.id'))
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('settle_at', 'bigint')
    .addColumn('return_at', 'bigint')
    .addColumn('return_code', 'text')
    .execute();
}
