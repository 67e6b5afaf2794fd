/** Two instances whose machines disagree about the time: none takes work from the other. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeDatabase, openDatabase } from '../../store/database.ts';
import { DEMO, type RunningServer, startServer } from '../support/gateway-process.ts';
import { PAYMENT_FIELDS } from '../support/payment-fields.ts';
import { type Received, startReceiver, status } from '../support/receiver.ts';
import { createTestDatabase } from '../support/test-database.ts';

const SKEWED_CLOCK = pathToFileURL(join(import.meta.dirname, '../support/skewed-clock.ts')).href;
/** As slow as a receiver may be without holding up the test. */
const SLOW_RECEIVER_MS = 4_000;
const SUCCESS = '000.100.110';
const HEADERS = { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const running: RunningServer[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.kill()));
  await database.drop();
});

const start = async (aheadMs = 0): Promise<RunningServer> => {
  const { dataDir, databaseUrl } = database.location;
  const server = await startServer({
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    WEBHOOK_ALLOW_PRIVATE: '1',
    ...(aheadMs !== 0 && {
      NODE_OPTIONS: `--import=${SKEWED_CLOCK}`,
      TEST_CLOCK_AHEAD_MS: String(aheadMs),
    }),
  });
  running.push(server);
  return server;
};
const post = async (url: string, fields: Record<string, string>, key?: string) => {
  const headers = { ...HEADERS, ...(key && { 'idempotency-key': key }) };
  const answer = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) });
  return answer.json();
};
const read = async ({ url }: RunningServer, path: string) =>
  (await fetch(`${url}${path}`, { headers: HEADERS })).json();
const pay = ({ url }: RunningServer, key?: string) =>
  post(
    `${url}/v1/payments`,
    {
      ...PAYMENT_FIELDS,
    },
    key,
  );

describe.each([
  ['ahead', 20_000],
  ['behind', -20_000],
])('an instance whose clock is 20 seconds %s', (_name, aheadMs) => {
  it('cancels no payment that another is making, and loses none of its own', async () => {
    const right = await start();
    const wrong = await start(aheadMs);
    await post(`${right.url}/sandbox/connector`, { behaviour: 'slow' });
    const asked = [right, wrong, right, wrong, right, wrong].map((at) => pay(at));
    const codes = (await Promise.all(asked)).map(({ result }) => result.code);
    expect(codes).toEqual(asked.map(() => SUCCESS));
    const db = await openDatabase(database.location);
    const charged = await db.selectFrom('simulator_ledger').select('result_code').execute();
    await closeDatabase(db);
    expect(charged.map(({ result_code }) => result_code)).toEqual(asked.map(() => SUCCESS));
  });

  it('answers a repeated Idempotency-Key with the payment that another is making', async () => {
    const right = await start();
    const wrong = await start(aheadMs);
    await post(`${right.url}/sandbox/connector`, { behaviour: 'slow' });
    const keys = ['first', 'second'];
    const asked = [right, wrong].map((at, n) => pay(at, keys[n]));
    // The connector takes 5 s: the first two are under way.
    const db = await openDatabase(database.location);
    const underWay = () =>
      db.selectFrom('payments').select('id').where('state', '=', 'in_doubt').execute();
    await expect.poll(async () => (await underWay()).length, { timeout: 10_000 }).toBe(2);
    await db.destroy();
    const again = [wrong, right].map((at, n) => pay(at, keys[n]));
    const ids = (answers: { id: string }[]) => answers.map(({ id }) => id);
    expect(ids(await Promise.all(again))).toEqual(ids(await Promise.all(asked)));
  });

  it('sends no message that another is sending', async () => {
    const right = await start();
    const wrong = await start(aheadMs);
    await using receiver = await startReceiver();
    const fields = { kind: 'notifications', url: receiver.url };
    expect(await post(`${right.url}/v1/webhooks`, fields)).toMatchObject({ active: true });
    receiver.answer((response, call) => {
      setTimeout(() => status(200)(response, call), SLOW_RECEIVER_MS);
    });
    const asked = [right, wrong, right, wrong];
    await Promise.all(asked.map((at) => pay(at)));
    const db = await openDatabase(database.location);
    const open = () => db.selectFrom('deliveries').select('id').where('due_at', 'is not', null);
    await expect.poll(() => open().execute(), { timeout: 30_000 }).toEqual([]);
    await closeDatabase(db);
    const ids = receiver.received.slice(1).map(idOf);
    expect(new Set(ids).size).toBe(asked.length);
    expect(ids).toHaveLength(asked.length);
  });

  it('has messages sent at once: first attempts, those that waited for a change, replays', async () => {
    const right = await start();
    const wrong = await start(aheadMs);
    await using receiver = await startReceiver();
    const fields = { kind: 'notifications', url: `${receiver.url}/before` };
    const { id } = await post(`${right.url}/v1/webhooks`, fields);
    const at = (path = '', changed = {}) => post(`${wrong.url}/v1/webhooks/${id}${path}`, changed);
    const attempts = async () =>
      (await read(right, `/v1/webhooks/${id}`)).deliveries[0]?.attempts as number;
    const written = (count: number) => expect.poll(attempts, { timeout: 10_000 }).toBe(count);
    receiver.answer(status(500));
    await pay(wrong);
    await written(1);
    receiver.answer(status(200));
    await at('', { url: `${receiver.url}/after` });
    await written(2);
    const [, , , retried] = receiver.received;
    await at(`/deliveries/${retried && idOf(retried)}/replay`);
    await written(3);
    expect(new Set([1, 3, 4].map((n) => idOf(receiver.received[n] as Received))).size).toBe(1);
  });

  it('puts messages into the order in which they were made, beside others', async () => {
    const right = await start();
    const wrong = await start(aheadMs);
    await using receiver = await startReceiver();
    const fields = { kind: 'notifications', url: receiver.url };
    const { id } = await post(`${right.url}/v1/webhooks`, fields);
    await post(`${right.url}/v1/webhooks/${id}/pause`, {});
    const paid: string[] = [];
    for (const at of [right, wrong, right, wrong]) paid.push((await pay(at)).id);
    const db = await openDatabase(database.location);
    const inOrder = await db
      .selectFrom('deliveries')
      .select('group_id')
      .orderBy('due_at')
      .execute();
    await closeDatabase(db);
    expect(inOrder.map(({ group_id }) => group_id)).toEqual(paid);
  });

  it('says so in its log, and an instance whose clock is right does not', async () => {
    const right = await start();
    const wrong = await start(aheadMs);
    const warnings = ({ output }: RunningServer) =>
      output()
        .split('\n')
        .filter((line) => line.includes('"level":40') && line.includes('clock'));
    await expect.poll(() => warnings(wrong)).toHaveLength(1);
    const { skewMs } = JSON.parse(warnings(wrong)[0] ?? '');
    expect(Math.abs(skewMs - aheadMs)).toBeLessThan(1_000);
    expect(warnings(right)).toEqual([]);
  });

  it('takes no requests from a load balancer until it is right', async () => {
    const ready = async ({ url }: RunningServer) => {
      const answer = await fetch(`${url}/ready`);
      return { status: answer.status, clock: (await answer.json()).checks.clock };
    };
    expect(await ready(await start())).toEqual({ status: 200, clock: 'ok' });
    const wrong = await ready(await start(aheadMs));
    expect(wrong).toEqual({ status: 503, clock: expect.stringMatching(/^off by -?\d+ ms$/) });
  });
});

const idOf = ({ headers }: Received) => headers['webhook-id'];
