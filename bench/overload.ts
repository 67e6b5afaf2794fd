/**
 * More clients than one instance serves, on SQLite or on the PostgreSQL of `TEST_DATABASE_URL`:
 * `node bench/overload.ts [clients] [seconds]`. Each client has a connection and pays, one payment
 * after the other; one that is refused comes back when `Retry-After` says. Four clients
 * of another merchant pay beside them, and before them alone. The server's memory is told before and
 * while they pay, as an operator sees it, and before and after them once garbage is collected.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { issueToken } from '../server/gateway/access/access-tokens.ts';
import { createEntity } from '../server/gateway/entities/entities.ts';
import { openDatabase } from '../server/store/database.ts';
import { DEMO } from '../server/tests/support/gateway-process.ts';
import { PAYMENT_FIELDS } from '../server/tests/support/payment-fields.ts';
import { createTestDatabase } from '../server/tests/support/test-database.ts';
import { Connection, get, post } from './load-client.ts';
import { countArgument, printTable } from './measure.ts';
import { startGateway } from './measured-server.ts';
import type { Usage } from './probe.ts';

const CLIENTS = countArgument(0, 2_500);
const SECONDS = countArgument(1, 30);
/** Of the other merchant. */
const OTHERS = 4;
const ALONE_SECONDS = Math.min(SECONDS, 30);
const READY = get('/ready');
/** V8 compiles what a payment runs through for its first 1,500. */
const WARM_SECONDS = 8;
/** Looks at the server's memory while the clients pay. */
const LOOKS = 10;

interface Answer {
  readonly status: number;
  readonly ms: number;
}

/** One client that pays until then. */
async function pays(connection: Connection, request: string, until: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (performance.now() < until) {
    const sent = performance.now();
    const { status, retryAfter } = await connection.send(request);
    answers.push({ status, ms: performance.now() - sent });
    if (status === 503) await sleep(retryAfter * 1_000);
  }
  connection.close();
  return answers;
}

/** Clients that have asked for something already: their connections are open when they begin to pay. */
async function clientsOf(url: string, count: number): Promise<Connection[]> {
  const connections = await Promise.all(Array.from({ length: count }, () => Connection.open(url)));
  for (const connection of connections) await connection.send(READY);
  return connections;
}

async function payAtOnce(clients: readonly Connection[], request: string, seconds: number) {
  const until = performance.now() + seconds * 1_000;
  return (await Promise.all(clients.map((client) => pays(client, request, until)))).flat();
}

/** The time within which this part of the answers came. */
function within(part: number, answers: readonly Answer[]): string {
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const time = times.at(Math.ceil(part * times.length) - 1);
  return time === undefined ? '' : `${Math.round(time).toLocaleString('en')} ms`;
}

function rowOf(who: string, what: string, answers: readonly Answer[], seconds: number): string[] {
  const times = [0.5, 0.99, 1].map((part) => within(part, answers));
  return [who, what, (answers.length / seconds).toFixed(0), ...times];
}

const { location, drop } = await createTestDatabase();
const { dataDir, databaseUrl } = location;
const server = await startGateway(
  { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
  ['--expose-gc'],
);
const db = await openDatabase(location);
const merchant = await createEntity(db, { kind: 'merchant', name: 'Another merchant' });
const { id: channel } = await createEntity(db, {
  kind: 'channel',
  name: 'Another channel',
  parentId: merchant.id,
  settings: { connector: { kind: 'simulator' } },
});
const { token } = await issueToken(db, { entityId: channel, label: 'another' });
await db.destroy();

const payment = (entityId: string, bearer: string) =>
  post('/v1/payments', { ...PAYMENT_FIELDS, entityId }, `authorization: Bearer ${bearer}\r\n`);
const flood = payment(DEMO.DEMO_ENTITY_ID, DEMO.DEMO_ACCESS_TOKEN);
const other = payment(channel, token);

await payAtOnce(await clientsOf(server.url, OTHERS), flood, WARM_SECONDS);
const alone = await payAtOnce(await clientsOf(server.url, OTHERS), other, ALONE_SECONDS);
const found = [await server.usage()];
const collected = [await server.usage('collected')];
const watch = async () => {
  for (let look = 0; look < LOOKS; look += 1) {
    await sleep((SECONDS * 1_000) / LOOKS);
    found.push(await server.usage());
  }
};
const [many, few] = [await clientsOf(server.url, CLIENTS), await clientsOf(server.url, OTHERS)];
const [answers, beside] = await Promise.all([
  payAtOnce(many, flood, SECONDS),
  payAtOnce(few, other, SECONDS),
  watch(),
]);
collected.push(await server.usage('collected'));
await server.stop();
await drop();

const withStatus = (some: readonly Answer[], status: number) =>
  some.filter((answer) => answer.status === status);
const others = answers.filter(({ status }) => ![200, 503].includes(status));
const count = CLIENTS.toLocaleString('en');
printTable(
  ['clients', 'answers', 'a second', 'half within', '99 % within', 'all within'],
  [
    rowOf(`${OTHERS}, alone`, '200', withStatus(alone, 200), ALONE_SECONDS),
    rowOf(`${OTHERS}, beside ${count}`, '200', withStatus(beside, 200), SECONDS),
    rowOf('', '503', withStatus(beside, 503), SECONDS),
    rowOf(count, '200', withStatus(answers, 200), SECONDS),
    rowOf('', '503', withStatus(answers, 503), SECONDS),
    rowOf('', 'other', others, SECONDS),
  ],
);

const mebibytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
const rowOfMemory = (when: string, { rss, heapTotal, heapUsed, external }: Usage) => [
  when,
  ...[rss, heapTotal, heapUsed, external].map(mebibytes),
];
process.stdout.write('\n');
printTable(
  ['memory', 'resident', 'heap', 'used of it', 'outside of it'],
  [
    ...found.map((usage, at) =>
      rowOfMemory(`after ${Math.round((at * SECONDS) / LOOKS)} s`, usage),
    ),
    ...collected.map((usage, at) => rowOfMemory(`${at ? 'after' : 'before'}, collected`, usage)),
  ],
);
