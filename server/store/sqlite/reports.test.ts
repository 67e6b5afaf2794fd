/** Reports on SQLite, beside payments. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryDataDir } from '../../tests/support/gateway-process.ts';
import { withoutDescriptors } from '../../tests/support/without-descriptors.ts';
import { closeDatabase, openDatabase } from '../database.ts';
import { isTimedOut } from '../dialect.ts';
import { migrate } from '../migrate.ts';
import { openSqliteReports } from './reports.ts';

const { dataDir, remove } = await temporaryDataDir();
const db = await openDatabase({ dataDir });
await migrate(db);
await sql`create table things (id integer primary key)`.execute(db);
const reports = openSqliteReports({ dataDir });
afterAll(async () => {
  await reports.stop();
  await closeDatabase(db);
  await remove();
});

const add = (id: number) => sql`insert into things values (${id})`.execute(db);
const ask = <T>(statement: ReturnType<typeof sql<T>>) =>
  reports.read('now', async (copy) => (await statement.execute(copy)).rows);
const countTo = (n: number) => sql<{ n: number }>`with recursive numbers(i) as
  (select 1 union all select i + 1 from numbers where i < ${n}) select count(*) as n from numbers`;
/** Counts for a second or more. */
const LONG = countTo(10_000_000);
/** Counts for years. */
const ENDLESS = countTo(Number.MAX_SAFE_INTEGER);

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

  it('waits for no other, until two are read', async () => {
    const ended: string[] = [];
    const long = ask(LONG).then(() => ended.push('long'));
    await ask(sql`select count(*) from things`);
    ended.push('short');
    await long;
    expect(ended).toEqual(['short', 'long']);
  });

  it('is broken off when it takes too long, with what waits for its place, and the next is read', async () => {
    // As long as a process takes to start where forty others want the processor.
    const own = openSqliteReports({ dataDir, databaseTimeoutMs: 8_000 });
    const read = <T>(statement: ReturnType<typeof sql<T>>) =>
      own.read('now', async (copy) => (await statement.execute(copy)).rows);
    const count = () => read(sql`select count(*) as n from things where id = 1`);
    const all = await Promise.allSettled([read(ENDLESS), read(ENDLESS), count()]);
    for (const one of all) {
      expect(one.status === 'rejected' && one.reason).toMatchObject({
        message: 'a report was not read within 8000 ms',
      });
      expect(one.status === 'rejected' && isTimedOut(one.reason)).toBe(true);
    }
    expect(await count()).toEqual([{ n: 1 }]);
    await own.stop();
  });

  it('fails alone where there is no descriptor for its process, and the next is read', async () => {
    const work = `() => {
      globalThis.reports ??= store.openSqliteReports({ dataDir: ${JSON.stringify(dataDir)} });
      return reports.read('now', (db) => kysely.sql\`select 1\`.execute(db));
    }`;
    const said = await withoutDescriptors(work, {
      store: new URL('./reports.ts', import.meta.url).href,
      kysely: import.meta.resolve('kysely'),
    });
    const no = 'no process can be started to read a report';
    expect(said).toEqual([no, no, no, 'done']);
  });

  it('ends when the gateway stops, and so does what waits for it or comes later', async () => {
    const own = openSqliteReports({ dataDir });
    const count = () => own.read('now', (copy) => sql`select count(*) from things`.execute(copy));
    const endless = () => own.read('now', (copy) => ENDLESS.execute(copy));
    await count();
    const all = Promise.allSettled([endless(), endless(), count()]);
    await nextTurn();
    await own.stop();
    for (const { status } of await all) expect(status).toBe('rejected');
    await expect(count()).rejects.toThrow(/ended|destroyed/);
  });
});
