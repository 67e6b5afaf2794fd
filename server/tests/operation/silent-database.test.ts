/** The network path to PostgreSQL stops forwarding: no error, no end of a connection, no answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '../../store/database.ts';
import { type FreezingProxy, startFreezingProxy } from '../support/freezing-proxy.ts';
import { DEMO, type RunningServer, startServer } from '../support/gateway-process.ts';
import { PAYMENT_FIELDS } from '../support/payment-fields.ts';
import { createTestDatabase, isTestedOnPostgres } from '../support/test-database.ts';

const SUCCESS = '000.100.110';
const PAYMENTS = 20;

describe.runIf(isTestedOnPostgres).each(['session', 'transaction'])('in %s mode', (mode) => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let proxy: FreezingProxy;
  let server: RunningServer;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await startFreezingProxy(database.location.databaseUrl ?? '');
    server = await startServer({
      DATA_DIR: database.location.dataDir,
      DATABASE_URL: proxy.databaseUrl,
      DATABASE_TIMEOUT_MS: '2000',
      DATABASE_POOL_MODE: mode,
      METRICS_PORT: 'any',
    });
    db = await openDatabase(database.location);
  });
  afterAll(async () => {
    await closeDatabase(db);
    await server.kill();
    await proxy[Symbol.asyncDispose]();
    await database.drop();
  });

  const headers = { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` };
  const post = async (path: string, fields: Record<string, string>, key = path) => {
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': key },
      body: new URLSearchParams(fields),
    });
    const body = await answer.json();
    return { status: answer.status, id: body.id as string, code: body.result.code as string };
  };
  const pay = (key: string) =>
    post(
      '/v1/payments',
      {
        ...PAYMENT_FIELDS,
      },
      key,
    );
  const inDoubt = () =>
    db.selectFrom('payments').select('id').where('state', '=', 'in_doubt').execute();
  const ready = async () => {
    const answer = await fetch(`${server.url}/ready`);
    return { status: answer.status, ...(await answer.json()).checks };
  };

  it('every payment is answered, can be repeated, and is made once', async () => {
    const keys = Array.from({ length: PAYMENTS }, (_, n) => `payment ${n}`);
    await post('/sandbox/connector', { behaviour: 'slow' });
    // Some of them are with the processor when the network goes, the others have not begun: on a slow
    // machine the first has its answer before the tenth has asked.
    const begun = keys.slice(0, PAYMENTS / 2).map(pay);
    await expect.poll(async () => (await inDoubt()).length).toBeGreaterThan(0);
    proxy.freeze();
    const unbegun = keys.slice(PAYMENTS / 2).map(pay);

    // All are answered while it is still frozen, and so is what watches the process.
    const during = await Promise.all([...begun, ...unbegun]);
    expect(during.map(({ status, code }) => [status, code])).toEqual(
      during.map(() => [503, '999.999.888']),
    );
    expect(await ready()).toMatchObject({
      status: 503,
      database: expect.stringMatching(/^no|failed/),
    });
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    const metrics = await (await fetch(server.metricsUrl ?? '')).text();
    expect(metrics).toContain('\ngateway_ready 0\n');
    expect(metrics).not.toMatch(/^gateway_(payments_in_doubt|outbox_lag)\S* \d/m);

    proxy.thaw();
    await expect.poll(async () => (await ready()).status, { timeout: 30_000 }).toBe(200);
    const insist = async (key: string) => {
      for (;;) {
        const answer = await pay(key);
        if (answer.status < 500) return answer;
        // A merchant's software that tries again.
        await sleep(50);
      }
    };
    const after = await Promise.all(keys.map(insist));
    await expect.poll(inDoubt, { timeout: 30_000 }).toEqual([]);

    const payments = await db.selectFrom('payments').select(['id', 'state', 'reference']).execute();
    // One for each key, whichever of its requests has made it.
    expect(payments.map(({ id }) => id).sort()).toEqual(after.map(({ id }) => id).sort());
    const succeeded = payments.filter(({ state }) => state === 'succeeded');
    const answered = after.filter(({ code }) => code === SUCCESS).map(({ id }) => id);
    expect(succeeded.map(({ id }) => id)).toEqual(expect.arrayContaining(answered));
    const charged = await db
      .selectFrom('simulator_ledger')
      .select('reference')
      .where('result_code', '=', SUCCESS)
      .execute();
    const references = (rows: readonly { reference: string }[]) =>
      rows.map(({ reference }) => reference).sort();
    expect(references(charged)).toEqual(references(succeeded));
  });
});
