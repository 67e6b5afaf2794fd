/** Reports on SQLite, beside payments. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryDataDir } from '../tests/support/gateway-process.ts';
import { closeDatabase, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { openSqliteReports } from './sqlite-reports.ts';

const { dataDir, remove } = await temporaryDataDir();
const db = await openDatabase({ dataDir });
await migrate(db);
await sql`create table things (id integer primary key)`.execute(db);
const reports = openSqliteReports(dataDir);
afterAll(async () => {
  await reports.stop();
  await closeDatabase(db);
  await remove();
});

const add = (id: number) => sql`insert into things values (${id})`.execute(db);
const ask = <T>(statement: ReturnType<typeof sql<T>>) =>
  reports.read('now', async (copy) => (await statement.execute(copy)).rows);
/** Counts for a second or more. */
const LONG = sql<{ n: number }>`with recursive numbers(i) as
  (select 1 union all select i + 1 from numbers where i < 10000000) select count(*) as n from numbers`;

describe('a report on SQLite', () => {
  it('reads what was committed just before', async () => {
    await add(1);
    expect(await ask(sql<{ id: number }>`select id from things where id = ${1}`)).toEqual([
      { id: 1 },
    ]);
  });

  it('keeps nothing else waiting, however long it takes', async () => {
    const ended: string[] = [];
    const long = ask(LONG).then(([row]) => {
      ended.push('report');
      return row?.n;
    });
    for (const id of [10, 11, 12]) {
      await add(id);
      ended.push(`thing ${id}`);
    }
    expect(await long).toBe(10_000_000);
    expect(ended).toEqual(['thing 10', 'thing 11', 'thing 12', 'report']);
  });

  it('writes nothing', async () => {
    await expect(ask(sql`delete from things`)).rejects.toThrow(/readonly/);
    const begun = reports.read('now', (copy) => copy.transaction().execute(async () => undefined));
    await expect(begun).rejects.toThrow(/without a transaction/);
  });

  it('fails with what SQLite says, and its code', async () => {
    await expect(ask(sql`select * from no_such_table`)).rejects.toMatchObject({
      message: expect.stringContaining('no such table: no_such_table'),
      errcode: 1,
    });
  });

  it('ends when the gateway stops, and so does what waits for it or comes later', async () => {
    const own = openSqliteReports(dataDir);
    const count = () => own.read('now', (copy) => sql`select count(*) from things`.execute(copy));
    await count();
    const both = Promise.allSettled([own.read('now', (copy) => LONG.execute(copy)), count()]);
    await nextTurn();
    await own.stop();
    for (const { status } of await both) expect(status).toBe('rejected');
    await expect(count()).rejects.toThrow(/ended|destroyed/);
  });
});
