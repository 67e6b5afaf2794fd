/** Fonts of merchants: the files that browsers load. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('font_files')
    .addColumn('channel_id', 'text', (column) => column.notNull().references('entities.id'))
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('use', 'text', (column) => column.notNull())
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('font_files_key', ['hash', 'use', 'channel_id'])
    .execute();
  await schema.createIndex('font_files_of_channel').on('font_files').column('channel_id').execute();
}
