/** What a database's clock that was set back does to what is held, and to what waits. */
import { afterAll, describe, expect, it } from 'vitest';
import { newId } from '../gateway/ids.ts';
import { startReceiver } from '../tests/support/receiver.ts';
import { CARD_FIELDS, CHECKOUT, startAlone } from '../tests/support/test-gateway.ts';
import { compareClocks, watchClock } from './clock-skew.ts';
import { databaseNow } from './dialect.ts';
import { keepTime } from './set-back.ts';

const gateway = await startAlone();
afterAll(() => gateway[Symbol.asyncDispose]());
const { db } = gateway.gateway;
const HOUR_MS = 60 * 60_000;
/** Of work of the test itself. */
const SOME_MS = 10_000;

async function requestToCheck(undo: 'none' | 'watching', waitsMs: number): Promise<string> {
  const reference = newId();
  await db
    .insertInto('upstream_requests')
    .values({
      ...{ reference, channel_id: gateway.entityId, mode: 'EXTERNAL', type: 'DB' },
      ...{ amount: 9200, currency: 'EUR', upstream_id: null, registration_id: null, answer: null },
      ...{ undo, checks: 0, created_at: Date.now(), check_at: Date.now() + waitsMs },
    })
    .execute();
  return reference;
}

async function untilChecked(reference: string): Promise<number> {
  const { check_at } = await db
    .selectFrom('upstream_requests')
    .select('check_at')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  return Number(check_at) - Date.now();
}

/** What instances bring forward by that notice one after the other that the clock was set back by an hour. */
async function notice(instances: number): Promise<number[]> {
  const { seen } = await compareClocks(db);
  const anHourAgo = { ...seen, databaseMs: seen.databaseMs + HOUR_MS };
  const byMs: number[] = [];
  for (let n = 0; n < instances; n += 1) byMs.push((await compareClocks(db, anHourAgo)).byMs);
  return byMs;
}

/** Milliseconds from now until an upstream request is looked at, once they have noticed. */
async function untilCheck(
  undo: 'none' | 'watching',
  waitsMs: number,
  instances = 1,
): Promise<number> {
  const reference = await requestToCheck(undo, waitsMs);
  await notice(instances);
  return untilChecked(reference);
}

it('a compensation that is being made is begun by nobody else', async () => {
  // One from before the clock was set back, and one from after it.
  for (const waitsMs of [HOUR_MS + 30_000, 30_000]) {
    const until = await untilCheck('watching', waitsMs);
    expect(until).toBeGreaterThan(30_000 - SOME_MS);
    expect(until).toBeLessThanOrEqual(30_000);
  }
});

it('a processor is asked what became of a payment as soon as it would have been', async () => {
  expect(await untilCheck('none', HOUR_MS + 2_000)).toBeLessThanOrEqual(2_000 + SOME_MS);
});

it('a merchant is told that a receiver fails as soon as it would have been', async () => {
  await using receiver = await startReceiver();
  const { entityId } = gateway;
  const { id } = (
    await gateway.call('/v1/webhooks', { entityId, kind: 'events', url: receiver.url })
  ).body;
  const due = { notice_due_at: databaseNow(db, HOUR_MS + 300_000) };
  await db.updateTable('webhooks').set(due).where('id', '=', id).execute();
  await notice(3);
  const { notice_due_at } = await db
    .selectFrom('webhooks')
    .select('notice_due_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(Math.abs(Number(notice_due_at) - Date.now() - 300_000)).toBeLessThan(SOME_MS);
});

describe('several instances', () => {
  it('bring forward once what they all have noticed', async () => {
    const until = await untilCheck('none', 3 * HOUR_MS, 3);
    expect(Math.abs(until - 2 * HOUR_MS)).toBeLessThan(SOME_MS);
  });

  it('bring forward each time that the clock is set back', async () => {
    const reference = await requestToCheck('none', 3 * HOUR_MS);
    for (let n = 0; n < 2; n += 1) {
      const [first, ...others] = await notice(3);
      expect(Math.abs((first ?? 0) - HOUR_MS)).toBeLessThan(SOME_MS);
      expect(others).toEqual([0, 0]);
    }
    expect(Math.abs((await untilChecked(reference)) - HOUR_MS)).toBeLessThan(SOME_MS);
  });

  it('leave nothing out where one of them has noticed at its start, by less', async () => {
    const { seen } = await compareClocks(db);
    const reference = await requestToCheck('none', 3 * HOUR_MS);
    // The one that was there looked half an hour before the clock was set back.
    await keepTime(db, seen.setBackMs);
    await db
      .updateTable('database_clock')
      .set({ latest: databaseNow(db, HOUR_MS / 2) })
      .execute();
    const started = await compareClocks(db);
    const there = await compareClocks(db, { ...seen, databaseMs: seen.databaseMs + HOUR_MS });
    expect(Math.abs(started.byMs - HOUR_MS / 2)).toBeLessThan(SOME_MS);
    expect(Math.abs(there.byMs - HOUR_MS / 2)).toBeLessThan(SOME_MS);
    expect(Math.abs((await untilChecked(reference)) - 2 * HOUR_MS)).toBeLessThan(SOME_MS);
  });
});

describe('an instance that starts', () => {
  /** What it brings forward by; starts as many at once as are asked for. */
  const start = async (instances = 1): Promise<number[]> => {
    const byMs: number[] = [];
    const ignore = () => undefined;
    const watching = Array.from({ length: instances }, () =>
      watchClock(db, {
        ...{ onSkew: ignore, onSetBack: ignore },
        onBroughtForward: (by) => byMs.push(by),
        onError(error) {
          throw error;
        },
      }),
    );
    await Promise.all(watching.map((each) => each.stop()));
    return byMs;
  };
  /** As if the clock had been that far when an instance looked last. */
  const lookedAt = async (aheadMs: number) => {
    await keepTime(db, 0);
    await db
      .updateTable('database_clock')
      .set({ latest: databaseNow(db, aheadMs) })
      .execute();
  };

  it('notices that the clock was set back while none ran, and only once', async () => {
    await lookedAt(HOUR_MS);
    const reference = await requestToCheck('none', HOUR_MS + 5_000);
    const [byMs, ...others] = await start(3);
    expect(others).toEqual([]);
    expect(byMs).toBeGreaterThan(HOUR_MS - SOME_MS);
    expect(byMs).toBeLessThanOrEqual(HOUR_MS);
    expect(await untilChecked(reference)).toBeLessThanOrEqual(5_000 + SOME_MS);
    expect(await start()).toEqual([]);
  });

  it.each([
    ['none ran before', undefined],
    ['one ran a moment ago', 0],
    ['one ran a day ago', -24 * HOUR_MS],
    ['it is a second behind, as after a failover', 1_000],
  ])('brings nothing forward where %s', async (_name, aheadMs) => {
    if (aheadMs === undefined) await db.deleteFrom('database_clock').execute();
    else await lookedAt(aheadMs);
    const reference = await requestToCheck('none', HOUR_MS);
    expect(await start()).toEqual([]);
    expect(await untilChecked(reference)).toBeGreaterThan(HOUR_MS - SOME_MS);
  });

  it('takes no time of a test clock, and none that is to come, for the clock', async () => {
    await keepTime(db, 0);
    const { entityId } = gateway;
    await gateway.call('/sandbox/clock', { entityId, advance: String(90 * 24 * 3600) });
    const paid = await gateway.call('/v1/payments', {
      ...{ entityId, ...CHECKOUT, ...CARD_FIELDS, createRegistration: 'true' },
    });
    expect(paid.body.result.code).toBe('000.100.110');
    const reference = await requestToCheck('none', 365 * 24 * HOUR_MS);
    const before = await untilChecked(reference);
    expect(await start()).toEqual([]);
    expect(await untilChecked(reference)).toBeGreaterThan(before - SOME_MS);
  });
});
