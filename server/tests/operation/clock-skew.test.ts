/** Two instances whose machines disagree about the time: none takes work from the other. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../free-port.ts';
import { closeDatabase, openDatabase } from '../../store/database.ts';
import { DEMO, type RunningServer, startServer } from '../support/gateway-process.ts';
import { PAYMENT_FIELDS } from '../support/payment-fields.ts';
import { type Received, startReceiver, status } from '../support/receiver.ts';
import { createTestDatabase } from '../support/test-database.ts';

const SKEWED_CLOCK = pathToFileURL(join(import.meta.dirname, '../support/skewed-clock.ts')).href;
/** As slow as a receiver may be without holding up the test. */
const SLOW_RECEIVER_MS = 4_000;
/** Of a name, after which it has to wait. */
const FREE_TRIES = 5;
/** Less than what the clock is wrong by. */
const SOON_MS = 5_000;
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

const start = async (
  aheadMs = 0,
  variables: Readonly<Record<string, string>> = {},
): Promise<RunningServer> => {
  const { dataDir, databaseUrl } = database.location;
  const server = await startServer({
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    WEBHOOK_ALLOW_PRIVATE: '1',
    ...variables,
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
    await expect.poll(async () => (await underWay()).length).toBe(2);
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
    const written = (count: number) => expect.poll(attempts).toBe(count);
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

  it('leaves a receiver alone until the date that it names, and signs by the right time', async () => {
    const wrong = await start(aheadMs);
    await using receiver = await startReceiver();
    await post(`${wrong.url}/v1/webhooks`, { kind: 'events', url: receiver.url });
    const until = Math.ceil(Date.now() / 1_000) * 1_000 + 600_000;
    const signedAt = ({ headers }: Received) => Number(headers['webhook-timestamp']) * 1_000;
    receiver.answer(status(503, { 'retry-after': new Date(until).toUTCString() }));
    await pay(wrong);
    const db = await openDatabase(database.location);
    const held = () =>
      db
        .selectFrom('webhook_lanes')
        .innerJoin('deliveries', 'lane_id', 'webhook_lanes.id')
        .select(['hold_until', 'due_at'])
        .where('attempts', '>', 0)
        .orderBy('due_at')
        .execute();
    await expect.poll(held).not.toEqual([]);
    const [first] = await held();
    const { notice_due_at: noticeAt } = await db
      .selectFrom('webhooks')
      .select('notice_due_at')
      .where('notice_due_at', 'is not', null)
      .executeTakeFirstOrThrow();
    await closeDatabase(db);
    for (const at of [first?.hold_until, first?.due_at]) {
      expect(Math.abs(Number(at) - until)).toBeLessThan(SOON_MS);
    }
    // Its merchant is told after five minutes.
    expect(Math.abs(Number(noticeAt) - Date.now() - 300_000)).toBeLessThan(2 * SOON_MS);
    for (const call of receiver.received) {
      expect(Math.abs(signedAt(call) - call.at)).toBeLessThan(SOON_MS);
    }
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

  it('lets nobody try passwords sooner: who has to wait waits at each instance', async () => {
    const consoleOf = async (ahead?: number) => {
      const port = `${await freePort()}`;
      const url = `http://localhost:${port}`;
      await start(ahead, { CONSOLE_PORT: port, CONSOLE_URL: url });
      return url;
    };
    const [right, wrong] = [await consoleOf(), await consoleOf(aheadMs)];
    const signIn = async (origin: string) => {
      const answer = await fetch(`${origin}/admin/v1/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ name: 'Nobody', password: 'not it, at any instance' }),
      });
      return { status: answer.status, retryAt: Date.parse((await answer.json()).retryAt) };
    };
    for (const [at, others] of [
      [right, wrong],
      [wrong, right],
    ] as const) {
      await clearFailures();
      for (let n = 0; n < FREE_TRIES; n += 1) await signIn(at);
      // Half a minute from now, as each instance says.
      for (const each of [at, others]) {
        const { status: code, retryAt } = await signIn(each);
        expect(code).toBe(429);
        expect(Math.abs(retryAt - Date.now() - 30_000)).toBeLessThan(2 * SOON_MS);
      }
    }
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

async function clearFailures(): Promise<void> {
  const db = await openDatabase(database.location);
  await db.deleteFrom('console_failures').execute();
  await closeDatabase(db);
}

const idOf = ({ headers }: Received) => headers['webhook-id'];
