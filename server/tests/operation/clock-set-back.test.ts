/** The clock of a machine is set back by an hour while an instance runs on it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_EVIDENCE } from '../../../contract/field-evidence.ts';
import { freePort } from '../../free-port.ts';
import { closeDatabase, type Database, openDatabase } from '../../store/database.ts';
import { databaseNow } from '../../store/dialect.ts';
import { cookieIn, PASSWORD } from '../support/console-client.ts';
import { settableDatabaseClock } from '../support/database-clock.ts';
import { DEMO, type RunningServer, startServer } from '../support/gateway-process.ts';
import { PAYMENT_FIELDS } from '../support/payment-fields.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { SHOP_ORIGIN, sealWith } from '../support/seal.ts';
import { type SettableClock, settableClock } from '../support/settable-clock.ts';
import { createTestDatabase, isTestedOnPostgres } from '../support/test-database.ts';

const SUCCESS = '000.100.110';
const HOUR_MS = 60 * 60_000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let clock: SettableClock;
const running: RunningServer[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  clock = await settableClock();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.kill()));
  await closeDatabase(db);
  await database.drop();
  await clock[Symbol.asyncDispose]();
});

const start = async (variables: Readonly<Record<string, string>> = {}): Promise<RunningServer> => {
  const { dataDir, databaseUrl } = database.location;
  const server = await startServer({
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    WEBHOOK_ALLOW_PRIVATE: '1',
    ...clock.variables,
    ...variables,
  });
  running.push(server);
  db = await openDatabase(database.location);
  return server;
};
/** Waits until the instance has seen it. */
const setBackAnHour = async (server: RunningServer) => {
  await clock.set(-60);
  await expect.poll(server.output).toContain('clock was set back');
};

interface Asked {
  readonly fields?: Readonly<Record<string, string>>;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
const ask = async (
  { url }: RunningServer,
  path: string,
  { fields, token = DEMO.DEMO_ACCESS_TOKEN, headers }: Asked = {},
) => {
  const answer = await fetch(`${url}${path}`, {
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return { status: answer.status, body: await answer.json() };
};
const pay = async (server: RunningServer, key?: string) => {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return (await ask(server, '/v1/payments', { fields: PAYMENT_FIELDS, headers })).body;
};
const behave = (server: RunningServer, behaviour: string) =>
  ask(server, '/sandbox/connector', { fields: { behaviour } });
const subscribe = (server: RunningServer, kind: string, url: string) =>
  ask(server, '/v1/webhooks', { fields: { kind, url } });
const charged = async () =>
  (await db.selectFrom('simulator_ledger').select('result_code').execute()).length;
const inDoubt = () =>
  db.selectFrom('payments').select('id').where('state', '=', 'in_doubt').execute();
const waiting = () =>
  db.selectFrom('deliveries').select('id').where('due_at', 'is not', null).execute();
const ready = async (server: RunningServer) => (await ask(server, '/ready')).body.checks.clock;

describe('a clock that is set back by an hour', () => {
  it('loses and doubles no payment: new ones, those under way, those that are repeated', async () => {
    const server = await start();
    const before = await pay(server, 'before');
    await behave(server, 'slow');
    const underWay = pay(server, 'under way');
    await expect.poll(inDoubt).toHaveLength(1);
    await setBackAnHour(server);
    const repeated = pay(server, 'under way');
    expect(await underWay).toMatchObject({ result: { code: SUCCESS } });
    expect((await repeated).id).toBe((await underWay).id);
    expect((await pay(server, 'before')).id).toBe(before.id);
    await behave(server, 'normal');
    const after = await pay(server, 'after');
    expect(after.result.code).toBe(SUCCESS);
    expect((await pay(server, 'after')).id).toBe(after.id);
    expect(await charged()).toBe(3);
  });

  it('leaves a payment whose instance dies to another one soon', async () => {
    const [dying, living] = [await start(), await start()];
    await behave(living, 'hang');
    const asked = pay(dying, 'the key').catch(() => undefined);
    await expect.poll(inDoubt).toHaveLength(1);
    const [payment] = await inDoubt();
    await dying.kill();
    await asked;
    await setBackAnHour(living);
    await expect.poll(inDoubt).toEqual([]);
    expect((await pay(living, 'the key')).id).toBe(payment?.id);
  });

  it('puts off no message, neither a first attempt nor a retry', async () => {
    const server = await start();
    await using receiver = await startReceiver();
    await subscribe(server, 'events', receiver.url);
    receiver.answer(status(500));
    const payment = await pay(server);
    const failed = () =>
      db.selectFrom('deliveries').select('id').where('attempts', '=', 1).execute();
    await expect.poll(async () => (await failed()).length).toBe(3);
    await setBackAnHour(server);
    receiver.answer(status(200));
    await pay(server);
    await expect.poll(waiting).toEqual([]);
    const told = receiver.received.filter(({ body }) => body.includes(payment.id));
    expect(told).toHaveLength(6);
  });

  it('hides no event from who reads on from the latest one, once the time is there again', async () => {
    const server = await start();
    const events = async (after?: string) => {
      const query = new URLSearchParams({ limit: '500', ...(after && { after }) });
      return (await ask(server, `/v1/events?${query}`)).body.events as {
        subjectId: string;
        id: string;
      }[];
    };
    await pay(server);
    await expect.poll(async () => (await events()).length).toBe(3);
    const latest = (await events()).at(-1)?.id;
    await setBackAnHour(server);
    const { id } = await pay(server);
    await clock.set(0);
    await expect.poll(() => events(latest)).toHaveLength(3);
    expect((await events(latest)).map(({ subjectId }) => subjectId)).toEqual([id, id, id]);
  });

  it('lets a shopper pay whose form is open', async () => {
    const server = await start();
    const { id } = (
      await ask(server, '/v1/checkouts', {
        fields: { amount: '92.00', currency: 'EUR', paymentType: 'DB' },
      })
    ).body;
    const { now, nonce } = (await ask(server, `/v1/checkouts/${id}/form`)).body;
    const seal = await sealWith(await sealingKey(server, id));
    await setBackAnHour(server);
    const common = { nonce, checkoutId: id, origin: SHOP_ORIGIN, evidence: NO_EVIDENCE, at: now };
    const {
      'card.number': number,
      'card.cvv': cvv,
      amount,
      currency,
      paymentType,
      ...typed
    } = PAYMENT_FIELDS;
    const paid = await ask(server, `/v1/checkouts/${id}/payment`, {
      fields: {
        ...typed,
        shopperResultUrl: `${SHOP_ORIGIN}/result`,
        'sealed[card.number]': await seal({ ...common, field: 'card.number', value: number }),
        'sealed[card.cvv]': await seal({ ...common, field: 'card.cvv', value: cvv }),
      },
      headers: { origin: SHOP_ORIGIN, accept: 'application/json' },
    });
    expect(paid.body.result?.code).toBe(SUCCESS);
  });

  it('refuses an address that failed too often no longer than before, and one that goes on', async () => {
    const setDatabaseClock = await settableDatabaseClock(database.location);
    const server = await start();
    const fail = () => ask(server, '/v1/webhooks', { token: 'wrong' });
    const failing = async () => {
      for (let n = 0; n < 200; n += 1) if ((await fail()).status === 429) return true;
      return false;
    };
    expect(await failing()).toBe(true);
    await setBackAnHour(server);
    // PostgreSQL's own minutes go on: two of them, since a minute's failures count into the next one.
    await setDatabaseClock(2);
    await expect.poll(async () => (await fail()).status).toBe(403);
    expect(await failing()).toBe(true);
    expect((await pay(server)).result.code).toBe(SUCCESS);
  });

  it('ends no session of the console', async () => {
    const port = `${await freePort()}`;
    const server = await start({ CONSOLE_PORT: port, CONSOLE_URL: `http://localhost:${port}` });
    const link = /First owner +(\S+)/.exec(server.output())?.[1] ?? '';
    const { origin } = new URL(link);
    const token = link.split('token=')[1];
    const signedIn = await fetch(`${origin}/admin/v1/links/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ name: 'Olga', password: PASSWORD }),
    });
    expect(signedIn.status).toBe(200);
    const cookie = cookieIn(signedIn);
    const session = async () =>
      (await fetch(`${origin}/admin/v1/session`, { headers: { cookie } })).status;
    expect(await session()).toBe(200);
    await setBackAnHour(server);
    expect(await session()).toBe(200);
  });

  it('takes an instance out of service where the database has another time, until it is right', async () => {
    const server = await start();
    expect(await ready(server)).toBe('ok');
    await setBackAnHour(server);
    await sleep(1_000);
    const found = await ready(server);
    if (!isTestedOnPostgres) return expect(found).toBe('ok');
    expect(Number(/^off by (-\d+) ms$/.exec(found)?.[1])).toBeCloseTo(-HOUR_MS, -4);
    await clock.set(0);
    await expect.poll(() => ready(server)).toBe('ok');
  });
});

describe('a clock that is set back by an hour while no instance runs', () => {
  it('puts off no message, and no payment that was under way', async () => {
    const before = await start();
    await using receiver = await startReceiver();
    await subscribe(before, 'events', receiver.url);
    receiver.answer(status(500));
    const payment = await pay(before);
    const failed = () =>
      db.selectFrom('deliveries').select('id').where('attempts', '=', 1).execute();
    await expect.poll(async () => (await failed()).length).toBe(3);
    await behave(before, 'hang');
    const asked = pay(before, 'the key').catch(() => undefined);
    await expect.poll(inDoubt).toHaveLength(1);
    await before.kill();
    await asked;
    await clock.set(-60);
    receiver.answer(status(200));
    const after = await start();
    await expect.poll(inDoubt).toEqual([]);
    await expect.poll(waiting).toEqual([]);
    const told = receiver.received.filter(({ body }) => body.includes(payment.id));
    expect(told).toHaveLength(6);
    if (!isTestedOnPostgres) expect(after.output()).toContain("the database's clock was set back");
  });
});

describe("a database's clock that is set back by an hour", () => {
  it('brings what waits forward by an hour, however many instances notice', async () => {
    const setDatabaseClock = await settableDatabaseClock(database.location);
    const instances = [await start(), await start(), await start()] as const;
    await using receiver = await startReceiver();
    await subscribe(instances[0], 'notifications', receiver.url);
    receiver.answer(status(500));
    await pay(instances[0]);
    const retries = () => db.selectFrom('deliveries').select('id').where('attempts', '=', 1);
    await expect.poll(() => retries().execute()).toHaveLength(1);
    await db
      .updateTable('deliveries')
      .set({ due_at: databaseNow(db, 3 * HOUR_MS) })
      .execute();
    await setDatabaseClock(-60);
    await clock.set(-60);
    const lines = (text: string) =>
      instances.filter(({ output }) => output().includes(text)).length;
    await expect.poll(() => lines("this machine's clock was set back")).toBe(3);
    await expect.poll(() => lines("the database's clock was set back")).toBeGreaterThan(0);
    // An instance that ends compares the clocks before.
    await Promise.all(instances.map((server) => server.stop()));
    expect(lines("the database's clock was set back")).toBe(1);
    const { due_at } = await db.selectFrom('deliveries').select('due_at').executeTakeFirstOrThrow();
    // By the right clock: SQLite's is this process's own.
    await setDatabaseClock(0);
    expect(Math.abs(Number(due_at) - Date.now() - 2 * HOUR_MS)).toBeLessThan(60_000);
  });
});

async function sealingKey(server: RunningServer, checkoutId: string) {
  const { id } = await db.selectFrom('releases').select('id').executeTakeFirstOrThrow();
  const page = await fetch(`${server.url}/v1/frames/${id}/${checkoutId}/number.html`);
  return JSON.parse(/data-key='([^']+)'/.exec(await page.text())?.[1] ?? '');
}
