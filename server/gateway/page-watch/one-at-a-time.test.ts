/** Reports of strangers, one after the other. */
import { afterAll, beforeEach, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts';
import { oneAtATime } from './one-at-a-time.ts';

const databases: TestDatabase[] = [];
afterAll(() => Promise.all(databases.map(({ drop }) => drop())));
let db: TestDatabase['db'];
beforeEach(async () => {
  const opened = await openTestDatabase();
  databases.push(opened);
  db = opened.db;
});

it('each is worked at when the one before is done, and answered with its own', async () => {
  const steps: string[] = [];
  const work = (name: string) =>
    oneAtATime(db, async (trx) => {
      steps.push(`${name} begins`);
      await trx.selectFrom('page_changes').selectAll().execute();
      steps.push(`${name} ends`);
      return name;
    });
  expect(await Promise.all([work('a'), work('b')])).toEqual(['a', 'b']);
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

it('one that fails tells only its own reporter', async () => {
  const failed = oneAtATime(db, () => Promise.reject(new Error('a')));
  const next = oneAtATime(db, async () => 'b');
  await expect(failed).rejects.toThrow('a');
  expect(await next).toBe('b');
});

it('50 wait, and more are refused until they are done', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 50 }, () => oneAtATime(db, () => promise));
  await expect(oneAtATime(db, async () => {})).rejects.toMatchObject({ status: 429 });
  resolve();
  await Promise.all(waiting);
  expect(await oneAtATime(db, async () => 'taken')).toBe('taken');
});

it('failures leave room behind them', async () => {
  for (let round = 0; round < 2; round++) {
    const all = Array.from({ length: 50 }, () => oneAtATime(db, () => Promise.reject(new Error())));
    const done = await Promise.allSettled(all);
    expect(done.map(({ status }) => status)).toEqual(Array(50).fill('rejected'));
  }
  expect(await oneAtATime(db, async () => 'taken')).toBe('taken');
});
