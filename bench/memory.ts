/**
 * Memory of the server after many requests, against a tenth of them: `node bench/memory.ts [requests]`.
 * A shopper makes four: the merchant's server creates a checkout, the page loads script and form
 * data, the card is paid. The design's million takes about half an hour.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO, temporaryDataDir } from '../server/tests/support/gateway-process.ts';
import { Connection, get, post, rateOf } from './load-client.ts';
import { countArgument, median, printComparisons, printTable } from './measure.ts';
import { startGateway } from './measured-server.ts';
import type { Usage } from './probe.ts';

const REQUESTS = countArgument(0, 100_000);
const REQUESTS_OF_A_SHOPPER = 4;
const AT_ONCE = 16;
/** Parts of all requests after which the memory is looked at. */
const STAGES = [0.1, 0.25, 0.5, 0.75, 1];
/** Looks at each stage, after the server had time to give back what it does not need. */
const LOOKS = 5;
const QUIET_MS = 3_000;

const AUTHORIZATION = `authorization: Bearer ${DEMO.DEMO_ACCESS_TOKEN}\r\n`;
const ACCEPT = 'accept-encoding: gzip, deflate, br\r\n';
const ORIGIN = 'origin: https://shop.example\r\n';
const CREATE = post(
  '/v1/checkouts',
  { amount: '92.00', currency: 'EUR', paymentType: 'DB' },
  AUTHORIZATION,
);
const CARD = {
  paymentBrand: 'VISA',
  'card.number': '4200000000000000',
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
  shopperResultUrl: 'https://shop.example/result',
};

async function shop(connection: Connection): Promise<void> {
  const send = async (request: string) => {
    const { status, body } = await connection.send(request);
    if (status !== 200) throw new Error(`answer ${status}: ${body.toString().slice(0, 500)}`);
    return body;
  };
  const { id } = JSON.parse((await send(CREATE)).toString());
  await send(get(`/v1/paymentWidgets.js?checkoutId=${id}`, ACCEPT));
  await send(get(`/v1/checkouts/${id}/form?locale=de&brands=VISA,MASTER`, ACCEPT + ORIGIN));
  await send(post(`/v1/checkouts/${id}/payment`, CARD, ORIGIN));
}

const { dataDir, remove } = await temporaryDataDir();
const server = await startGateway({ DATA_DIR: dataDir }, ['--expose-gc']);

interface Look {
  readonly requests: number;
  /** As an operator sees it, with garbage that V8 has had no reason to collect. */
  readonly found: Usage;
  readonly collected: readonly Usage[];
}

async function look(requests: number): Promise<Look> {
  await sleep(QUIET_MS);
  const found = await server.usage();
  const collected: Usage[] = [];
  for (let at = 0; at < LOOKS; at += 1) collected.push(await server.usage('collected'));
  return { requests, found, collected };
}

const mebibytes = (look: Look, figure: 'rss' | 'heapUsed' | 'external'): number[] =>
  look.collected.map((usage) => usage[figure] / 2 ** 20);

const looks = [await look(0)];
let made = 0;
for (const part of STAGES) {
  const shoppers = Math.round((REQUESTS * part - made) / REQUESTS_OF_A_SHOPPER);
  const connections = await Promise.all(
    Array.from({ length: AT_ONCE }, () => Connection.open(server.url)),
  );
  await rateOf(shoppers, AT_ONCE, async (_, worker) => {
    const connection = connections[worker];
    if (connection) await shop(connection);
  });
  for (const connection of connections) connection.close();
  made += shoppers * REQUESTS_OF_A_SHOPPER;
  looks.push(await look(made));
  process.stderr.write(`\r${made} of ${REQUESTS} requests `);
}
process.stderr.write(`\r${''.padEnd(78)}\r`);
await server.stop();
await remove();

process.stdout.write('\n');
printTable(
  ['requests', 'resident', 'collected', 'V8 heap', 'outside the heap', 'processor time'],
  looks.map((seen) => [
    seen.requests.toLocaleString('en'),
    ...[
      seen.found.rss / 2 ** 20,
      ...(['rss', 'heapUsed', 'external'] as const).map((name) => median(mebibytes(seen, name))),
    ].map((value) => `${value.toFixed(1)} MiB`),
    `${(seen.found.cpuMs / 1000).toFixed(1)} s`,
  ]),
);
const [, tenth] = looks;
const all = looks.at(-1);
if (tenth && all) {
  printComparisons(
    `Memory of the server on SQLite after ${all.requests.toLocaleString('en')} requests; ` +
      `yardstick: after ${tenth.requests.toLocaleString('en')}`,
    [
      {
        what: 'resident, after garbage collection',
        unit: 'MiB',
        ours: mebibytes(all, 'rss'),
        yardstick: mebibytes(tenth, 'rss'),
        target: { atMost: 1.1 },
      },
      {
        what: 'V8 heap',
        unit: 'MiB',
        ours: mebibytes(all, 'heapUsed'),
        yardstick: mebibytes(tenth, 'heapUsed'),
      },
    ],
  );
}
