/** What the funnel counts of days on which nothing changes any more. Filled while the gateway runs. */
import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('funnel_days')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('day', 'bigint', (column) => column.notNull())
    .addColumn('groups_json', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('funnel_days_key', ['entity_id', 'day'])
    .execute();
}
