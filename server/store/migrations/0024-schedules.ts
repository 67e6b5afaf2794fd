/** How long stored cards live, the schedules that pay with them, and authentications that are used once. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  for (const column of ['life_ends_at', 'life_extended_at']) {
    await schema.alterTable('registrations').addColumn(column, 'bigint').execute();
  }
  // Cards that were stored before get theirs while the gateway runs: it would stand still here for long.
  await sql`create index registrations_without_life on registrations (id)
    where deleted_at is null and life_ends_at is null and card <> '{}'`.execute(db);
  await schema
    .createIndex('registrations_life')
    .on('registrations')
    .columns(['life_ends_at'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
  for (const column of ['schedule_id', 'authentication_id']) {
    await schema.alterTable('payments').addColumn(column, 'text').execute();
  }
  await schema
    .createIndex('payments_authentication')
    .unique()
    .on('payments')
    .columns(['authentication_id'])
    .execute();
  await schema
    .createIndex('upstream_registrations_there')
    .on('upstream_registrations')
    .columns(['channel_id', 'upstream_id'])
    .execute();
  await schema
    .createTable('schedules')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('root_id', 'text', (column) => column.notNull())
    .addColumn('referenced_id', 'text')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('registration_id', 'text', (column) => column.notNull())
    .addColumn('brand', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('parameters', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('due_at', 'bigint')
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('paying_id', 'text')
    .addColumn('latest_id', 'text')
    .addColumn('latest_code', 'text')
    .addColumn('paid', 'bigint', (column) => column.notNull())
    .addColumn('declined', 'bigint', (column) => column.notNull())
    .addColumn('ndc', 'text', (column) => column.notNull())
    .addColumn('notification_url', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('schedules_due').on('schedules').columns(['state', 'next_at']).execute();
  await schema.createIndex('schedules_paying').on('schedules').columns(['paying_id']).execute();
  await schema.createIndex('schedules_root').on('schedules').columns(['root_id']).execute();
  await schema
    .createIndex('schedules_of_registration')
    .on('schedules')
    .columns(['registration_id'])
    .execute();
}
