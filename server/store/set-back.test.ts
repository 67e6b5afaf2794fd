/** What a database's clock that was set back does to what is held, and to what waits. */
import { afterAll, expect, it } from 'vitest';
import { newId } from '../gateway/ids.ts';
import { startAlone } from '../tests/support/test-gateway.ts';
import { bringForward } from './set-back.ts';

const gateway = await startAlone();
afterAll(() => gateway[Symbol.asyncDispose]());
const { db } = gateway.gateway;
const HOUR_MS = 60 * 60_000;
/** Of work of the test itself. */
const SOME_MS = 10_000;

/** Milliseconds from now until an upstream request is looked at, for each instance that has seen it. */
async function untilCheck(
  undo: 'none' | 'watching',
  waitsMs: number,
  instances: number,
): Promise<number> {
  const reference = newId();
  await db
    .insertInto('upstream_requests')
    .values({
      ...{ reference, channel_id: gateway.entityId, mode: 'EXTERNAL', type: 'DB' },
      ...{ amount: 9200, currency: 'EUR', upstream_id: null, registration_id: null, answer: null },
      ...{ undo, checks: 0, created_at: Date.now(), check_at: Date.now() + waitsMs },
    })
    .execute();
  for (let n = 0; n < instances; n += 1) await bringForward(db, HOUR_MS);
  const { check_at } = await db
    .selectFrom('upstream_requests')
    .select('check_at')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  return Number(check_at) - Date.now();
}

it.each([1, 2])(
  'a compensation that is being made is begun by nobody else: %s instances',
  async (n) => {
    // One from before the clock was set back, and one from after it.
    for (const waitsMs of [HOUR_MS + 30_000, 30_000]) {
      const until = await untilCheck('watching', waitsMs, n);
      expect(until).toBeGreaterThan(30_000 - SOME_MS);
      expect(until).toBeLessThanOrEqual(30_000);
    }
  },
);

it('a processor is asked what became of a payment as soon as it would have been', async () => {
  expect(await untilCheck('none', HOUR_MS + 2_000, 1)).toBeLessThanOrEqual(2_000);
});
