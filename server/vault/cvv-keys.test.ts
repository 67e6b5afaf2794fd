/** Clearing the epochs that are over, beside payments that are under way. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../store/database.ts';
import { inTransaction } from '../store/dialect.ts';
import { CVV_KEY_TABLES } from '../store/tables/vault-tables.ts';
import {
  isTestedOnPostgres,
  openTestDatabase,
  type TestDatabase,
} from '../tests/support/test-database.ts';
import { clearSpentKeys, EPOCH_MS } from './cvv-keys.ts';
import { forgetCvv, keepCvv, readCvv } from './cvv-store.ts';
import { type KeyRing, openKeyRing } from './key-ring.ts';

const HALF_HOUR_MS = 30 * 60_000;
/** The beginning of a round of all tables. */
const START = EPOCH_MS * CVV_KEY_TABLES.length * 1_000;

let test: TestDatabase;
let db: Database;
let ring: KeyRing;
beforeAll(async () => {
  test = await openTestDatabase();
  ({ db } = test);
  ring = await openKeyRing({ dataDir: test.location.dataDir });
});
afterAll(() => test.drop());
beforeEach(async () => {
  vi.restoreAllMocks();
  for (const table of ['card_cvvs', ...CVV_KEY_TABLES] as const) {
    await db.deleteFrom(table).execute();
  }
  await clearSpentKeys(db, 0);
});

const record = (recordId: string) => ({ recordId, entityId: 'channel' });
const setClock = (now: number) => vi.spyOn(Date, 'now').mockReturnValue(now);
const keep = async (recordId: string, at: number, within = db) => {
  setClock(at);
  const card = { ...record(recordId), cvv: '123', purgeAt: at + HALF_HOUR_MS };
  await inTransaction(within, (trx) => keepCvv(trx, ring, card));
};
const tableOf = async (recordId: string) => {
  const row = await db
    .selectFrom('card_cvvs')
    .select('key_table')
    .where('record_id', '=', recordId)
    .executeTakeFirst();
  return row?.key_table;
};

describe('an epoch', () => {
  it('has a table of its own, and comes round after an hour', async () => {
    const tables: unknown[] = [];
    for (let epoch = 0; epoch <= CVV_KEY_TABLES.length; epoch += 1) {
      await keep(`${epoch}`, START + epoch * EPOCH_MS);
      tables.push(await tableOf(`${epoch}`));
    }
    expect(tables).toEqual([...CVV_KEY_TABLES, CVV_KEY_TABLES[0]]);
  });

  it('stays while it lasts, and while a shopper may still come back', async () => {
    await keep('waits', START + EPOCH_MS - 1);
    for (const later of [0, EPOCH_MS, HALF_HOUR_MS - 1]) {
      await clearSpentKeys(db, START + EPOCH_MS - 1 + later);
      expect(await readCvv(db, ring, record('waits'))).toEqual({ cvv: '123' });
    }
    expect(EPOCH_MS * CVV_KEY_TABLES.length).toBeGreaterThan(EPOCH_MS + HALF_HOUR_MS);
  });

  it('has no key once all are of no use, though their rows stand', async () => {
    await keep('forgotten by all', START);
    await clearSpentKeys(db, START + HALF_HOUR_MS);
    expect(await readCvv(db, ring, record('forgotten by all'))).toEqual({ isCvvLost: true });
  });
});

describe.runIf(isTestedOnPostgres)('on PostgreSQL an epoch', () => {
  it('is in no log, no base backup and no replica, and its columns have no statistics', async () => {
    const { rows } = await sql<{ relname: string; relpersistence: string }>`
      select relname, relpersistence from pg_class
      where relname like 'cvv\_keys%' and relkind = 'r' order by relname`.execute(db);
    expect(rows.map(({ relname }) => relname)).toEqual(['cvv_keys', ...CVV_KEY_TABLES]);
    expect(new Set(rows.map(({ relpersistence }) => relpersistence))).toEqual(new Set(['u']));
    const { rows: targets } = await sql<{ attstattarget: number }>`
      select attstattarget from pg_attribute join pg_class on pg_class.oid = attrelid
      where relname like 'cvv\_keys%' and relkind = 'r'
      and attname in ('wrapped_key', 'salt')`.execute(db);
    expect(targets.map(({ attstattarget }) => attstattarget)).toEqual(Array(13).fill(0));
  });

  it('that is over is truncated once, by any of the instances', async () => {
    await keep('one', START);
    await forgetCvv(db, record('one'));
    const all = await Promise.all([1, 2, 3].map(() => clearSpentKeys(db, START + EPOCH_MS)));
    expect(all.flat()).toEqual([CVV_KEY_TABLES[0]]);
    expect(await clearSpentKeys(db, START + EPOCH_MS)).toEqual([]);
  });

  it('of payments under way is left alone at once, and nothing waits for the clearing', async () => {
    await keep('one', START);
    await forgetCvv(db, record('one'));
    const other = await openDatabase(test.location);
    setClock(START);
    const purgeAt = START + HALF_HOUR_MS;
    await other.transaction().execute(async (trx) => {
      await keepCvv(trx, ring, { ...record('under way'), cvv: '456', purgeAt });
      // A clock that is ahead: to it this epoch is over.
      expect(await clearSpentKeys(db, START + 2 * EPOCH_MS)).toEqual([]);
      await keep('beside it', START);
    });
    expect(await readCvv(db, ring, record('under way'))).toEqual({ cvv: '456' });
    expect(await readCvv(db, ring, record('beside it'))).toEqual({ cvv: '123' });
    await other.destroy();
  });
});
