/**
 * The keys of CVVs in tables of an epoch each, which PostgreSQL keeps out of its log, its base backups
 * and its replicas, and which can be truncated as a whole (D13). `cvv_keys` stays for what instances of
 * the release before still write.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';

const TABLES = [0, 1, 2, 3, 4, 5].map((n) => `cvv_keys_${n}`);

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('card_cvvs').addColumn('key_table', 'text').execute();
  const run = (query: RawBuilder<unknown>) => query.execute(db);
  if (!isPostgres(db)) {
    for (const table of TABLES) {
      await run(sql`create table ${sql.table(table)} (
        record_id text primary key not null,
        wrapped_key text not null,
        salt text not null default (lower(hex(randomblob(16)))),
        purge_at bigint not null)`);
    }
    return;
  }
  for (const table of TABLES) {
    await run(sql`create unlogged table ${sql.table(table)} (
      record_id text primary key not null,
      wrapped_key text not null,
      salt text not null default gen_random_uuid()::text,
      purge_at bigint not null)`);
    // The statistics of a column hold values of it, and stand in a table that is logged.
    for (const column of ['wrapped_key', 'salt']) {
      await run(
        sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} set statistics 0`,
      );
    }
  }
  // A type that is given anew drops the statistics that there are.
  await run(sql`alter table cvv_keys alter column wrapped_key type text`);
  await run(sql`alter table cvv_keys alter column wrapped_key set statistics 0`);
  await run(sql`alter table cvv_keys set unlogged`);
}
