/** PostgreSQL takes no more connections, for whatever reason. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO, type RunningServer, startServer } from '../support/gateway-process.ts';
import { PAYMENT_FIELDS } from '../support/payment-fields.ts';
import { createTestDatabase, isTestedOnPostgres } from '../support/test-database.ts';

const SUCCESS = '000.100.110';

describe.runIf(isTestedOnPostgres)('while PostgreSQL has no connection left', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let server: RunningServer;
  /** Beside the database, so that it is none of those that are counted. */
  let operator: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    const { dataDir, databaseUrl = '' } = database.location;
    server = await startServer({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    operator = new Client({ connectionString: process.env['TEST_DATABASE_URL'] });
    await operator.connect();
  });
  afterAll(async () => {
    await server.kill();
    await operator.end();
    await database.drop();
  });

  const name = () => new URL(database.location.databaseUrl ?? '').pathname.slice(1);
  const limitTo = (connections: number) =>
    operator.query(`alter database ${name()} connection limit ${connections}`);
  const endConnections = () =>
    operator.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
      [name()],
    );
  const pay = async (key: string) => {
    const answer = await fetch(`${server.url}/v1/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}`, 'idempotency-key': key },
      body: new URLSearchParams(PAYMENT_FIELDS),
    });
    const body = await answer.json();
    return { status: answer.status, id: body.id as string, code: body.result.code as string };
  };
  const ready = async () => (await fetch(`${server.url}/ready`)).status;

  it('payments are refused with 503 and can be repeated, and the instance is not ready', async () => {
    const before = await pay('before');
    expect(before).toMatchObject({ status: 200, code: SUCCESS });
    await limitTo(0);
    await endConnections();

    const keys = ['one', 'two', 'three'];
    for (const { status, code } of await Promise.all(keys.map(pay))) {
      expect([status, code]).toEqual([503, '999.999.888']);
    }
    await expect.poll(ready).toBe(503);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);

    await limitTo(-1);
    await expect.poll(ready).toBe(200);
    // What was refused has changed nothing: each is paid once, and what was answered before stays.
    const paid = await Promise.all(keys.map(pay));
    expect(paid.map(({ code }) => code)).toEqual(keys.map(() => SUCCESS));
    expect(await pay('before')).toEqual(before);
    const { databaseUrl = '' } = database.location;
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query(
      'select state, count(*)::int as count from payments group by state',
    );
    await client.end();
    expect(rows).toEqual([{ state: 'succeeded', count: 4 }]);
  });
});
