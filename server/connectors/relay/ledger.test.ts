/** What is known of a request while a processor tells of what it has done by itself. */
import { afterAll, expect, it } from 'vitest';
import { newId } from '../../gateway/ids.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { openRelayLedger } from './ledger.ts';

const { db, drop } = await openTestDatabase();
afterAll(drop);
const ledger = openRelayLedger(db);

it.each([
  ['is older', -60_000, true],
  ['seems to be newer, by a clock that is ahead', 40_000, true],
  ['is newer', 10 * 60_000, false],
])('a refund that %s may be the one that is told of: %s ms', async (_name, laterMs, isIt) => {
  const channelId = newId();
  const reference = newId();
  const money = { amount: 9200, currency: 'EUR', registration_id: null } as const;
  await ledger.begin({ reference, channel_id: channelId, type: 'RF', mode: 'LIVE', ...money });
  const request = await ledger.find(reference);
  if (!request) throw new Error('the request is gone');
  const told = { ...request, created_at: Number(request.created_at) - laterMs };
  expect(await ledger.isAsking(told, 'RF')).toBe(isIt);
  expect(await ledger.isAsking(told, 'RV')).toBe(false);
});
