/** By which release's rules a day of the funnel was counted, and when it is counted again. */
import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('funnel_days')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await schema.alterTable('funnel_days').addColumn('recount_at', 'bigint').execute();
}
