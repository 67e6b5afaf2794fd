import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, isTestedOnPostgres } from '../../tests/support/test-database.ts';
import { openDatabase } from '../database.ts';

type Empty = Record<string, never>;

interface Rows {
  rows: { id: string; value: number };
}

describe.runIf(isTestedOnPostgres)('on PostgreSQL', () => {
  let created: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Kysely<Empty>;
  beforeAll(async () => {
    created = await createTestDatabase();
    db = await openDatabase<Empty>(created.location);
  });
  afterAll(async () => {
    await db.destroy();
    await created.drop();
  });

  test('more work at once than there are connections is done one after the other', async () => {
    const queries = Array.from({ length: 200 }, (_, n) =>
      sql<{ n: number }>`select ${n}::int8 as n`.execute(db),
    );
    const answers = await Promise.all(queries);
    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(answers.map((_, n) => n));
  });

  test('there are as many connections as are allowed, and no more', async () => {
    const narrow = await openDatabase<Empty>({ ...created.location, databaseConnections: 3 });
    const work = Array.from({ length: 12 }, () => sql`select pg_sleep(0.05)`.execute(narrow));
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and query like 'select pg_sleep%'`.execute(db);
    await Promise.all(work);
    const used = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and query like 'select pg_sleep%'`.execute(db);
    expect(rows[0]?.n).toBeLessThanOrEqual(3);
    expect(used.rows).toHaveLength(3);
    await narrow.destroy();
  });

  test('a statement goes on when another instance has migrated its table', async () => {
    const instances = await Promise.all([1, 2].map(() => openDatabase<Rows>(created.location)));
    const [old, newer] = instances as [Kysely<Rows>, Kysely<Rows>];
    await sql`create table rows (id text primary key, value bigint)`.execute(newer);
    await old.insertInto('rows').values({ id: 'a', value: 1 }).execute();
    const byId = () => old.selectFrom('rows').where('id', '=', 'a');
    const read = async () => [
      await byId().select('value').execute(),
      (await byId().selectAll().execute()).map(({ value }) => value),
    ];
    const before = await read();
    await sql`alter table rows add column later text`.execute(newer);
    expect(await read()).toEqual(before);
    const kept = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where ${true}`.execute(old);
    expect(kept.rows.map(({ statement }) => statement)).toContainEqual(
      expect.stringContaining('select "value" from "rows"'),
    );
    await Promise.all(instances.map((each) => each.destroy()));
  });

  test('each pool prepares statements of its own, however many another one has', async () => {
    const isKept = async (of: Kysely<Empty>, text: string) => {
      const { rows } = await sql`select 1 from pg_prepared_statements
        where statement like ${`%${text}%`}`.execute(of);
      return rows.length > 0;
    };
    const of = (n: number) => sql`select ${n}::int8 as ${sql.id(`n${n}`)}`;
    for (let n = 0; n < 320; n += 1) await of(n).execute(db);
    expect(await isKept(db, 'as "n310"')).toBe(false);
    const other = await openDatabase<Empty>(created.location);
    await of(310).execute(other);
    expect(await isKept(other, 'as "n310"')).toBe(true);
    await other.destroy();
  });

  test('in transaction mode nothing is left in a connection, and a pause is as short', async () => {
    const pooled = await openDatabase<Empty>({
      ...created.location,
      databaseConnections: 2,
      databasePoolMode: 'transaction',
    });
    const pause = sql<{ setting: string }>`select setting from pg_settings
      where name = 'idle_in_transaction_session_timeout' and ${true}`;
    const settingOf = ({ rows }: { rows: { setting: string }[] }) => rows[0]?.setting;
    const within = await pooled.transaction().execute((trx) => pause.execute(trx));
    expect(settingOf(within)).toBe('60000');
    expect(settingOf(await pause.execute(pooled))).toBe('0');
    const prepared = sql`select 1 from pg_prepared_statements where ${true}`;
    expect((await prepared.execute(pooled)).rows).toEqual([]);
    await pooled.destroy();
  });

  test('connections that the server ends are replaced', async () => {
    const killer = await openDatabase<Empty>(created.location);
    await sql`select 1`.execute(db);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(killer);
    // Until the end has reached the idle client a statement may still meet it.
    const answered = () => sql`select 1 as one`.execute(db).then(({ rows }) => rows, String);
    await expect.poll(answered).toEqual([{ one: 1 }]);
    await killer.destroy();
  });
});

test('a database that cannot be reached is an error at the start', async () => {
  const nowhere = { dataDir: '/nowhere', databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing' };
  await expect(openDatabase(nowhere)).rejects.toThrow(/ECONNREFUSED/);
});
