import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../tests/support/test-database.ts';
import { openDatabase } from './database.ts';
import { eraseDeleted, inTransaction, isUniqueViolation, skipLocked } from './dialect.ts';

interface Tables {
  accounts: { id: string; balance: number; note: string | null };
  entries: { id: string; account_id: string };
}

let created: Awaited<ReturnType<typeof createTestDatabase>>;
/** Two instances of the gateway. */
let db: Kysely<Tables>;
let other: Kysely<Tables>;

beforeAll(async () => {
  created = await createTestDatabase();
  db = await openDatabase<Tables>(created.location);
  other = await openDatabase<Tables>(created.location);
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('balance', 'bigint', (column) => column.notNull())
    .addColumn('note', 'text')
    .execute();
  await db.schema
    .createTable('entries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .execute();
});
afterAll(async () => {
  await Promise.all([db.destroy(), other.destroy()]);
  await created.drop();
});
beforeEach(async () => {
  await db.deleteFrom('accounts').execute();
  await db.insertInto('accounts').values({ id: 'a', balance: 0, note: null }).execute();
});

const balanceOf = async (id: string) => {
  const row = await db
    .selectFrom('accounts')
    .select('balance')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.balance;
};
const add = (database: Kysely<Tables>, amount: number) =>
  database
    .updateTable('accounts')
    .set((update) => ({ balance: update('balance', '+', amount) }))
    .where('id', '=', 'a');
const insertAccounts = (...ids: string[]) =>
  db
    .insertInto('accounts')
    .values(ids.map((id) => ({ id, balance: 0, note: null })))
    .execute();

describe('whole numbers', () => {
  test.each([0, -1, 4200, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])(
    '%d comes back as the number it was',
    async (balance) => {
      await insertAccounts('b');
      await db.updateTable('accounts').set({ balance }).where('id', '=', 'b').execute();
      expect(await balanceOf('b')).toBe(balance);
    },
  );

  test('a number that JavaScript cannot hold throws instead of changing', async () => {
    await sql`update accounts set balance = 9007199254740993`.execute(db);
    await expect(balanceOf('a')).rejects.toThrow(RangeError);
  });

  test('counts and sums are numbers, and a parameter is a whole number', async () => {
    await insertAccounts('b');
    await db.updateTable('accounts').set({ balance: 7 }).execute();
    const row = await db
      .selectFrom('accounts')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('balance').as('sum')])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ count: 2, sum: 14 });
    const half = await db
      .selectFrom('accounts')
      .select((select) => select('balance', '/', 2).as('half'))
      .executeTakeFirstOrThrow();
    expect(half.half).toBe(3);
  });
});

describe('statements', () => {
  test('a conditional update says whether it happened', async () => {
    const spend = add(db, -5).where('balance', '>=', 5);
    expect((await spend.executeTakeFirst()).numUpdatedRows).toBe(0n);
    await add(db, 5).execute();
    expect(await spend.returning('balance').executeTakeFirst()).toEqual({ balance: 0 });
  });

  test('a second row with the same key is a unique violation, other errors are not', async () => {
    const again = db.insertInto('accounts').values({ id: 'a', balance: 0, note: null }).execute();
    expect(isUniqueViolation(await again.catch((error: unknown) => error))).toBe(true);

    const orphan = db.insertInto('entries').values({ id: 'e', account_id: 'none' }).execute();
    const error = await orphan.catch((error: unknown) => error);
    expect(error).toBeInstanceOf(Error);
    expect(isUniqueViolation(error)).toBe(false);
    expect(isUniqueViolation(undefined)).toBe(false);
  });

  test('foreign keys hold and cascade', async () => {
    await db.insertInto('entries').values({ id: 'e', account_id: 'a' }).execute();
    await db.deleteFrom('accounts').execute();
    expect(await db.selectFrom('entries').selectAll().execute()).toEqual([]);
  });

  test('more different statements than are kept prepared', async () => {
    for (let n = 1; n <= 350; n += 1) {
      const ids = Array.from({ length: n }, (_, index) => `${index}`);
      await db.selectFrom('accounts').select('id').where('id', 'in', ids).execute();
    }
    expect(await balanceOf('a')).toBe(0);
  });

  test('what was deleted is erased without complaint', async () => {
    await db.deleteFrom('accounts').execute();
    await expect(eraseDeleted(db)).resolves.toBeUndefined();
  });
});

describe('transactions', () => {
  test('an error undoes all of it, and the next one runs', async () => {
    const failing = db.transaction().execute(async (trx) => {
      await add(trx, 100).execute();
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await balanceOf('a')).toBe(0);
    await db.transaction().execute((trx) => add(trx, 1).execute());
    expect(await balanceOf('a')).toBe(1);
  });

  test('other connections do not see half of it', async () => {
    const { promise: reachedHalf, resolve: half } = Promise.withResolvers<void>();
    const running = db.transaction().execute(async (trx) => {
      await add(trx, 1).execute();
      half();
      // Time for the other connection to look in between; the answer is right if it does not.
      await new Promise((resolve) => setTimeout(resolve, 20));
      await add(trx, 1).execute();
    });
    await reachedHalf;
    expect([0, 2]).toContain(await balanceOf('a'));
    await running;
    expect(await balanceOf('a')).toBe(2);
  });

  test('two instances adding at once lose nothing', async () => {
    const readAndWrite = (database: Kysely<Tables>) =>
      inTransaction(database, async (trx) => {
        const { balance } = await trx
          .selectFrom('accounts')
          .select('balance')
          .where('id', '=', 'a')
          .forUpdate()
          .executeTakeFirstOrThrow();
        await Promise.resolve();
        await trx
          .updateTable('accounts')
          .set({ balance: balance + 1 })
          .where('id', '=', 'a')
          .execute();
      });
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => readAndWrite(index % 2 === 0 ? db : other)),
    );
    expect(await balanceOf('a')).toBe(100);
  });

  test('two instances writing outside transactions wait for each other', async () => {
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => add(index % 2 === 0 ? db : other, 1).execute()),
    );
    expect(await balanceOf('a')).toBe(100);
  });

  test('what the database gave up is run again, what the caller got wrong is not', async () => {
    let runs = 0;
    const result = await inTransaction(db, async () => {
      runs += 1;
      if (runs < 3) throw Object.assign(new Error('conflict'), { code: '40001' });
      return 'done';
    });
    expect([result, runs]).toEqual(['done', 3]);

    runs = 0;
    const wrong = inTransaction(db, async () => {
      runs += 1;
      throw new Error('wrong');
    });
    await expect(wrong).rejects.toThrow('wrong');
    expect(runs).toBe(1);
  });

  test('sweepers of two instances share the work, nothing is done twice', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `due ${index}`);
    await insertAccounts(...ids);
    const done: string[] = [];
    const sweep = async (database: Kysely<Tables>) => {
      for (;;) {
        const claimed = await inTransaction(database, async (trx) => {
          const due = skipLocked(
            trx.selectFrom('accounts').select('id').where('note', 'is', null).limit(3),
          );
          const rows = await trx
            .updateTable('accounts')
            .set({ note: 'done' })
            .where('id', 'in', due)
            .returning('id')
            .execute();
          await Promise.resolve();
          return rows;
        });
        if (claimed.length === 0) return;
        done.push(...claimed.map(({ id }) => id));
      }
    };
    await Promise.all([sweep(db), sweep(other)]);
    expect(done.toSorted()).toEqual(['a', ...ids].toSorted());
  });
});

test('closing waits for the transaction that is running', async () => {
  const third = await openDatabase<Tables>(created.location);
  const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>();
  const running = third.transaction().execute(async (trx) => {
    begun();
    // Time for the closing to begin; it waits all the same if it begins later.
    await new Promise((resolve) => setTimeout(resolve, 20));
    await add(trx, 3).execute();
  });
  await hasBegun;
  await third.destroy();
  await running;
  expect(await balanceOf('a')).toBe(3);
});
