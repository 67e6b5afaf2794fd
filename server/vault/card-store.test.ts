import { createSecretKey, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction, isUniqueViolation } from '../store/dialect.ts';
import { CVV_KEY_TABLES } from '../store/tables/vault-tables.ts';
import {
  isTestedOnPostgres,
  openTestDatabase,
  type TestDatabase,
} from '../tests/support/test-database.ts';
import { forgetCard, forgetNumber, keepCard, readCard } from './card-store.ts';
import { forgetCvv, keepCvv, readCvv } from './cvv-store.ts';
import { EnvelopeError, encrypt } from './envelope.ts';
import { type KeyRing, openKeyRing, wrap } from './key-ring.ts';
import { purgeExpired } from './purge.ts';

const card = {
  recordId: 'payment-1',
  entityId: 'channel-1',
  number: '4200000000000000',
  cvv: '737',
  purgeAt: 1000,
};
const record = { recordId: card.recordId, entityId: card.entityId };

let test1: TestDatabase;
let db: TestDatabase['db'];
let ring: KeyRing;

beforeAll(async () => {
  test1 = await openTestDatabase();
  ({ db } = test1);
  ring = await openKeyRing({ dataDir: test1.location.dataDir });
});
afterAll(() => test1.drop());
beforeEach(async () => {
  for (const table of ['card_cvvs', 'card_numbers', ...CVV_KEY_TABLES] as const) {
    await db.deleteFrom(table).execute();
  }
});

const keepNumber = (values: Partial<Parameters<typeof keepCard>[2]> = {}) =>
  inTransaction(db, (trx) => keepCard(trx, ring, { ...card, ...values }));
/** And the CVV. */
const keep = (values: Partial<Parameters<typeof keepCvv>[2]> = {}) =>
  inTransaction(db, async (trx) => {
    await keepCard(trx, ring, { ...card, ...values });
    await keepCvv(trx, ring, { ...card, ...values });
  });
const countOf = async (table: 'card_numbers' | 'card_cvvs') =>
  (await db.selectFrom(table).selectAll().execute()).length;
const allKeys = async () => {
  const found = CVV_KEY_TABLES.map((table) =>
    db
      .selectFrom(table)
      .selectAll()
      .execute()
      .then((rows) => rows.map((row) => ({ ...row, table }))),
  );
  const rows = (await Promise.all(found)).flat();
  return rows.sort((a, b) => a.record_id.localeCompare(b.record_id));
};
const countKeys = async () => (await allKeys()).length;

test('what stood in the clear is wiped from memory, on the way in and on the way out', async () => {
  const wiped: Buffer[] = [];
  const { fill } = Buffer.prototype;
  vi.spyOn(Buffer.prototype, 'fill').mockImplementation(function (
    this: Buffer,
    ...given: unknown[]
  ) {
    if (given[0] === 0) wiped.push(Buffer.from(this));
    return Reflect.apply(fill, this, given);
  });
  await keep();
  await readCard(db, ring, record);
  vi.restoreAllMocks();
  const texts = wiped.map((bytes) => bytes.toString('utf8'));
  for (const secret of [card.number, card.cvv])
    expect(texts.filter((text) => text === secret)).toHaveLength(2);
  // The CVV's own key.
  expect(wiped.filter(({ length }) => length === 32)).toHaveLength(2);
});

describe('a card that is kept', () => {
  test('reads as it was', async () => {
    await keep();
    expect(await readCard(db, ring, record)).toEqual({ number: card.number, cvv: card.cvv });
  });

  test('may have no CVV, and then may stay for ever', async () => {
    await keepNumber({ purgeAt: null });
    expect(await readCard(db, ring, record)).toEqual({ number: card.number });
    expect(await countKeys()).toBe(0);
  });

  test('is not found by another entity or another record', async () => {
    await keep();
    expect(await readCard(db, ring, { ...record, entityId: 'channel-2' })).toBeUndefined();
    expect(await readCard(db, ring, { ...record, recordId: 'payment-2' })).toBeUndefined();
    await forgetCard(db, { ...record, entityId: 'channel-2' });
    expect(await readCard(db, ring, record)).toBeDefined();
  });

  test('is not replaced', async () => {
    await keep();
    const again = await keepNumber({ number: '5555555555554444' }).catch((error: unknown) => error);
    expect(isUniqueViolation(again)).toBe(true);
    expect(await readCard(db, ring, record)).toMatchObject({ number: card.number });
  });

  test('goes with the transaction that kept it', async () => {
    const failing = db.transaction().execute(async (trx) => {
      await keepCard(trx, ring, card);
      throw new Error('declined');
    });
    await expect(failing).rejects.toThrow('declined');
    expect(await readCard(db, ring, record)).toBeUndefined();
  });

  test('cannot be moved to another record by who can write to the database', async () => {
    await keep();
    await db.updateTable('card_numbers').set({ record_id: 'payment-2' }).execute();
    const moved = readCard(db, ring, { ...record, recordId: 'payment-2' });
    const error = await moved.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EnvelopeError);
    expect(String(error)).not.toContain(card.number);
  });
});

describe('a CVV', () => {
  test('goes alone, with its key, and the card stays', async () => {
    await keep();
    await forgetCvv(db, record);
    expect(await readCard(db, ring, record)).toEqual({ number: card.number });
    expect(await countOf('card_cvvs')).toBe(0);
    expect(await countKeys()).toBe(0);
  });

  test('can be kept without a number, for a card that was stored earlier', async () => {
    await inTransaction(db, (trx) => keepCvv(trx, ring, card));
    expect(await readCvv(db, ring, record)).toEqual({ cvv: card.cvv });
    expect(await readCard(db, ring, record)).toBeUndefined();
  });

  test('cannot be read without its key, and says so: the database has crashed', async () => {
    await keep();
    for (const table of CVV_KEY_TABLES) await db.deleteFrom(table).execute();
    expect(await readCard(db, ring, record)).toEqual({ number: card.number, isCvvLost: true });
    await forgetCard(db, record);
    expect(await countOf('card_cvvs')).toBe(0);
  });

  test('of a release before reads as it was, and goes with its key', async () => {
    const keyBytes = randomBytes(32);
    await keepNumber();
    const own = { id: 'own', key: createSecretKey(keyBytes) };
    const cvv = encrypt(Buffer.from('737'), own, { ...record, purpose: 'cvv' });
    await db
      .insertInto('card_cvvs')
      .values({ record_id: record.recordId, entity_id: record.entityId, cvv, purge_at: 1000 })
      .execute();
    const wrapped_key = wrap(ring, keyBytes, { ...record, purpose: 'cvv key' });
    await db.insertInto('cvv_keys').values({ record_id: record.recordId, wrapped_key }).execute();
    expect(await readCard(db, ring, record)).toEqual({ number: card.number, cvv: '737' });
    await forgetCvv(db, record);
    expect(await db.selectFrom('cvv_keys').selectAll().execute()).toEqual([]);
  });

  test('has a key of its own, of which the database has drawn a half', async () => {
    await keep();
    await keep({ recordId: 'payment-2' });
    const [one, two] = await allKeys();
    if (!one || !two) throw new Error('there are no keys');
    expect(one.salt).not.toBe(two.salt);
    const { salt, wrapped_key } = two;
    for (const changed of [{ wrapped_key }, { salt, wrapped_key: one.wrapped_key }]) {
      await db.updateTable(one.table).set(changed).where('record_id', '=', one.record_id).execute();
      await expect(readCvv(db, ring, record)).rejects.toThrow(EnvelopeError);
    }
  });
});

test('forgetting what is not there is fine', async () => {
  await forgetCvv(db, record);
  await forgetCard(db, record);
});

test('a number that has no CVV goes alone', async () => {
  await keepNumber();
  await forgetNumber(db, record);
  expect(await readCard(db, ring, record)).toBeUndefined();
});

test('a forgotten card leaves no row', async () => {
  await keep();
  await forgetCard(db, record);
  expect(await readCard(db, ring, record)).toBeUndefined();
  expect([await countOf('card_numbers'), await countOf('card_cvvs'), await countKeys()]).toEqual([
    0, 0, 0,
  ]);
});

describe('the purge', () => {
  test('takes what is due and nothing else', async () => {
    await keep();
    await keep({ recordId: 'later', purgeAt: 1001 });
    await keepNumber({ recordId: 'stored', purgeAt: null });
    expect(await purgeExpired(db, 999, 100)).toBe(0);
    expect(await purgeExpired(db, 1000, 100)).toBe(2);
    expect(await readCard(db, ring, record)).toBeUndefined();
    expect(await readCard(db, ring, { ...record, recordId: 'later' })).toBeDefined();
    expect(await readCard(db, ring, { ...record, recordId: 'stored' })).toBeDefined();
    expect(await countKeys()).toBe(1);
  });

  test('takes the oldest first, no more than it may', async () => {
    for (const purgeAt of [30, 10, 20]) await keep({ recordId: `at ${purgeAt}`, purgeAt });
    expect(await purgeExpired(db, 1000, 2)).toBe(4);
    expect(await readCard(db, ring, { ...record, recordId: 'at 30' })).toBeDefined();
    expect(await purgeExpired(db, 1000, 2)).toBe(2);
  });
});

test('no column holds a card number or a CVV', async () => {
  await keep();
  const rows = [
    ...(await db.selectFrom('card_numbers').selectAll().execute()),
    ...(await db.selectFrom('card_cvvs').selectAll().execute()),
    ...(await allKeys()),
  ];
  const fields = rows.flatMap((row) => Object.values(row).map(String));
  expect(fields.filter((field) => field.includes(card.number) || field === card.cvv)).toEqual([]);
});

test.skipIf(isTestedOnPostgres)('a purge leaves nothing of a key in the files', async () => {
  await keep({ recordId: randomBytes(8).toString('hex') });
  const [{ wrapped_key } = { wrapped_key: '' }] = await allKeys();
  const isInFiles = async () => {
    const { dataDir } = test1.location;
    const files = await readdir(dataDir);
    const contents = await Promise.all(files.map((file) => readFile(join(dataDir, file))));
    return contents.some((content) => content.includes(wrapped_key));
  };
  expect(await isInFiles()).toBe(true);
  await purgeExpired(db, 1000, 100);
  expect(await isInFiles()).toBe(false);
});
