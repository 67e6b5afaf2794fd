/** Cards that are to be deleted at an upstream, and requests by their ids there. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('upstream_registrations').addColumn('check_at', 'bigint').execute();
  // Those that are there already are looked at once. No default: what an older instance still writes is
  // new, and not stored here yet.
  await sql`update upstream_registrations set check_at = 0`.execute(db);
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
