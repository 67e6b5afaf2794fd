/** A short run; the long ones are `bench/webhook-crashes.ts`. */
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase, isTestedOnPostgres } from '../support/test-database.ts';
import { crashRun } from './crash-run.ts';

const database = await createTestDatabase();
afterAll(database.drop);

it('instances that are killed lose no message, no event of the list and no attempt, and invent none', async () => {
  const instances = isTestedOnPostgres ? 2 : 1;
  const figures = await crashRun(database, { kills: 5, instances });
  expect(figures.payments).toBeGreaterThan(0);
  expect(figures).toMatchObject({ kills: 5, lost: [], invented: [] });
  expect(figures).toMatchObject({ unlisted: [], uncounted: [] });
});
