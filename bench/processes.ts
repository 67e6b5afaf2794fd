/**
 * Payments a second of two processes against one, on the PostgreSQL of `TEST_DATABASE_URL`, on the same
 * machine: `node bench/processes.ts [rounds] [payments of a round]`. A payment is a `POST /v1/payments`.
 */

import { DEMO } from '../server/tests/support/gateway-process.ts';
import { PAYMENT_FIELDS } from '../server/tests/support/payment-fields.ts';
import { createTestDatabase, isTestedOnPostgres } from '../server/tests/support/test-database.ts';
import { post, requestRate } from './load-client.ts';
import { countArgument, printComparisons, takeTurns } from './measure.ts';
import { startGateway } from './measured-server.ts';

const ROUNDS = countArgument(0, 9);
const PAYMENTS = countArgument(1, 1_000);
/** Before any is counted: V8 compiles what a payment runs through for its first 1,500. */
const WARM_ROUNDS = 3;
/** Requests at the same moment, in all. */
const AT_ONCE = 16;

if (!isTestedOnPostgres) throw new Error('name a PostgreSQL server in TEST_DATABASE_URL');
const { location, drop } = await createTestDatabase();
const { dataDir, databaseUrl = '' } = location;
const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
// One after the other: the first makes the tables.
const servers = [await startGateway(env), await startGateway(env)];
const request = post(
  '/v1/payments',
  PAYMENT_FIELDS,
  `authorization: Bearer ${DEMO.DEMO_ACCESS_TOKEN}\r\n`,
);

/** The same payments, shared out. */
async function payAt(some: typeof servers): Promise<number> {
  const load = { count: PAYMENTS / some.length, connections: AT_ONCE / some.length };
  const rates = some.map(async ({ url }) => (await requestRate(url, load, () => request)).rate);
  // Both have as many to make, so the slower one says when all are made.
  return Math.min(...(await Promise.all(rates))) * some.length;
}

const sides = { two: () => payAt(servers), one: () => payAt(servers.slice(0, 1)) };
await takeTurns(WARM_ROUNDS, sides);
const { two, one } = await takeTurns(ROUNDS, sides);
await Promise.all(servers.map((server) => server.stop()));
await drop();
printComparisons(
  `Two processes against one (${AT_ONCE} at once, ${ROUNDS} rounds of ${PAYMENTS})`,
  [{ what: 'payments', unit: '/s', ours: two, yardstick: one }],
);
