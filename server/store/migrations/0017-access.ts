/** What a token may do and until when, who administers, and the log of who did what. */
import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  for (const [column, type] of [
    ['scopes', 'text'],
    ['networks', 'text'],
    ['expires_at', 'bigint'],
    ['last_used_at', 'bigint'],
    ['expiry_noted_at', 'bigint'],
  ] as const) {
    await schema.alterTable('access_tokens').addColumn(column, type).execute();
  }
  await schema
    .createTable('administrators')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('removed_at', 'bigint')
    .execute();
  await schema
    .createTable('audit_log')
    .addColumn('position', 'bigint', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('audit_head')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  await sql`insert into audit_head (id, position, hash) values (1, 0, '')`.execute(db);
  await refuseChanges(db);
}

/** The log takes new rows only. Who owns the database can lift this; the chain of hashes then tells. */
async function refuseChanges(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) {
    for (const change of ['update', 'delete']) {
      await sql
        .raw(
          `create trigger audit_log_no_${change} before ${change} on audit_log
           begin select raise(abort, 'the audit log takes new rows only'); end`,
        )
        .execute(db);
    }
    return;
  }
  await sql`create function refuse_audit_change() returns trigger language plpgsql as
    $$ begin raise exception 'the audit log takes new rows only'; end $$`.execute(db);
  await sql`create trigger audit_log_no_change before update or delete or truncate on audit_log
    for each statement execute function refuse_audit_change()`.execute(db);
}
