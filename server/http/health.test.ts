/** What a load balancer, a service manager or Kubernetes asks. */
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startAlone, type TestGateway } from '../tests/support/test-gateway.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startAlone({ trustProxy: 'loopback' });
});
afterEach(() => gateway[Symbol.asyncDispose]());

const ALL_OK = { process: 'ok', database: 'ok', migrations: 'ok', keys: 'ok', clock: 'ok' };
/** As such programs ask: from inside, by plain HTTP, without a token. */
const ask = async (path: string) => {
  const answer = await fetch(gateway.url + path, { redirect: 'manual' });
  const { status, headers } = answer;
  return { status, body: await answer.json(), cacheControl: headers.get('cache-control') };
};

it('an instance that serves is alive and ready, and leaves no line about it', async () => {
  const cacheControl = 'no-store';
  const before = gateway.log.length;
  expect(await ask('/health')).toEqual({ status: 200, body: { status: 'alive' }, cacheControl });
  const body = { ready: true, checks: ALL_OK };
  expect(await ask('/ready')).toEqual({ status: 200, body, cacheControl });
  expect(gateway.log.slice(before)).toEqual([]);
});

it.each(['starting', 'draining'] as const)(
  'one that is %s lives, and is not ready',
  async (phase) => {
    gateway.readiness.phase = phase;
    const body = { ready: false, checks: { ...ALL_OK, process: phase } };
    expect(await ask('/ready')).toMatchObject({ status: 503, body });
    expect((await ask('/health')).status).toBe(200);
  },
);

describe('an instance is not ready', () => {
  it('on a database that does not answer, and still alive', async () => {
    await gateway.gateway.db.destroy();
    const unknown = { migrations: 'unknown', keys: 'unknown', clock: 'unknown' };
    const body = { ready: false, checks: { ...unknown, process: 'ok', database: 'failed' } };
    expect(await ask('/ready')).toMatchObject({ status: 503, body });
    expect((await ask('/health')).status).toBe(200);
  });

  it('on a database of an older release', async () => {
    await sql`delete from kysely_migration where name like '0002%'`.execute(gateway.gateway.db);
    const body = { ready: false, checks: { ...ALL_OK, migrations: '1 missing' } };
    expect(await ask('/ready')).toMatchObject({ status: 503, body });
  });

  it('where another instance writes under a key that it does not have', async () => {
    const { db } = gateway.gateway;
    const { wrapped_key } = await db
      .selectFrom('vault_secrets')
      .select('wrapped_key')
      .executeTakeFirstOrThrow();
    const keyId = gateway.gateway.vault.keyIds[0] ?? '';
    await db
      .updateTable('vault_secrets')
      .set({ wrapped_key: wrapped_key.replace(keyId, 'another') })
      .execute();
    const body = { ready: false, checks: { ...ALL_OK, keys: 'not those of the database' } };
    expect(await ask('/ready')).toMatchObject({ status: 503, body });
  });
});

it('asks the database once a second, however many ask', async () => {
  const { vault } = gateway.gateway;
  let asked = 0;
  const { opens } = vault;
  vault.opens = async (db) => {
    asked += 1;
    return opens(db);
  };
  const since = performance.now();
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask('/ready')));
  const seconds = Math.ceil((performance.now() - since) / 1_000);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  // Once a second, however long the machine takes for a hundred.
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThanOrEqual(seconds);
});
