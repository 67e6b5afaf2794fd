/** What becomes of a statement, or a transaction, whose connection PostgreSQL ends. */
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, isTestedOnPostgres } from '../../tests/support/test-database.ts';
import { openDatabase } from '../database.ts';
import { inTransaction } from '../dialect.ts';
import { isConnectionLost } from './prepared-client.ts';

interface Rows {
  rows: { id: string; value: number };
}

describe.runIf(isTestedOnPostgres)('a connection that PostgreSQL ends', () => {
  let created: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Kysely<Rows>;
  let killer: Kysely<Rows>;
  beforeAll(async () => {
    created = await createTestDatabase();
    db = await openDatabase<Rows>({ ...created.location, databaseConnections: 2 });
    killer = await openDatabase<Rows>({ ...created.location, databaseConnections: 1 });
    await sql`create table rows (id text primary key, value bigint)`.execute(db);
  });
  afterAll(async () => {
    await db.destroy();
    await killer.destroy();
    await created.drop();
  });
  beforeEach(async () => {
    await db.deleteFrom('rows').execute();
  });

  const endAll = async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`.execute(
      killer,
    );
  };
  /** Ends the connections when a statement is asleep. */
  const endSleeping = async () => {
    const sleeping = sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'`;
    await expect.poll(async () => (await sleeping.execute(killer)).rows[0]?.n).toBe(1);
    await endAll();
  };
  const slowly = (value: number) => sql<number>`(select ${value}::int8 from pg_sleep(0.5))`;

  test('what it read is read again', async () => {
    const reading = db.selectNoFrom(slowly(7).as('value')).executeTakeFirst();
    await endSleeping();
    expect(await reading).toEqual({ value: 7 });
  });

  test('what it wrote is not written again: the caller is told', async () => {
    const writing = db
      .insertInto('rows')
      .values({ id: 'a', value: slowly(1) })
      .execute()
      .catch((error: unknown) => error);
    await endSleeping();
    expect(isConnectionLost(await writing)).toBe(true);
    expect(await db.selectFrom('rows').selectAll().execute()).toEqual([]);
  });

  test('its transaction is done again, whole, before its commit', async () => {
    let runs = 0;
    const working = inTransaction(db, async (trx) => {
      runs += 1;
      await trx.insertInto('rows').values({ id: 'a', value: runs }).execute();
      await trx.selectNoFrom(slowly(1).as('value')).execute();
    });
    await endSleeping();
    await working;
    expect(runs).toBe(2);
    expect(await db.selectFrom('rows').selectAll().execute()).toEqual([{ id: 'a', value: 2 }]);
  });

  test('its transaction may rest between two statements, and the process lives', async () => {
    let runs = 0;
    await inTransaction(db, async (trx) => {
      runs += 1;
      await trx.insertInto('rows').values({ id: 'b', value: runs }).execute();
      if (runs === 1) {
        await endAll();
        // The rest is what is tested: nothing is asked of the connection while it ends.
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      await trx.updateTable('rows').set({ value: 10 }).where('id', '=', 'b').execute();
    });
    expect(runs).toBe(2);
    expect(await db.selectFrom('rows').selectAll().execute()).toEqual([{ id: 'b', value: 10 }]);
  });

  test('during its commit it is in doubt: the caller is told, and nothing is done twice', async () => {
    let runs = 0;
    await sql`create or replace function slow_commit() returns trigger language plpgsql
      as $$ begin perform pg_sleep(0.5); return null; end $$`.execute(db);
    await sql`create constraint trigger slow_commit after insert on rows
      deferrable initially deferred for each row execute function slow_commit()`.execute(db);
    const working = inTransaction(db, async (trx) => {
      runs += 1;
      await trx.insertInto('rows').values({ id: 'c', value: runs }).execute();
    }).catch((error: unknown) => error);
    await endSleeping();
    expect(isConnectionLost(await working)).toBe(true);
    expect(runs).toBe(1);
    await sql`drop trigger slow_commit on rows`.execute(db);
  });
});
