/** Deliveries that can be listed, looked into and sent anew; what is told of receivers that fail. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;

  // Goes with its delivery, whichever release deletes that.
  await schema
    .createTable('delivery_attempts')
    .addColumn('delivery_id', 'text', (column) =>
      column.notNull().references('deliveries.id').onDelete('cascade'),
    )
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('duration_ms', 'bigint', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('status', 'bigint')
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('headers', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('delivery_attempts_key', ['delivery_id', 'started_at', 'id'])
    .execute();

  for (const column of ['given_up_at', 'replayed_at', 'attempts_before'] as const) {
    await schema.alterTable('deliveries').addColumn(column, 'bigint').execute();
  }
  // Found among any number of those that were delivered.
  await sql`create index deliveries_given_up on deliveries (webhook_id, created_at)
    where state = 'given_up'`.execute(db);
  await sql`create index deliveries_waiting on deliveries (webhook_id, created_at)
    where state = 'waiting'`.execute(db);

  // When it was written by the database's clock: the order in which events are listed.
  await schema.alterTable('messages').addColumn('recorded_at', 'bigint').execute();
  await sql`create index messages_listed on messages (channel_id, recorded_at, position, id, type)
    where kind = 'events' and recorded_at is not null`.execute(db);
  await schema.createIndex('messages_of_subject').on('messages').column('subject_id').execute();

  for (const column of ['paused_at', 'failing_since', 'notice_due_at', 'mail_due_at'] as const) {
    await schema.alterTable('webhooks').addColumn(column, 'bigint').execute();
  }
  await schema.alterTable('webhooks').addColumn('pause_reason', 'text').execute();
  await sql`create index webhooks_to_tell on webhooks (notice_due_at)
    where notice_due_at is not null`.execute(db);
  await sql`create index webhooks_to_mail on webhooks (mail_due_at)
    where mail_due_at is not null`.execute(db);

  await schema
    .createTable('webhook_secrets')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('webhook_id', 'text', (column) => column.notNull().references('webhooks.id'))
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('valid_until', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('secrets_of_webhook')
    .on('webhook_secrets')
    .column('webhook_id')
    .execute();
}
