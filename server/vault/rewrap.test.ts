/** Giving everything under older keys the current one, while others read, write and delete. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../store/dialect.ts';
import type { EnvelopeColumn } from '../store/envelope-column.ts';
import { CVV_KEY_TABLES } from '../store/tables/vault-tables.ts';
import { openTestDatabase, type TestDatabase } from '../tests/support/test-database.ts';
import { forgetCard, keepCard, readCard } from './card-store.ts';
import { keepCvv } from './cvv-store.ts';
import { VAULT_ENVELOPES } from './envelope-columns.ts';
import { type KeyRing, openKeyRing } from './key-ring.ts';
import { countByKey, rewrapColumn } from './rewrap.ts';

/** Ids that a pattern of SQL would take for one another. */
const [OLD, NEW, ALIKE] = ['a_b', 'A_b', 'axb'].map(
  (id) => `${id}:${randomBytes(32).toString('base64')}`,
);
const NUMBER = '4200000000000000';
const [NUMBERS] = VAULT_ENVELOPES as [EnvelopeColumn];
const CVV_KEYS = VAULT_ENVELOPES.filter(({ table }) => table.startsWith('cvv_keys'));

let database: TestDatabase;
let db: TestDatabase['db'];
const ringOf = (...keys: (string | undefined)[]): Promise<KeyRing> =>
  openKeyRing({ vaultKeys: keys.join(','), dataDir: database.location.dataDir });
let before: KeyRing;
let both: KeyRing;
let after: KeyRing;

beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
  [before, both, after] = await Promise.all([ringOf(OLD), ringOf(NEW, OLD), ringOf(NEW)]);
});
afterAll(() => database.drop());
beforeEach(async () => {
  for (const table of ['card_cvvs', 'card_numbers', ...CVV_KEY_TABLES] as const) {
    await db.deleteFrom(table).execute();
  }
});

const record = (n: number) => ({ recordId: `r${n}`, entityId: 'channel' });
const keep = (ring: KeyRing, from: number, to: number) =>
  inTransaction(db, async (trx) => {
    for (let n = from; n < to; n += 1) {
      await keepCard(trx, ring, { ...record(n), number: NUMBER, purgeAt: 1 });
      await keepCvv(trx, ring, { ...record(n), cvv: '123', purgeAt: 1 });
    }
  });
const under = async (ring: KeyRing) => {
  const { byKey, others } = await countByKey(db, ring, NUMBERS);
  return { ...Object.fromEntries(byKey), others };
};

describe('rewrapping', () => {
  it('puts numbers and keys of CVVs under the current key, and the old one opens nothing', async () => {
    await keep(before, 0, 250);
    expect(await under(both)).toEqual({ A_b: 0, a_b: 250, others: 0 });
    for (const columns of [[NUMBERS], CVV_KEYS]) {
      const rewrap = async () => {
        let all = 0;
        for (const column of columns) {
          const { rewrapped, unopened } = await rewrapColumn(db, both, column);
          expect(unopened).toEqual([]);
          all += rewrapped;
        }
        return all;
      };
      expect(await rewrap()).toBe(250);
      expect(await rewrap()).toBe(0);
    }
    expect(await under(both)).toEqual({ A_b: 250, a_b: 0, others: 0 });
    for (const n of [0, 99, 100, 249]) {
      expect(await readCard(db, after, record(n))).toEqual({ number: NUMBER, cvv: '123' });
    }
    await expect(readCard(db, before, record(0))).rejects.toThrow('no key "A_b"');
  });

  it('is shared by those who do it at once, and passes over what goes meanwhile', async () => {
    await keep(before, 0, 350);
    const forget = async () => {
      for (let n = 0; n < 350; n += 7) await forgetCard(db, record(n));
    };
    const [one, two] = await Promise.all([
      rewrapColumn(db, both, NUMBERS),
      rewrapColumn(db, both, NUMBERS),
      forget(),
      keep(both, 400, 410),
    ]);
    expect(one.rewrapped + two.rewrapped).toBeLessThanOrEqual(350);
    expect([...one.unopened, ...two.unopened]).toEqual([]);
    expect(await under(both)).toEqual({ A_b: 310, a_b: 0, others: 0 });
  });

  it('finds nothing left of an instance that wrote under the old key, when it is done again', async () => {
    await keep(before, 0, 5);
    await rewrapColumn(db, both, NUMBERS);
    await keep(before, 5, 8);
    expect(await under(both)).toEqual({ A_b: 5, a_b: 3, others: 0 });
    expect(await rewrapColumn(db, both, NUMBERS)).toEqual({ rewrapped: 3, unopened: [] });
  });

  it('names what no key opens, leaves it, and does the rest', async () => {
    await keep(await ringOf(ALIKE), 0, 101);
    await keep(before, 101, 230);
    await db
      .updateTable('card_numbers')
      .set({ number: 'v1.a_b.AAAA' })
      .where('record_id', '=', 'r229')
      .execute();
    const { rewrapped, unopened } = await rewrapColumn(db, both, NUMBERS);
    expect(rewrapped).toBe(128);
    expect(unopened).toHaveLength(102);
    expect(unopened).toContain('r0');
    expect(unopened).toContain('r229');
    expect(await under(both)).toEqual({ A_b: 128, a_b: 1, others: 101 });
    expect(await readCard(db, both, record(150))).toMatchObject({ number: NUMBER });
    expect(await readCard(db, await ringOf(ALIKE), record(0))).toMatchObject({ number: NUMBER });
  });
});
