/** Commits wait for a synchronous standby, and none is there. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DEMO,
  type RunningServer,
  startServer,
  temporaryDataDir,
} from '../support/gateway-process.ts';
import { PAYMENT_FIELDS } from '../support/payment-fields.ts';
import { type PostgresCluster, startPostgresCluster } from '../support/postgres-cluster.ts';
import { isTestedOnPostgres } from '../support/test-database.ts';

const TIMEOUT_MS = 2_000;

describe.skipIf(isTestedOnPostgres)('while no synchronous standby is there', () => {
  let cluster: PostgresCluster;
  let server: RunningServer;
  let data: Awaited<ReturnType<typeof temporaryDataDir>>;
  let operator: Client;
  beforeAll(async () => {
    cluster = await startPostgresCluster();
    data = await temporaryDataDir();
    server = await startServer({
      DATA_DIR: data.dataDir,
      DATABASE_URL: cluster.databaseUrl,
      DATABASE_TIMEOUT_MS: `${TIMEOUT_MS}`,
    });
    operator = new Client({ connectionString: cluster.databaseUrl });
    await operator.connect();
  });
  afterAll(async () => {
    await server.kill();
    await operator.end();
    await cluster.remove();
    await data.remove();
  });

  const waitFor = async (standby: string) => {
    await operator.query(`alter system set synchronous_standby_names = '${standby}'`);
    await operator.query('select pg_reload_conf()');
  };
  const headers = { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` };
  const pay = async (key: string) => {
    const answer = await fetch(`${server.url}/v1/payments`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': key },
      body: new URLSearchParams(PAYMENT_FIELDS),
    });
    const { id, result } = await answer.json();
    return { status: answer.status, id, code: result.code };
  };

  it('no payment is answered but with 503, and it can be repeated once there is one', async () => {
    expect(await pay('before')).toMatchObject({ status: 200 });
    await waitFor('nobody');
    expect(await pay('meanwhile')).toMatchObject({ status: 503, code: '999.999.888' });
    const report = await fetch(
      `${server.url}/v3/query?${new URLSearchParams({
        entityId: DEMO.DEMO_ENTITY_ID,
        'date.from': '2026-01-01 00:00:00',
        'date.to': '2026-01-02 00:00:00',
      })}`,
      { headers },
    );
    expect(report.status).toBe(200);
    await waitFor('');
    await expect
      .poll(() => pay('meanwhile'), { interval: 500 })
      .toMatchObject({ status: 200, code: '000.100.110' });
  });
});
