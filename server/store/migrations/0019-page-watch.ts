/** Page watch: scripts and security headers of merchants' payment pages, and what changed in them. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('page_scripts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('integrity', 'text', (column) => column.notNull())
    .addColumn('first_seen', 'bigint', (column) => column.notNull())
    .addColumn('last_seen', 'bigint', (column) => column.notNull())
    .addColumn('hours_seen', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('page_scripts_of_channel')
    .on('page_scripts')
    .columns(['channel_id', 'first_seen'])
    .execute();
  await schema
    .createTable('page_script_decisions')
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('integrity', 'text', (column) => column.notNull())
    .addColumn('decision', 'text', (column) => column.notNull())
    .addColumn('justification', 'text', (column) => column.notNull())
    .addColumn('decided_by', 'text', (column) => column.notNull())
    .addColumn('decided_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('page_script_decisions_key', ['channel_id', 'source', 'integrity'])
    .execute();
  await schema
    .createTable('watched_pages')
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('headers', 'text')
    .addColumn('problem', 'text')
    .addColumn('read_at', 'bigint')
    .addColumn('changed_at', 'bigint')
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('watched_pages_key', ['channel_id', 'url'])
    .execute();
  await schema.createIndex('watched_pages_due').on('watched_pages').columns(['due_at']).execute();
  await schema
    .createTable('page_violations')
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('directive', 'text', (column) => column.notNull())
    .addColumn('blocked', 'text', (column) => column.notNull())
    .addColumn('reports', 'bigint', (column) => column.notNull())
    .addColumn('first_seen', 'bigint', (column) => column.notNull())
    .addColumn('last_seen', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('page_violations_key', ['channel_id', 'place', 'directive', 'blocked'])
    .execute();
  await schema
    .createTable('page_changes')
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('once', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('told_at', 'bigint')
    .addPrimaryKeyConstraint('page_changes_key', ['channel_id', 'once'])
    .execute();
  await schema
    .createIndex('page_changes_to_tell')
    .on('page_changes')
    .columns(['told_at', 'channel_id'])
    .execute();
}
