/**
 * The file of very many payments from the console, on SQLite or on the PostgreSQL of `TEST_DATABASE_URL`:
 * `node bench/console-export.ts [payments]`. One tab reads it to its end, another takes a tenth and
 * no more for ten seconds, and is closed; a shopper after the other pays meanwhile. The gateway is a process of its
 * own, as an operator runs it.
 */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createLink } from '../server/console/sign-in/links.ts';
import { freePort } from '../server/free-port.ts';
import { issueToken } from '../server/gateway/access/index.ts';
import type { GatewayContext } from '../server/gateway/context.ts';
import { createEntity } from '../server/gateway/entities/index.ts';
import { inTransaction, isPostgres } from '../server/store/dialect.ts';
import { PASSWORD } from '../server/tests/support/console-client.ts';
import { CARD_FIELDS } from '../server/tests/support/payment-fields.ts';
import { openTestDatabase } from '../server/tests/support/test-database.ts';
import { fillPayments } from './fill-payments.ts';

import { countArgument, median, printTable } from './measure.ts';
import { startGateway } from './measured-server.ts';

const PAYMENTS = countArgument(0, 1_000_000);
const STALL_MS = 10_000;
/** Of a closed tab nothing is left after this. */
const SOON_MS = 1_000;
const EACH_MS = 500;
/** Of the looks at what is used. */
const COLLECT_EACH = 20;
const MIB = 2 ** 20;

const { db, location, drop } = await openTestDatabase();
const merchant = await createEntity(db, { kind: 'merchant', name: 'Merchant' });
const { id: entityId } = await createEntity(db, {
  ...{ kind: 'channel', name: 'Channel', parentId: merchant.id },
  settings: { connector: { kind: 'simulator' } },
});
const { token } = await issueToken(db, { entityId, label: 'console-export' });
await fillPayments({ gateway: { db } as GatewayContext, entityId }, PAYMENTS, {
  days: 360,
  varied: { is_searchable: sql.lit(1) },
});

const port = await freePort();
const consoleUrl = `http://localhost:${port}`;
const server = await startGateway(
  {
    ...{ DATA_DIR: location.dataDir, CONSOLE_PORT: String(port), CONSOLE_URL: consoleUrl },
    ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
  },
  ['--expose-gc'],
);

const link = await inTransaction(db, (trx) =>
  createLink(trx, { name: 'Sam', role: 'support', entityId }, 60_000),
);
const welcomed = await fetch(`${consoleUrl}/admin/v1/links/${link.token}`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ password: PASSWORD }),
});
const cookie = welcomed.headers.get('set-cookie')?.split(';')[0] ?? '';

async function download(): Promise<IncomingMessage> {
  const request = get(`${consoleUrl}/admin/v1/payments.csv`, { headers: { cookie } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`answer ${response.statusCode}`);
  return response;
}

async function pay(): Promise<number> {
  const begun = performance.now();
  const fields = { ...CARD_FIELDS, entityId, paymentType: 'DB', amount: '1.00', currency: 'EUR' };
  const response = await fetch(`${server.url}/v1/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams(fields as Record<string, string>),
  });
  if (response.status !== 200) throw new Error(await response.text());
  await response.arrayBuffer();
  return performance.now() - begun;
}

interface Seen {
  readonly payments: readonly number[];
  /** Resident, the most of it, bytes. */
  readonly peak: number;
  /** V8's heap after garbage collection, bytes: what is really held. */
  readonly held: readonly number[];
}

/** What is paid and used while something else is done. */
async function during(work: Promise<unknown>): Promise<Seen> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const payments: number[] = [];
  const held: number[] = [];
  let peak = 0;
  while (!isDone) {
    payments.push(await pay());
    peak = Math.max(peak, (await server.usage()).rss);
    if (payments.length % COLLECT_EACH === 1) held.push((await server.usage('collected')).heapUsed);
    await Promise.race([sleep(EACH_MS), done.catch(() => undefined)]);
  }
  await done;
  return { payments, peak, held };
}

/** Statements under way, and transactions that stay open; on SQLite whether one keeps the log from being emptied. */
async function heldBy(): Promise<number> {
  if (isPostgres(db)) {
    const { rows } = await sql<{ count: string }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(
      db,
    );
    return Number(rows[0]?.count);
  }
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  return rows[0]?.busy ?? Number.NaN;
}

const rows: string[][] = [];
const inMib = (bytes: number) => (bytes / MIB).toFixed(0);
const note = (what: string, { payments, peak, held }: Seen, more: string) =>
  rows.push([
    what,
    `${inMib(peak)} MiB`,
    `${inMib(Math.min(...held))} to ${inMib(Math.max(...held))} MiB`,
    `${median(payments).toFixed(0)}, ${Math.max(...payments).toFixed(0)} ms`,
    more,
  ]);

// What is compiled and pooled for the first payments is no part of what is compared.
await during(sleep(5_000));
note('no file', await during(sleep(STALL_MS)), '');

const begun = performance.now();
const seen = new Set<string>();
let lines = 0;
const whole = await during(
  (async () => {
    for await (const line of createInterface({ input: await download() })) {
      lines += 1;
      seen.add(line.slice(0, line.indexOf(',')));
    }
  })(),
);
const seconds = (performance.now() - begun) / 1000;
if (seen.size !== lines || lines <= PAYMENTS) {
  throw new Error(`${lines} lines with ${seen.size} ids of ${PAYMENTS} payments`);
}
note(
  'a tab that reads it',
  whole,
  `${(lines - 1).toLocaleString('en')} rows, each once, ${seconds.toFixed(0)} s`,
);

const stalled = await download();
let taken = 0;
stalled.on('error', () => undefined);
await new Promise<void>((resolve) => {
  stalled.on('data', (chunk: Buffer) => {
    taken += chunk.length;
    if (taken < PAYMENTS * 15) return;
    stalled.pause();
    resolve();
  });
});
note('a tab that takes no more', await during(sleep(STALL_MS)), '');
stalled.destroy();
await sleep(SOON_MS);
const before = await server.usage();
const held = await heldBy();
await sleep(STALL_MS);
const { cpuMs } = await server.usage();
const { rss, heapUsed } = await server.usage('collected');
note(
  'a second after it was closed',
  { payments: [await pay()], peak: rss, held: [heapUsed] },
  `${held} statements or transactions, processor ${((cpuMs - before.cpuMs) / STALL_MS / 0.01).toFixed(1)} %`,
);

await server.stop();
const name = isPostgres(db) ? 'PostgreSQL' : 'SQLite';
await drop();
process.stdout.write(`\n${PAYMENTS.toLocaleString('en')} payments on ${name}\n\n`);
printTable(['', 'resident', 'heap, collected', 'a payment: median, longest', ''], rows);
