/** The log of requests: it holds nothing up, has an end, and forgets in time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../tests/support/test-database.ts';
import { keepRequestLog, type LoggedRequest, type RequestLog } from './request-log.ts';

const { db, drop } = await openTestDatabase();
afterAll(drop);

const DAY_MS = 24 * 60 * 60_000;
const asked = (at: number): LoggedRequest => ({
  ...{ at, entityId: 'channel', tokenId: null, method: 'GET', path: '/v1/payments' },
  ...{ status: 200, resultCode: null, durationMs: 5, requestId: `r-${at}` },
  ...{ idempotencyKey: null, pathId: null, answerId: null },
});
/** As an instance has written it before. */
const written = (at: number, id: string) => ({
  ...{ at, id, entity_id: 'channel', token_id: null, method: 'GET', path: '/v1/payments' },
  ...{ status: 200, result_code: null, duration_ms: 5, request_id: `r-${at}` },
  ...{ idempotency_key: null, path_id: null, answer_id: null },
});
const kept = async () =>
  (await db.selectFrom('api_requests').select('at').orderBy('at').execute()).map(({ at }) => at);
const soon = (check: () => unknown) => expect.poll(check, { interval: 30 });

let log: RequestLog;
let lost: number[];
let errors: unknown[];
const open = (options: Partial<Parameters<typeof keepRequestLog>[1]> = {}, of = db) => {
  log = keepRequestLog(of, {
    days: 14,
    onError: (error) => void errors.push(error),
    onLost: (count) => void lost.push(count),
    ...options,
  });
  return log;
};
beforeEach(async () => {
  [lost, errors] = [[], []];
  await db.deleteFrom('api_requests').execute();
});
afterEach(() => log.stop());

it('is written soon, and what waits is written at its end', async () => {
  const now = Date.now();
  open().note(asked(now));
  await soon(kept).toEqual([now]);
  for (let n = 1; n <= 450; n += 1) log.note(asked(now + n));
  await log.stop();
  expect(await kept()).toHaveLength(451);
  expect(errors).toEqual([]);
});

/** As a database that is away: everything that is written fails. */
const awayUntil = (isBack: () => boolean) =>
  new Proxy(db, {
    get(target, name) {
      if (name === 'insertInto' && !isBack()) throw new Error('the database is away');
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

it('has an end while the database is away, says what is missing, and goes on', async () => {
  let isBack = false;
  open(
    { mostWaiting: 10 },
    awayUntil(() => isBack),
  );
  const now = Date.now();
  for (let n = 0; n < 15; n += 1) expect(() => log.note(asked(now + n))).not.toThrow();
  await soon(() => errors.length).toBeGreaterThan(0);
  expect(await kept()).toEqual([]);
  isBack = true;
  await soon(kept).toHaveLength(10);
  await soon(() => lost).toEqual([5]);
});

describe('is forgotten', () => {
  it('when its days are over, however many they are', async () => {
    const now = Date.now();
    const rows = Array.from({ length: 950 }, (_, n) =>
      written(now - 14 * DAY_MS - 60_000 - Math.floor(n / 2), `${n}`),
    );
    await db.insertInto('api_requests').values(rows).execute();
    await db
      .insertInto('api_requests')
      .values(written(now - 13 * DAY_MS, 'young'))
      .execute();
    open();
    await soon(kept).toEqual([now - 13 * DAY_MS]);
  });

  it('beyond so many rows, the oldest first', async () => {
    const now = Date.now();
    const rows = Array.from({ length: 30 }, (_, n) => written(now + n, `${n}`));
    await db.insertInto('api_requests').values(rows).execute();
    open({ mostRows: 10 });
    await soon(kept).toEqual(rows.slice(20).map(({ at }) => at));
  });

  it('at once with no days, and nothing more is written', async () => {
    await db
      .insertInto('api_requests')
      .values(written(Date.now() - 1_000, 'old'))
      .execute();
    open({ days: 0 });
    log.note(asked(Date.now()));
    await soon(kept).toEqual([]);
    // Longer than what was noted waits until it is written.
    await sleep(1_200);
    expect(await kept()).toEqual([]);
  });
});
