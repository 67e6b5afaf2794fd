import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../tests/support/test-database.ts';
import { keptQuery } from './kept-query.ts';
import type { VaultSecretRow } from './tables/vault-tables.ts';

let opened: TestDatabase;
let db: TestDatabase['db'];
beforeAll(async () => {
  opened = await openTestDatabase();
  ({ db } = opened);
});
afterAll(() => opened.drop());
beforeEach(() => db.deleteFrom('vault_secrets').execute());

let built = 0;
const insert = keptQuery((to, row: VaultSecretRow) => {
  built += 1;
  return to.insertInto('vault_secrets').values(row);
});
const keyOf = keptQuery((from, { name }: { name: string }) =>
  from
    .selectFrom('vault_secrets')
    .select('wrapped_key')
    .where('name', '=', name)
    // What is no value of the caller's stays as it is.
    .where('wrapped_key', '<>', 'normal'),
);

test('a query is built once, and answers for the values of each time', async () => {
  await insert(db, { name: 'a', wrapped_key: 'slow' });
  const before = built;
  await insert(db, { name: 'b', wrapped_key: 'hang' });
  await insert(db, { name: 'c', wrapped_key: 'normal' });
  expect(built).toBe(before);
  const read = async (name: string) => (await keyOf(db, { name })).rows;
  expect(await read('a')).toEqual([{ wrapped_key: 'slow' }]);
  expect(await read('b')).toEqual([{ wrapped_key: 'hang' }]);
  expect(await read('c')).toEqual([]);
});

test('in a transaction it is part of it', async () => {
  const undone = db.transaction().execute(async (trx) => {
    await insert(trx, { name: 'a', wrapped_key: 'slow' });
    expect((await keyOf(trx, { name: 'a' })).rows).toHaveLength(1);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect((await keyOf(db, { name: 'a' })).rows).toEqual([]);
});

test('it tells how many rows it changed', async () => {
  await insert(db, { name: 'a', wrapped_key: 'slow' });
  const change = keptQuery((to, { wrapped_key }: { wrapped_key: string }) =>
    to.updateTable('vault_secrets').set({ wrapped_key }),
  );
  expect((await change(db, { wrapped_key: 'fail' })).numAffectedRows).toBe(1n);
  expect((await keyOf(db, { name: 'a' })).rows).toEqual([{ wrapped_key: 'fail' }]);
});

test('other names are another query, and what is undefined is no name', async () => {
  const find = keptQuery((from, values: { name?: string | undefined; wrapped_key: string }) =>
    from
      .selectFrom('vault_secrets')
      .select('name')
      .where((eb) => eb.and(values as Partial<VaultSecretRow>)),
  );
  await insert(db, { name: 'a', wrapped_key: 'slow' });
  await insert(db, { name: 'b', wrapped_key: 'slow' });
  for (const values of [{ wrapped_key: 'slow' }, { name: undefined, wrapped_key: 'slow' }]) {
    expect((await find(db, values)).rows).toHaveLength(2);
  }
  expect((await find(db, { name: 'b', wrapped_key: 'slow' })).rows).toEqual([{ name: 'b' }]);
});
