/** Work belongs to an instance for as long as it lives and works, and to another one soon after. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '../../store/database.ts';
import { LEASE_MS } from '../../store/lease.ts';
import { DEMO, type RunningServer, startServer } from '../support/gateway-process.ts';
import { PAYMENT_FIELDS } from '../support/payment-fields.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { createTestDatabase } from '../support/test-database.ts';

/** The lease of an instance that died, and what the others need then. */
const SOON = { timeout: LEASE_MS + 10_000 };
const NEVER_ARRIVED = '900.100.500';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
const running: RunningServer[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.kill()));
  await closeDatabase(db);
  await database.drop();
});

const start = async (): Promise<RunningServer> => {
  const { dataDir, databaseUrl } = database.location;
  const server = await startServer({
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    WEBHOOK_ALLOW_PRIVATE: '1',
  });
  running.push(server);
  return server;
};
const startTwo = async (): Promise<[RunningServer, RunningServer]> => {
  const both: [RunningServer, RunningServer] = [await start(), await start()];
  db = await openDatabase(database.location);
  return both;
};
const post = async (url: string, fields: Record<string, string>, key?: string) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: new URLSearchParams(fields),
  });
  return answer.json();
};
const pay = ({ url }: RunningServer, key?: string) =>
  post(
    `${url}/v1/payments`,
    {
      ...PAYMENT_FIELDS,
    },
    key,
  );
const waiting = () =>
  db
    .selectFrom('deliveries')
    .select(['id', 'lease_until'])
    .where('due_at', 'is not', null)
    .execute();
const inDoubt = () =>
  db.selectFrom('payments').select('id').where('state', '=', 'in_doubt').execute();

describe('of an instance that was killed', () => {
  it('a payment and its Idempotency-Key are free soon', async () => {
    const [dying, living] = await startTwo();
    await post(`${living.url}/sandbox/connector`, { behaviour: 'hang' });
    const asked = pay(dying, 'the key').catch(() => undefined);
    await expect.poll(async () => (await inDoubt()).length).toBe(1);
    const [payment] = await inDoubt();
    await dying.kill();
    await asked;
    const again = await pay(living, 'the key');
    expect(again).toMatchObject({ id: payment?.id, result: { code: NEVER_ARRIVED } });
  });

  it('a message is sent by another soon', async () => {
    const [dying, living] = await startTwo();
    await using receiver = await startReceiver();
    await post(`${living.url}/v1/webhooks`, { kind: 'notifications', url: receiver.url });
    // Either of the two may have it; the one that is left sends it, or sends it again.
    receiver.answer(() => undefined);
    await pay(living);
    await receiver.until(2);
    const { id } = (await waiting())[0] ?? {};
    await dying.kill();
    await living.kill();
    receiver.answer(status(200));
    await start();
    await expect.poll(waiting, SOON).toEqual([]);
    expect(receiver.received[2]?.headers['webhook-id']).toBe(id);
  });
});

describe('of an instance that works on for longer than a lease', () => {
  it('a message is sent by no other instance', async () => {
    const [one] = await startTwo();
    await using receiver = await startReceiver();
    await post(`${one.url}/v1/webhooks`, { kind: 'notifications', url: receiver.url });
    receiver.answer((response, call) => {
      setTimeout(() => status(200)(response, call), LEASE_MS + 4_000);
    });
    await pay(one);
    await expect.poll(waiting, { timeout: LEASE_MS + 20_000 }).toEqual([]);
    expect(receiver.received).toHaveLength(2);
  });

  it('a message is never leased for longer than that', async () => {
    const [one] = await startTwo();
    await using receiver = await startReceiver();
    await post(`${one.url}/v1/webhooks`, { kind: 'notifications', url: receiver.url });
    receiver.answer(() => undefined);
    await pay(one);
    await receiver.until(2);
    const leasedUntil = async () => (await waiting())[0]?.lease_until ?? 0;
    const first = await leasedUntil();
    // Renewed once at least.
    await expect.poll(leasedUntil, { timeout: LEASE_MS }).toBeGreaterThan(first);
    const [delivery] = await waiting();
    expect(delivery?.lease_until).toBeGreaterThan(Date.now());
    expect(delivery?.lease_until).toBeLessThanOrEqual(Date.now() + LEASE_MS);
  });
});
