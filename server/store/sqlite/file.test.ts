import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../database.ts';

interface Tables {
  counters: { id: string; value: number };
}

let parent: string;
let dataDir: string;
let db: Kysely<Tables>;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  dataDir = join(parent, 'new', 'data');
  db = await openDatabase<Tables>({ dataDir });
  await db.schema
    .createTable('counters')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('value', 'bigint')
    .execute();
  await db.insertInto('counters').values({ id: 'a', value: 0 }).execute();
});
afterEach(async () => {
  await db.destroy();
  await rm(parent, { recursive: true });
});

test('only this user can read the directory and what is in it', async () => {
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
  expect(await modeOf(dataDir)).toBe('700');
  const files = await readdir(dataDir);
  expect(files.toSorted()).toEqual(['gateway.sqlite', 'gateway.sqlite-shm', 'gateway.sqlite-wal']);
  for (const file of files) expect(await modeOf(join(dataDir, file))).toBe('600');
});

test.each([
  ['journal_mode', 'wal'],
  ['synchronous', 2],
  ['foreign_keys', 1],
  ['secure_delete', 1],
  ['trusted_schema', 0],
])('pragma %s is %s', async (name, value) => {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db);
  expect(rows.map((row) => row[name])).toEqual([value]);
});

test.each([[[true]], [[new Date(0)]], [['text', { a: 1 }]]])(
  '%j are not all of a type that SQLite has',
  async (values) => {
    await expect(sql`select ${sql.join(values)}`.execute(db)).rejects.toThrow(/no type/);
  },
);

test('rows can be read one by one', async () => {
  await db.insertInto('counters').values({ id: 'b', value: 1 }).execute();
  const seen: number[] = [];
  for await (const row of db.selectFrom('counters').selectAll().orderBy('id').stream()) {
    seen.push(row.value);
  }
  expect(seen).toEqual([0, 1]);
});

test('reading that ends early leaves the database usable', async () => {
  for await (const row of db.selectFrom('counters').selectAll().stream()) {
    expect(row.id).toBe('a');
    break;
  }
  await db.updateTable('counters').set({ value: 5 }).execute();
});

test('an error that ended the transaction by itself is told, and the next one runs', async () => {
  const failing = db.transaction().execute(async (trx) => {
    await sql`insert or rollback into counters values ('a', 1)`.execute(trx);
  });
  await expect(failing).rejects.toThrow(/UNIQUE/);
  await db.transaction().execute((trx) => trx.updateTable('counters').set({ value: 1 }).execute());
});

test('what was committed by another process while this one wrote is kept, too', async () => {
  const writer = `
    import { openDatabase } from '${import.meta.dirname}/../database.ts';
    const db = await openDatabase({ dataDir: process.argv[1] });
    for (let n = 0; n < 150; n += 1) {
      await db.transaction().execute(async (trx) => {
        const { value } = await trx.selectFrom('counters').select('value').executeTakeFirst();
        await trx.updateTable('counters').set({ value: value + 1 }).execute();
      });
    }
    await db.destroy();`;
  const args = ['--input-type=module', '-e', writer, dataDir];
  const run = promisify(execFile);
  await Promise.all([run(process.execPath, args), run(process.execPath, args)]);
  const row = await db.selectFrom('counters').selectAll().executeTakeFirst();
  expect(row?.value).toBe(300);
});

/** Locks of this process on a file, as Linux lists them. */
async function locksOn(path: string): Promise<string[]> {
  const { ino } = await stat(path);
  const lines = (await readFile('/proc/locks', 'utf8')).split('\n');
  return lines.filter((line) => line.includes(` ${process.pid} `) && line.includes(`:${ino} `));
}

test.runIf(process.platform === 'linux')(
  'the file is locked, so that no other process takes its log for left behind',
  async () => {
    const file = join(dataDir, 'gateway.sqlite');
    expect(await locksOn(file)).toHaveLength(1);
    await db.destroy();
    expect(await locksOn(file)).toEqual([]);
    db = await openDatabase<Tables>({ dataDir });
    await db.updateTable('counters').set({ value: 1 }).execute();
    expect(await locksOn(file)).toHaveLength(1);
  },
);
