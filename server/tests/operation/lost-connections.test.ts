/** PostgreSQL ends connections in the middle of payments: an administrator, a failover, a proxy. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { closeDatabase, openDatabase } from '../../store/database.ts';
import { DEMO, type RunningServer, startServer } from '../support/gateway-process.ts';
import { createTestDatabase, isTestedOnPostgres } from '../support/test-database.ts';

const ROUNDS = 50;
const SHOPPERS = 8;
/** Everything is decided this long after the last fault: a lease, and what a sweeper needs. */
const SETTLED_WITHIN_MS = 12_000;
const SUCCESS = '000.100.110';

const database = await createTestDatabase();
const running: RunningServer[] = [];
afterAll(async () => {
  await Promise.all(running.map((server) => server.kill()));
  await database.drop();
});

interface Answered {
  readonly status: number;
  readonly body: { readonly id: string; readonly result: { readonly code: string } };
}

const post = async (
  url: string,
  fields: Record<string, string>,
  key: string,
): Promise<Answered> => {
  const headers = {
    authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}`,
    'idempotency-key': key,
  };
  const answer = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) });
  return { status: answer.status, body: (await answer.json()) as Answered['body'] };
};

const MONEY = { amount: '92.00', currency: 'EUR' };
const PAYMENT = {
  ...MONEY,
  paymentType: 'PA',
  paymentBrand: 'VISA',
  'card.number': '4200000000000000',
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
};

describe.runIf(isTestedOnPostgres)('PostgreSQL ends all connections, fifty times', () => {
  it('the instances live, and every answered payment is there, once', async () => {
    const environment = {
      DATA_DIR: database.location.dataDir,
      DATABASE_URL: database.location.databaseUrl ?? '',
    };
    running.push(await startServer(environment));
    running.push(await startServer(environment));
    const answered: Answered[] = [];
    const unclear: Answered[] = [];
    const operations: { original: string; amount: string }[] = [];
    let stopping = false;

    /** Asks again under the same key, as a merchant does, until the answer is clear. */
    const insist = async (path: string, fields: Record<string, string>, key: string) => {
      for (let n = 0; ; n += 1) {
        const { url } = running[n % running.length] as RunningServer;
        const answer = await post(url + path, fields, key);
        if (answer.status < 500) return answer;
        unclear.push(answer);
        // A shopper's software that tries again.
        await sleep(20);
      }
    };
    const shoppers = Array.from({ length: SHOPPERS }, async (_, shopper) => {
      for (let n = 0; !stopping; n += 1) {
        const key = `${shopper}-${n}`;
        const paid = await insist('/v1/payments', PAYMENT, key);
        answered.push(paid);
        if (paid.body.result.code !== SUCCESS) continue;
        const amount = `${1 + (n % 90)}.00`;
        const fields = { ...MONEY, amount, paymentType: 'CP' };
        const captured = await insist(`/v1/payments/${paid.body.id}`, fields, `capture ${key}`);
        answered.push(captured);
        if (captured.body.result.code === SUCCESS) {
          operations.push({ original: paid.body.id, amount });
        }
      }
    });

    const ended = Promise.all(shoppers);
    const db = await openDatabase(database.location);
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = answered.length;
      while (answered.length < before + 2) await Promise.race([ended, sleep(5)]);
      // At another moment of what is under way in each round.
      await sleep(round % 17);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`.execute(
        db,
      );
    }
    stopping = true;
    await ended;

    // Nothing stays in doubt beyond its lease.
    const inDoubt = () =>
      db.selectFrom('payments').select('id').where('state', '=', 'in_doubt').execute();
    await expect.poll(inDoubt, { timeout: SETTLED_WITHIN_MS }).toEqual([]);
    for (const { url } of running) {
      expect((await fetch(`${url}/v1/resultcodes`)).status).toBe(200);
    }
    for (const { status, body } of unclear) {
      expect({ status, code: body.result.code }).toEqual({ status: 503, code: '999.999.888' });
    }

    const payments = await db.selectFrom('payments').selectAll().execute();
    const states = new Map(payments.map(({ id, state }) => [id, state]));
    // One for each key that was answered, and none besides.
    const ids = answered.map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...states.keys()].sort()).toEqual([...ids].sort());
    for (const { body } of answered) {
      if (body.result.code === SUCCESS) expect(states.get(body.id)).toBe('succeeded');
    }
    // What we booked is what the processor has charged.
    const charged = await db
      .selectFrom('simulator_ledger')
      .select('reference')
      .where('result_code', '=', SUCCESS)
      .orderBy('reference')
      .execute();
    const booked = payments.filter(({ state }) => state === 'succeeded');
    expect(charged.map(({ reference }) => reference)).toEqual(
      booked.map(({ reference }) => reference).sort(),
    );
    for (const { id, captured, reserved } of payments) {
      const captures = booked.filter(({ referenced_id }) => referenced_id === id);
      const sum = captures.reduce((total, { amount }) => total + amount, 0);
      expect({ id, captured, reserved }).toEqual({ id, captured: sum, reserved: 0 });
    }
    for (const { original, amount } of operations) {
      const { captured } = payments.find(({ id }) => id === original) ?? {};
      expect(captured).toBe(Number(amount) * 100);
    }
    await closeDatabase(db);
    expect(await Promise.all(running.map((server) => server.stop()))).toEqual([0, 0]);
  }, 180_000);
});
