import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, isTestedOnPostgres } from '../tests/support/test-database.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS, type NamedMigration } from './migrations/index.ts';

let created: Awaited<ReturnType<typeof createTestDatabase>>;
beforeEach(async () => {
  created = await createTestDatabase();
});
afterEach(() => created.drop());

const first: NamedMigration = {
  name: '0001-first',
  async up(db) {
    await db.schema.createTable('things').addColumn('id', 'text').execute();
    await sql`insert into things values ('one')`.execute(db);
  },
};
const second: NamedMigration = {
  name: '0002-second',
  async up(db) {
    await db.schema.alterTable('things').addColumn('size', 'bigint').execute();
  },
};
const broken: NamedMigration = {
  name: '0003-broken',
  async up() {
    throw new Error('broken migration');
  },
};

async function withInstances<R>(count: number, use: (dbs: Instance[]) => Promise<R>): Promise<R> {
  const open = () => openDatabase<Record<string, never>>(created.location);
  const dbs = await Promise.all(Array.from({ length: count }, open));
  try {
    return await use(dbs);
  } finally {
    await Promise.all(dbs.map((db) => db.destroy()));
  }
}
type Instance = Awaited<ReturnType<typeof openDatabase<Record<string, never>>>>;

describe('migrations', () => {
  test('instances that start at once run each of them once', async () => {
    await withInstances(4, async (dbs) => {
      const runs = await Promise.all(dbs.map((db) => migrate(db, [first, second])));
      expect(runs.filter((names) => names.length > 0)).toEqual([['0001-first', '0002-second']]);
      const [db] = dbs;
      const { rows } = await sql`select * from things`.execute(db as Instance);
      expect(rows).toEqual([{ id: 'one', size: null }]);
    });
  });

  test('a later release runs what is new', async () => {
    await withInstances(1, async ([db]) => {
      expect(await migrate(db as Instance, [first])).toEqual(['0001-first']);
      expect(await migrate(db as Instance, [first, second])).toEqual(['0002-second']);
      expect(await migrate(db as Instance, [first, second])).toEqual([]);
    });
  });

  test('one that fails takes the others with it and says why', async () => {
    await withInstances(1, async ([db]) => {
      await expect(migrate(db as Instance, [first, broken])).rejects.toThrow('broken migration');
      await expect(sql`select * from things`.execute(db as Instance)).rejects.toThrow();
      expect(await migrate(db as Instance, [first])).toEqual(['0001-first']);
    });
  });

  test('an older release does not start on the tables of a newer one', async () => {
    await withInstances(1, async ([db]) => {
      await migrate(db as Instance, [first, second]);
      await expect(migrate(db as Instance, [first])).rejects.toThrow(/0002-second/);
    });
  });
});

test.runIf(isTestedOnPostgres)(
  'one that is killed in the middle leaves nothing, and the next goes on',
  async () => {
    await withInstances(3, async ([killed, other, killer]) => {
      const slow: NamedMigration = {
        name: '0002-second',
        async up(db) {
          await second.up(db);
          await sql`select pg_sleep(60)`.execute(db);
        },
      };
      const failing = migrate(killed as Instance, [first, slow]).catch((error: unknown) => error);
      const sleeping = sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'`;
      const asleep = async () => (await sleeping.execute(killer as Instance)).rows.length;
      await expect.poll(asleep).toBe(1);
      const waiting = migrate(other as Instance, [first, second]);
      await sql`select pg_terminate_backend(pid) from (${sleeping}) as asleep`.execute(
        killer as Instance,
      );
      expect(await failing).toBeInstanceOf(Error);
      expect(await waiting).toEqual(['0001-first', '0002-second']);
    });
  },
);

test('a live channel that listed no origins lets every page embed it, and says so', async () => {
  await withInstances(1, async ([db]) => {
    const before = MIGRATIONS.filter(({ name }) => name < '0016');
    await migrate(db as Instance, before);
    const channels = [
      ['open', { mode: 'live', origins: [] }],
      ['older', { mode: 'live' }],
      ['listed', { mode: 'live', origins: ['https://shop.example'] }],
      ['test', { mode: 'test', origins: [] }],
    ] as const;
    for (const [id, settings] of channels) {
      await sql`insert into entities (id, kind, name, settings, clock_offset_ms, created_at)
        values (${id}, 'channel', ${id}, ${JSON.stringify(settings)}, 0, 0)`.execute(
        db as Instance,
      );
    }
    await migrate(db as Instance, MIGRATIONS);
    const { rows } = await sql<{ id: string; settings: string }>`
      select id, settings from entities`.execute(db as Instance);
    const origins = rows.map(({ id, settings }) => [id, JSON.parse(settings).origins]);
    expect(Object.fromEntries(origins)).toEqual({
      open: ['any'],
      older: ['any'],
      listed: ['https://shop.example'],
      test: [],
    });
  });
});

test('the real migrations run, by two instances at once', async () => {
  await withInstances(2, async (dbs) => {
    const runs = await Promise.all(dbs.map((db) => migrate(db)));
    expect(runs.flat()).toEqual(MIGRATIONS.map(({ name }) => name));
  });
});
