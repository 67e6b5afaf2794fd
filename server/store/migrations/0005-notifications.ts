/** Who is told of what happens, what they are told, and how far that has got. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;

  await schema.alterTable('payments').addColumn('notification_url', 'text').execute();
  await schema.alterTable('payments').addColumn('end_reference', 'text').execute();
  await schema.alterTable('registrations').addColumn('notification_url', 'text').execute();

  await schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('entity_id', 'text', (column) => column.notNull().references('entities.id'))
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('url', 'text')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('types', 'text', (column) => column.notNull())
    .addColumn('wrapper', 'text', (column) => column.notNull())
    .addColumn('fields', 'text', (column) => column.notNull())
    .addColumn('secret', 'text')
    .addColumn('previous_secret', 'text')
    .addColumn('previous_until', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('acknowledged_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute();
  await schema.createIndex('webhooks_of_entity').on('webhooks').column('entity_id').execute();

  await schema
    .createTable('webhook_lanes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('webhook_id', 'text', (column) => column.notNull().references('webhooks.id'))
    .addColumn('channel_id', 'text', (column) => column.notNull().references('entities.id'))
    .addColumn('hold_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.createIndex('lanes_of_webhook').on('webhook_lanes').column('webhook_id').execute();

  await schema
    .createTable('messages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('channel_id', 'text', (column) => column.notNull().references('entities.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('group_id', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('messages_of_group')
    .on('messages')
    .columns(['group_id', 'position'])
    .execute();
  await schema
    .createIndex('messages_by_age')
    .on('messages')
    .columns(['channel_id', 'created_at'])
    .execute();

  await schema
    .createTable('deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('message_id', 'text', (column) => column.notNull().references('messages.id'))
    .addColumn('webhook_id', 'text', (column) => column.notNull().references('webhooks.id'))
    .addColumn('lane_id', 'text', (column) => column.notNull().references('webhook_lanes.id'))
    .addColumn('url', 'text')
    .addColumn('group_id', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('lease_until', 'bigint')
    .addColumn('attempted_at', 'bigint')
    .addColumn('answer_status', 'bigint')
    .addColumn('answer', 'text')
    .execute();
  // What was delivered is not in it, so it stays as small as what is left to do.
  await schema
    .createIndex('deliveries_due')
    .on('deliveries')
    .columns(['lane_id', 'due_at'])
    .where('due_at', 'is not', null)
    .execute();
  await schema
    .createIndex('deliveries_in_order')
    .on('deliveries')
    .columns(['webhook_id', 'group_id', 'position'])
    .execute();
  await schema
    .createIndex('deliveries_of_webhook')
    .on('deliveries')
    .columns(['webhook_id', 'created_at'])
    .execute();
  await schema.createIndex('deliveries_of_message').on('deliveries').column('message_id').execute();
}
