/** A short run; the long ones are `bench/torture.ts`, and by night five minutes. */
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../support/test-database.ts';
import { torture } from './torture.ts';

const SECONDS = 20;

const database = await createTestDatabase();
afterAll(database.drop);

it('three instances lose and double nothing, whatever is done to them', async () => {
  const seed = Date.now() % 2 ** 31;
  const { wrong, waits, succeeded } = await torture(database, { seconds: SECONDS, seed });
  expect(wrong, `seed ${seed}`).toEqual([]);
  expect(Object.keys(waits).length, `seed ${seed}`).toBeGreaterThan(0);
  expect(succeeded).toBeGreaterThan(0);
}, 300_000);
