/** What of the tables is counted in metrics. */
import { expect, it } from 'vitest';
import { createEntity } from '../gateway/entities/entities.ts';
import { openTestDatabase } from '../tests/support/test-database.ts';
import { velocityTrips } from './figures.ts';

const HOUR_MS = 60 * 60_000;

it('attempts that a rule has caught are counted for as long as its window is open', async () => {
  const { db, drop } = await openTestDatabase();
  const { id: channel_id } = await createEntity(db, { kind: 'merchant', name: 'Merchant' });
  const trip = (rule: string, hoursAgo: number, attempts: number) => ({
    ...{ channel_id, rule, action: 'refuse' as const, attempts },
    ...{ window_start: Date.now() - hoursAgo * HOUR_MS, purge_at: Date.now() + HOUR_MS },
  });
  const trips = [
    trip('card/hour', 0.5, 3),
    trip('card/hour', 1.5, 20),
    trip('bin/day', 20, 500),
    trip('bin/day', 30, 1_000),
  ];
  await db.insertInto('risk_trips').values(trips).execute();
  const found = await velocityTrips(db);
  expect(found.map(({ rule, attempts }) => [rule, Number(attempts)]).toSorted()).toEqual([
    ['bin/day', 500],
    ['card/hour', 3],
  ]);
  await drop();
});
