/** A schedule whose instance is killed while it pays: each time is paid once, on both databases. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  closeDatabase,
  type Database,
  type DatabaseLocation,
  openDatabase,
} from '../../store/database.ts';
import { aWhile } from '../support/a-while.ts';
import { DEMO, type RunningServer, startServer } from '../support/gateway-process.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { CARD_FIELDS, type Fields } from '../support/test-gateway.ts';

const DAY_S = 24 * 60 * 60;
const PATIENT = { timeout: 40_000 };

let location: DatabaseLocation;
let drop: () => Promise<void>;
let db: Database;
let servers: RunningServer[];
beforeEach(async () => {
  servers = [];
  ({ location, drop } = await createTestDatabase());
});
afterEach(async () => {
  await closeDatabase(db);
  for (const server of servers) await server.kill();
  await drop();
});

const start = async () => {
  const server = await startServer({
    DATA_DIR: location.dataDir,
    ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
    SHOP_PORT: 'any',
  });
  servers.push(server);
  return server;
};
const api = async ({ url }: RunningServer, path: string, fields: Fields) => {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
    body: new URLSearchParams(Object.entries(fields) as [string, string][]),
  });
  return answer.json();
};
const states = async () => {
  const rows = await db.selectFrom('payments').select('state').orderBy('created_at').execute();
  return rows.map(({ state }) => state);
};
const booked = async () =>
  (await db.selectFrom('simulator_ledger').select('result_code').execute())
    .map(({ result_code }) => result_code)
    .filter((code) => code === '000.100.110');

it.each(['hang', 'lose-answer'])('%s: is paid once, after the restart', async (behaviour) => {
  const first = await start();
  db = await openDatabase(location);
  const { id: registrationId } = await api(first, '/v1/registrations', CARD_FIELDS);
  const { result } = await api(first, '/scheduling/v1/schedules', {
    registrationId,
    amount: '9.00',
    currency: 'EUR',
    'job.dayOfMonth': '*',
  });
  expect(result.code).toBe('000.100.110');
  await api(first, '/sandbox/connector', { behaviour });
  await api(first, '/sandbox/clock', { advance: String(DAY_S) });
  await expect.poll(states, PATIENT).toEqual(['in_doubt']);
  if (behaviour === 'lose-answer') await expect.poll(booked, PATIENT).toHaveLength(1);
  await first.kill();
  await db.updateTable('simulator_behaviours').set({ behaviour: 'normal' }).execute();
  // Two instances now, each with its own sweepers.
  await start();
  if (location.databaseUrl) await start();
  const lost = behaviour === 'hang' ? ['failed'] : [];
  await expect.poll(states, PATIENT).toEqual([...lost, 'succeeded']);
  await aWhile(3_000);
  expect(await states()).toEqual([...lost, 'succeeded']);
  expect(await booked()).toHaveLength(1);
  expect(
    await db.selectFrom('schedules').select(['paid', 'declined', 'paying_id']).execute(),
  ).toEqual([{ paid: 1, declined: 0, paying_id: null }]);
});
