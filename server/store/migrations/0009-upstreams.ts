/** Cards that are to be deleted at an upstream, and requests by their ids there. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  // Those that are there already are looked at once.
  await schema
    .alterTable('upstream_registrations')
    .addColumn('check_at', 'bigint', (column) => column.defaultTo(0))
    .execute();
  await schema
    .alterTable('upstream_registrations')
    .addColumn('checks', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .createIndex('upstream_registrations_to_check')
    .on('upstream_registrations')
    .column('check_at')
    .execute();
  await schema
    .createIndex('upstream_requests_there')
    .on('upstream_requests')
    .columns(['channel_id', 'upstream_id'])
    .execute();
}
