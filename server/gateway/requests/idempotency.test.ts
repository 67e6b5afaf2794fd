/** `Idempotency-Key`: a request that is sent again is made once, whatever became of the first (D14). */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeResult } from '../../../contract/result-codes.ts';
import { databaseNow, inTransaction } from '../../store/dialect.ts';
import { refusedBy } from '../../tests/support/a-channel.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { openVault } from '../../vault/vault.ts';
import { atPlace } from '../../work-place.ts';
import type { GatewayContext } from '../context.ts';
import { createEntity } from '../entities/index.ts';
import { ApiError } from './api-error.ts';
import { alwaysFirst, IDEMPOTENCY_ENVELOPES, type KeyedRequest, onceByKey } from './idempotency.ts';

const { db, location, drop } = await openTestDatabase();
afterAll(drop);
const vault = await openVault({ db, dataDir: location.dataDir });
const gateway = { db, vault } as GatewayContext;
const newMerchant = async () => (await createEntity(db, { kind: 'merchant', name: 'Shop' })).id;
const entityId = await newMerchant();

const HOUR_MS = 60 * 60_000;
const REQUEST: KeyedRequest = {
  entityId,
  key: 'order 1',
  request: 'POST /v1/payments amount=1.00',
};

beforeEach(async () => {
  await db.deleteFrom('idempotency_keys').execute();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Run = Parameters<typeof onceByKey<object>>[2];
const send = (run: Run, request: Partial<KeyedRequest> = {}) =>
  onceByKey(gateway, { ...REQUEST, ...request }, run);
const answering = (answer: object) => vi.fn(async (_subjectId: string) => answer);
const idOf = (run: ReturnType<typeof answering>) => run.mock.calls[0]?.[0];
const rows = () => db.selectFrom('idempotency_keys').selectAll().execute();
/** As when the instance that has the key was silent for longer than its lease. */
const endLease = () => db.updateTable('idempotency_keys').set({ lease_until: 0 }).execute();

/** A request that is under way until it is told how to end. */
async function underWay() {
  const { promise: ending, resolve, reject } = Promise.withResolvers<object>();
  const { promise: isRunning, resolve: begun } = Promise.withResolvers<string>();
  const answer = send((subjectId) => {
    begun(subjectId);
    return ending;
  });
  answer.catch(() => undefined);
  return { subjectId: await isRunning, answer, resolve, reject };
}

describe('the same request under its key', () => {
  it('is answered as before, and made once', async () => {
    const first = answering({ id: 'payment-1', status: 200, list: [1, null] });
    const again = answering({ id: 'another' });
    expect(await send(first)).toEqual({ id: 'payment-1', status: 200, list: [1, null] });
    expect(await send(again)).toEqual({ id: 'payment-1', status: 200, list: [1, null] });
    expect(again).not.toHaveBeenCalled();
    expect(idOf(first)).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is known where a release up to 0.2 has kept a hash of it with its CVV', async () => {
    const whole = `${REQUEST.request} cvv=123`;
    await send(answering({ n: 1 }), { request: whole });
    expect(await send(answering({ n: 2 }), { whole })).toEqual({ n: 1 });
    const another = send(answering({ n: 3 }), { whole: `${REQUEST.request} cvv=456` });
    await expect(another).rejects.toMatchObject({ status: 422 });
  });

  it('is made by each entity, and under each key', async () => {
    const other = await newMerchant();
    const runs = [answering({ n: 1 }), answering({ n: 2 }), answering({ n: 3 })] as const;
    expect(await send(runs[0])).toEqual({ n: 1 });
    expect(await send(runs[1], { entityId: other })).toEqual({ n: 2 });
    expect(await send(runs[2], { key: 'order 2' })).toEqual({ n: 3 });
    expect(new Set(runs.map(idOf)).size).toBe(3);
  });

  it('is remembered for 24 hours', async () => {
    const began = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(began);
    await send(answering({ n: 1 }));
    clock.mockReturnValue(began + 24 * HOUR_MS - 1);
    expect(await send(answering({ n: 2 }))).toEqual({ n: 1 });
    clock.mockReturnValue(began + 24 * HOUR_MS);
    expect(await send(answering({ n: 3 }), { request: 'another' })).toEqual({ n: 3 });
    expect(await rows()).toHaveLength(1);
  });

  it('that is over leaves the keys of others', async () => {
    const began = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(began);
    await send(answering({ n: 1 }));
    await send(answering({ n: 2 }), { key: 'order 2' });
    await send(answering({ n: 3 }), { entityId: await newMerchant() });
    clock.mockReturnValue(began + 24 * HOUR_MS);
    await send(answering({ n: 4 }));
    expect(await rows()).toHaveLength(3);
  });

  it('is kept as hashes, and its answer in an envelope of the vault', async () => {
    await send(answering({ secret: 'shown once' }));
    const [row] = await rows();
    expect(JSON.stringify(row)).not.toMatch(/order 1|amount|shown once/);
    const { entity_id = '', key_hash = '', answer } = row ?? {};
    const place = IDEMPOTENCY_ENVELOPES.placeOf({ entity_id, key_hash });
    expect(JSON.parse(vault.unwrapText(answer ?? '', place))).toEqual({ secret: 'shown once' });
    const elsewhere = IDEMPOTENCY_ENVELOPES.placeOf({ entity_id: await newMerchant(), key_hash });
    expect(() => vault.unwrapText(answer ?? '', elsewhere)).toThrow();
    expect(
      await db
        .selectFrom(IDEMPOTENCY_ENVELOPES.table as 'idempotency_keys')
        .select(IDEMPOTENCY_ENVELOPES.column as 'answer')
        .where(IDEMPOTENCY_ENVELOPES.key[1] as 'key_hash', '=', key_hash)
        .execute(),
    ).toEqual([{ answer }]);
  });
});

describe('a key', () => {
  it.each(['', 'k'.repeat(256), 'ä', 'a\tb', 'a\nb', 'a\n', '\x7f'])(
    'that is %j is refused, and not repeated',
    async (key) => {
      const run = answering({});
      const { status, code, description, errors } = await refusedBy(() => send(run, { key }));
      expect([status, code]).toEqual([400, '200.300.404']);
      expect(description).toBe(describeResult(code));
      const message = 'must be 1 to 255 printable characters';
      expect(errors).toEqual([{ name: 'Idempotency-Key', value: null, message }]);
      expect(run).not.toHaveBeenCalled();
    },
  );

  it.each([' ', '~', 'k'.repeat(255)])('may be %j', async (key) => {
    expect(await send(answering({ n: 1 }), { key })).toEqual({ n: 1 });
  });

  it('of another request is refused, done or under way', async () => {
    const refused = async () => {
      const run = answering({});
      const refusal = await refusedBy(() =>
        send(run, { request: 'POST /v1/payments amount=2.00' }),
      );
      expect(run).not.toHaveBeenCalled();
      expect([refusal.status, refusal.code]).toEqual([422, '200.300.404']);
      expect(refusal.description).toContain('this Idempotency-Key was used for another request');
    };
    const first = await underWay();
    await refused();
    first.resolve({ n: 1 });
    await first.answer;
    await refused();
    expect(await send(answering({ n: 2 }))).toEqual({ n: 1 });
  });
});

describe('a request that was not answered', () => {
  it('frees its key where it was refused: it made nothing', async () => {
    const refusal = await refusedBy(() =>
      send(async () => {
        throw new ApiError(400, '100.100.303');
      }),
    );
    expect(refusal.code).toBe('100.100.303');
    expect(await rows()).toEqual([]);
    expect(await send(answering({ n: 1 }), { request: 'corrected' })).toEqual({ n: 1 });
  });

  it('frees no other key', async () => {
    await send(answering({ n: 1 }), { key: 'order 2' });
    const other = await newMerchant();
    await send(answering({ n: 2 }), { entityId: other });
    await refusedBy(() =>
      send(async () => {
        throw new ApiError(400, '100.100.303');
      }),
    );
    expect(await rows()).toHaveLength(2);
  });

  it('may have made something where it failed: it is made again at once, under its id', async () => {
    const failing = vi.fn(async (_subjectId: string): Promise<object> => {
      throw new Error('out of memory');
    });
    await expect(send(failing)).rejects.toThrow('out of memory');
    const again = answering({ n: 1 });
    const started = performance.now();
    expect(await send(again)).toEqual({ n: 1 });
    expect(performance.now() - started).toBeLessThan(4_000);
    expect(idOf(again)).toBe(failing.mock.calls[0]?.[0]);
    expect((await refusedBy(() => send(again, { request: 'another' }))).status).toBe(422);
  });
});

describe('a request that is under way', () => {
  it('is waited for, and its place is given away meanwhile', async () => {
    const first = await underWay();
    const again = answering({});
    const { promise: isWaiting, resolve: leave } = Promise.withResolvers<void>();
    const comeBack = vi.fn();
    const answer = atPlace({ leave, comeBack }, () => send(again));
    await isWaiting;
    expect(comeBack).not.toHaveBeenCalled();
    first.resolve({ n: 1 });
    expect(await answer).toEqual({ n: 1 });
    expect(comeBack).toHaveBeenCalled();
    expect(again).not.toHaveBeenCalled();
  });

  it('is waited for half a minute', async () => {
    const first = await underWay();
    const began = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(began + 30_001);
    clock.mockReturnValueOnce(began);
    const { status, code, description } = await refusedBy(() => send(answering({})));
    expect([status, code]).toEqual([409, '200.300.404']);
    expect(description).toContain('a request with this Idempotency-Key is under way');
    clock.mockRestore();
    first.resolve({ n: 1 });
    expect(await first.answer).toEqual({ n: 1 });
  });

  it('holds its key by a lease of five seconds', async () => {
    const first = await underWay();
    const { left } = await db
      .selectFrom('idempotency_keys')
      .select(sql<number>`lease_until - ${databaseNow(db)}`.as('left'))
      .executeTakeFirstOrThrow();
    expect(Number(left)).toBeGreaterThan(3_000);
    expect(Number(left)).toBeLessThanOrEqual(5_000);
    first.resolve({});
    await first.answer;
  });

  it('keeps its key for as long as it works, but for two minutes at most', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const began = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(began);
    const { resolve, answer } = await underWay();
    const lease = async () => (await rows())[0]?.lease_until;
    const endAndRenew = async (ms: number) => {
      await endLease();
      clock.mockReturnValue(began + ms);
      await vi.advanceTimersByTimeAsync(1_000);
    };
    for (const ms of [1_000, 115_000]) {
      await endAndRenew(ms);
      await expect.poll(lease).toBeGreaterThan(0);
    }
    await endAndRenew(115_001);
    // On SQLite it is a transaction behind that of a renewal, if there were one.
    await inTransaction(db, async () => undefined);
    expect(await lease()).toBe(0);
    resolve({ n: 1 });
    expect(await answer).toEqual({ n: 1 });
  });
});

describe('a request of an instance that was taken for dead', () => {
  it('is made by the next one, under its id', async () => {
    const dead = await underWay();
    await endLease();
    const next = answering({ n: 2 });
    expect(await send(next)).toEqual({ n: 2 });
    expect(idOf(next)).toBe(dead.subjectId);
    // It comes late, and changes nothing.
    dead.resolve({ n: 1 });
    expect(await dead.answer).toEqual({ n: 1 });
    expect(await send(answering({ n: 3 }))).toEqual({ n: 2 });
  });

  it.each([
    ['is answered', 'resolve', { n: 1 }],
    ['is refused', 'reject', new ApiError(400, '100.100.303')],
    ['fails', 'reject', new Error('out of memory')],
  ] as const)('and %s late leaves the key to the next one', async (_, end, how) => {
    const dead = await underWay();
    await endLease();
    const next = await underWay();
    const before = await rows();
    dead[end](how);
    await dead.answer.catch(() => undefined);
    expect(await rows()).toEqual(before);
    next.resolve({ n: 2 });
    await next.answer;
    expect(await send(answering({ n: 3 }))).toEqual({ n: 2 });
  });

  it('is no more refused than answered, once another has answered', async () => {
    const dead = await underWay();
    await endLease();
    await send(answering({ n: 2 }));
    dead.reject(new ApiError(400, '100.100.303'));
    await dead.answer.catch(() => undefined);
    expect(await send(answering({ n: 3 }))).toEqual({ n: 2 });
  });
});

describe('a change that makes no row of its own', () => {
  it('is made by the first request under the key that makes it, and by that once', async () => {
    const seen: boolean[] = [];
    const making: Run = async (_, isFirst) => {
      seen.push(await inTransaction(db, isFirst));
      throw new Error('the answer is lost');
    };
    await expect(send(making)).rejects.toThrow('the answer is lost');
    await expect(send(making)).rejects.toThrow('the answer is lost');
    await expect(send(making, { key: 'order 2' })).rejects.toThrow('the answer is lost');
    await expect(send(making, { entityId: await newMerchant() })).rejects.toThrow();
    expect(seen).toEqual([true, false, true, true]);
  });

  it('that is rolled back was not made', async () => {
    const seen: boolean[] = [];
    const making: Run = async (_, isFirst) => {
      await inTransaction(db, async (trx) => {
        seen.push(await isFirst(trx));
        if (seen.length === 1) throw new Error('rolled back');
      });
      return { n: seen.length };
    };
    await expect(send(making)).rejects.toThrow('rolled back');
    expect(await send(making)).toEqual({ n: 2 });
    expect(seen).toEqual([true, true]);
  });

  it('is always the first without a key', async () => {
    for (const _ of [1, 2]) expect(await inTransaction(db, alwaysFirst)).toBe(true);
  });
});
