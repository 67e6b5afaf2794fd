/**
 * The release before a migration and the one with it side by side on one database, under load, both ways. By
 * day the latest; `UPGRADES=10` takes so many back.
 */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeDatabase, openDatabase } from '../../store/database.ts';
import { MIGRATIONS } from '../../store/migrations/index.ts';
import {
  DEMO,
  type RunningServer,
  runScript,
  startServer,
  temporaryDataDir,
} from '../support/gateway-process.ts';
import { startReceiver } from '../support/receiver.ts';
import { checkOut, latestUpgrades } from '../support/release-before.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { CARD_FIELDS } from '../support/test-gateway.ts';

/** At once, in each phase. */
const CLIENTS = 4;
const MONEY = { amount: '10.00', currency: 'EUR' };
const CARD = CARD_FIELDS as Record<string, string>;

const UPGRADES = latestUpgrades(Number(process.env['UPGRADES'] ?? 1));

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let releases: Awaited<ReturnType<typeof temporaryDataDir>>;
let place: Record<string, string>;
const running: RunningServer[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  releases = await temporaryDataDir();
  const { dataDir, databaseUrl } = database.location;
  place = {
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    WEBHOOK_ALLOW_PRIVATE: '1',
  };
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.kill()));
  await releases.remove();
  await database.drop();
});

const start = async (folder?: string) => {
  const server = await startServer(place, folder);
  running.push(server);
  return server;
};

async function call({ url }: RunningServer, path: string, fields?: Record<string, string>) {
  const answer = await fetch(url + path, {
    headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  });
  const body = await answer.json();
  expect({ status: answer.status, path, body }).toMatchObject({ status: 200 });
  return body;
}

/** What one instance begins, the other goes on with. */
async function sell(one: RunningServer, other: RunningServer): Promise<void> {
  const reserved = { ...MONEY, ...CARD, paymentType: 'PA' };
  const { id } = await call(one, '/v1/payments', reserved);
  const { id: captured } = await call(other, `/v1/payments/${id}`, { ...MONEY, paymentType: 'CP' });
  await call(one, `/v1/payments/${captured}`, { ...MONEY, paymentType: 'RF' });

  const registration = await call(other, '/v1/registrations', CARD);
  const debit = { ...MONEY, paymentType: 'DB' };
  await call(one, `/v1/registrations/${registration.id}/payments`, debit);

  const checkout = await call(one, '/v1/checkouts', debit);
  const path = `/v1/checkouts/${checkout.id}/payment`;
  await call(other, path, { ...CARD, shopperResultUrl: 'https://shop.example/' });
  await call(one, path);
}

/** Some shoppers at once, half of them the other way round. */
const sellAll = (one: RunningServer, other: RunningServer) =>
  Promise.all(
    Array.from({ length: CLIENTS }, (_, n) => (n % 2 === 0 ? sell(one, other) : sell(other, one))),
  );

it.runIf(UPGRADES.length === 0)('is not tried where git has no release before', () => {
  expect(UPGRADES).toEqual([]);
});

describe.each(UPGRADES)('the release before $migrations', (upgrade) => {
  it('works beside the one with it while the tables change and after it, both ways', async () => {
    const { migrations, from, to } = upgrade;
    const before = join(releases.dataDir, 'before');
    const after = to && join(releases.dataDir, 'after');
    checkOut(from, before);
    if (to && after) checkOut(to, after);
    const old = await start(before);
    await using receiver = await startReceiver();
    await call(old, '/v1/webhooks', { kind: 'notifications', url: receiver.url });

    // It has prepared its statements, and the tables change under them.
    let isMigrated = false;
    const meanwhile = (async () => {
      while (!isMigrated) await sellAll(old, old);
    })();
    const next = await start(after);
    isMigrated = true;
    await meanwhile;
    await sellAll(old, next);

    const refused = await runScript('server/main.ts', [], place, '', before);
    expect(refused.code).toBe(2);
    // Of several it names the first.
    const missing = MIGRATIONS.filter(({ name }) => refused.stderr.includes(`${name} is missing`));
    expect(missing, refused.stderr).toHaveLength(1);

    // Back: the new one goes, and what it began goes on.
    await next.stop();
    await sellAll(old, old);
    // And on: the old one goes.
    const again = await start(after);
    await sellAll(again, old);
    await old.stop();
    await sellAll(again, again);

    const db = await openDatabase(database.location);
    const rows = await db.selectFrom('payments').select(['type', 'state']).execute();
    const undelivered = () =>
      db.selectFrom('deliveries').select('id').where('due_at', 'is not', null).execute();
    await expect.poll(undelivered).toEqual([]);
    const messages = await db.selectFrom('deliveries').select('id').execute();
    await closeDatabase(db);
    const states = new Set(rows.map(({ state }) => state));
    expect(states).toEqual(new Set(['succeeded']));
    const count = (type: string) => rows.filter((row) => row.type === type).length;
    expect(count('PA')).toBeGreaterThanOrEqual(5 * CLIENTS);
    expect([count('CP'), count('RF')]).toEqual([count('PA'), count('PA')]);
    expect(count('DB')).toBe(2 * count('PA'));
    const told = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    expect(messages.filter(({ id }) => !told.has(id))).toEqual([]);
    // Read by `.ci/night.ts`.
    process.stdout.write(`upgrade ${migrations}: ${rows.length} payments\n`);
  });
});
