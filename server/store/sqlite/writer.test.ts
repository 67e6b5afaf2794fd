import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../database.ts';
import { isUniqueViolation } from '../dialect.ts';
import { SqliteStatements } from './statements.ts';
import { SqliteWriter } from './writer.ts';

interface Tables {
  accounts: { id: string };
  entries: { id: string; account_id: string };
}

let dataDir: string;
let db: Kysely<Tables>;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gateway-writer-'));
  db = await openDatabase<Tables>({ dataDir });
  await sql`create table accounts (id text primary key)`.execute(db);
  // Checked at the commit, so that a commit can fail.
  await sql`create table entries (id text primary key, account_id text not null
    references accounts (id) deferrable initially deferred)`.execute(db);
});
afterEach(async () => {
  await db.destroy();
  await rm(dataDir, { recursive: true });
});

const open = (id: string) =>
  db.transaction().execute((trx) => trx.insertInto('accounts').values({ id }).execute());
const orphan = () =>
  db
    .transaction()
    .execute((trx) => trx.insertInto('entries').values({ id: 'e', account_id: 'none' }).execute());
const accounts = async () =>
  (await db.selectFrom('accounts').select('id').orderBy('id').execute()).map(({ id }) => id);
/** As another process sees the file. */
const onDisk = () => {
  const other = new DatabaseSync(join(dataDir, 'gateway.sqlite'), { readOnly: true });
  const rows = other.prepare('select id from accounts order by id').all();
  other.close();
  return rows.map((row) => row['id']);
};

describe('transactions that come together', () => {
  test('wait for the disk once', async () => {
    const commands: string[] = [];
    class Noted extends SqliteStatements {
      override exec(command: string): void {
        commands.push(command);
        super.exec(command);
      }
    }
    const database = new DatabaseSync(':memory:');
    const writer = new SqliteWriter(new Noted(database));
    const work = async () => {
      await writer.begin();
      await writer.release().committed;
    };
    await Promise.all([work(), work(), work()]);
    expect(commands.filter((command) => command === 'commit')).toHaveLength(1);
    await work();
    expect(commands.filter((command) => command === 'commit')).toHaveLength(2);
    database.close();
  });

  test('are answered when they are on the disk', async () => {
    await Promise.all(
      ['a', 'b', 'c'].map(async (id) => {
        await open(id);
        expect(onDisk()).toContain(id);
      }),
    );
  });

  test('undo what they have done themselves, and nothing else', async () => {
    const failing = db.transaction().execute(async (trx) => {
      await trx.insertInto('accounts').values({ id: 'b' }).execute();
      throw new Error('changed my mind');
    });
    const all = await Promise.allSettled([open('a'), failing, open('c')]);
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(onDisk()).toEqual(['a', 'c']);
  });

  test('fail together when their commit fails, and the next one runs', async () => {
    const all = await Promise.allSettled([open('a'), orphan(), open('b')]);
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(all.map((one) => one.status === 'rejected' && String(one.reason))).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining('FOREIGN KEY')),
    );
    expect(onDisk()).toEqual([]);
    await open('c');
    expect(onDisk()).toEqual(['c']);
  });

  test('fail together when SQLite gives all of it up, and the next one runs', async () => {
    await open('a');
    const givenUp = () =>
      db.transaction().execute(async (trx) => {
        await sql`insert or rollback into accounts values ('a')`.execute(trx);
      });
    const all = await Promise.allSettled([open('b'), givenUp(), open('c')]);
    expect(all.map((one) => one.status === 'rejected' && String(one.reason))).toEqual([
      expect.stringContaining('SQLite has undone'),
      expect.stringContaining('UNIQUE'),
      false,
    ]);
    expect(onDisk()).toEqual(['a', 'c']);
  });

  test('are not seen by other connections before their commit', async () => {
    const first = open('a');
    const { promise: isHalf, resolve: half } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const second = db.transaction().execute(async (trx) => {
      half();
      await mayEnd;
      return trx.selectFrom('accounts').selectAll().execute();
    });
    await isHalf;
    expect(await accounts()).toEqual([]);
    end();
    expect(await second).toEqual([{ id: 'a' }]);
    await first;
    expect(await accounts()).toEqual(['a']);
  });

  test('hear of a conflict when the first one can be read', async () => {
    const again = async () => {
      const error: unknown = await db
        .insertInto('accounts')
        .values({ id: 'a' })
        .execute()
        .catch((reason: unknown) => reason);
      return [isUniqueViolation(error), await accounts()];
    };
    const [, second] = await Promise.all([open('a'), again()]);
    expect(second).toEqual([true, ['a']]);
  });
});

test('what cannot be in a transaction waits for those that are under way', async () => {
  const running = open('a');
  const path = join(dataDir, 'copy.sqlite');
  await Promise.all([running, sql`vacuum into ${path}`.execute(db), open('b')]);
  const copy = new DatabaseSync(path, { readOnly: true });
  expect(copy.prepare('select id from accounts').all()).toEqual([{ id: 'a' }]);
  copy.close();
});
