/** Indexes of tables that are large when their migration comes: PostgreSQL only. */
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, isTestedOnPostgres } from '../tests/support/test-database.ts';
import { closeDatabase, openDatabase } from './database.ts';
import { type LargeIndex, makeLargeIndexes } from './large-indexes.ts';
import { migrate } from './migrate.ts';
import type { NamedMigration } from './migrations/index.ts';

/** On a machine with other work to do. */
const SOON = { timeout: 30_000 };

type Things = Kysely<Record<string, never>>;

const INDEX: LargeIndex = {
  name: 'things_by_size',
  table: 'things',
  of: '(size) where size is not null',
};
const tableOf = (rows: number): NamedMigration => ({
  name: '0001-things',
  async up(db) {
    await sql`create table things as select n as size from generate_series(1, ${sql.lit(rows)}) n`.execute(
      db,
    );
  },
});
const indexed: NamedMigration = {
  name: '0002-index',
  up: async () => undefined,
  largeIndexes: [INDEX],
};

describe.runIf(isTestedOnPostgres)('an index', () => {
  let created: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Things;
  let writer: Things;
  beforeEach(async () => {
    created = await createTestDatabase();
    const open = () => openDatabase<Record<string, never>>(created.location);
    [db, writer] = await Promise.all([open(), open()]);
  });
  afterEach(async () => {
    await Promise.all([db, writer].map(closeDatabase));
    await created.drop();
  });

  const write = (to: Things) => sql`insert into things values (1)`.execute(to);
  const validity = async (): Promise<boolean | undefined> => {
    const { rows } = await sql<{ valid: boolean }>`select indisvalid as valid from pg_index
      where indexrelid = to_regclass('things_by_size')`.execute(db);
    return rows[0]?.valid;
  };
  const make = () => {
    const reports = { onMade: vi.fn(), onError: vi.fn() };
    return { ...reports, ...makeLargeIndexes(created.location, [INDEX], reports) };
  };
  /** Until what they write is committed, an index cannot be finished. */
  async function duringAWrite(work: () => Promise<void>): Promise<void> {
    await writer.transaction().execute(async (trx) => {
      await write(trx);
      await work();
    });
  }

  it('of a small table is made with its migration', async () => {
    await migrate(db, [tableOf(10_000), indexed]);
    expect(await validity()).toBe(true);
    const { stop, onMade } = make();
    await stop();
    expect(onMade).not.toHaveBeenCalled();
  });

  it('of a large one is made later, and no write waits for it', async () => {
    await migrate(db, [tableOf(10_001), indexed]);
    expect(await validity()).toBeUndefined();
    let making: ReturnType<typeof make> | undefined;
    await duringAWrite(async () => {
      making = make();
      await expect.poll(validity).toBe(false);
      await write(db);
    });
    await vi.waitFor(() => expect(making?.onMade).toHaveBeenCalledWith(INDEX.name), SOON);
    expect(await validity()).toBe(true);
    await making?.stop();
    expect(making?.onError).not.toHaveBeenCalled();
  });

  it('that another instance makes is left to it', async () => {
    await migrate(db, [tableOf(10_001), indexed]);
    let both: ReturnType<typeof make>[] = [];
    await duringAWrite(async () => {
      both = [make()];
      await expect.poll(validity).toBe(false);
      const second = make();
      both.push(second);
      // It has nothing to break off: stopped, it has looked.
      await second.stop();
      expect(second.onMade).not.toHaveBeenCalled();
    });
    await vi.waitFor(() => expect(both[0]?.onMade).toHaveBeenCalledOnce(), SOON);
    await both[0]?.stop();
    expect(await validity()).toBe(true);
  });

  it('that was broken off is made by the next start', async () => {
    await migrate(db, [tableOf(10_001), indexed]);
    await duringAWrite(async () => {
      const { stop, onError } = make();
      await expect.poll(validity).toBe(false);
      await stop();
      expect(onError).not.toHaveBeenCalled();
    });
    expect(await validity()).toBe(false);
    const { stop, onMade } = make();
    await vi.waitFor(() => expect(onMade).toHaveBeenCalledWith(INDEX.name), SOON);
    expect(await validity()).toBe(true);
    await stop();
  });
});
