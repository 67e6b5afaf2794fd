/**
 * Script requests per second, against a bare `node:http` server that sends the same buffer:
 * `node bench/script-requests.ts [rounds] [requests of a round]`.
 */
import { DEMO, temporaryDataDir } from '../server/tests/support/gateway-process.ts';
import { Connection, get, post, rateOf, requestRate } from './load-client.ts';
import { countArgument, median, printComparisons, takeTurns } from './measure.ts';
import { type MeasuredServer, startBareServer, startGateway } from './measured-server.ts';

const ROUNDS = countArgument(0, 7);
const REQUESTS = countArgument(1, 15_000);
const CONNECTIONS = 32;
/** More than the server remembers, so that it asks the database for each of them. */
const CHECKOUTS = 10_500;
const ACCEPT = 'accept-encoding: gzip, deflate, br\r\n';

async function createCheckouts(url: string): Promise<string[]> {
  const ids: string[] = [];
  const connections = await Promise.all(Array.from({ length: 16 }, () => Connection.open(url)));
  const request = post(
    '/v1/checkouts',
    { amount: '92.00', currency: 'EUR', paymentType: 'DB' },
    `authorization: Bearer ${DEMO.DEMO_ACCESS_TOKEN}\r\n`,
  );
  await rateOf(CHECKOUTS, connections.length, async (_, worker) => {
    const answer = await connections[worker]?.send(request);
    ids.push(JSON.parse(String(answer?.body)).id);
  });
  for (const connection of connections) connection.close();
  return ids;
}

async function readScript(url: string): Promise<Buffer> {
  const connection = await Connection.open(url);
  const { body } = await connection.send(get('/v1/paymentWidgets.js', ACCEPT));
  connection.close();
  return Buffer.from(body);
}

const { dataDir, remove } = await temporaryDataDir();
const gateway = await startGateway({ DATA_DIR: dataDir });
const checkouts = await createCheckouts(gateway.url);
const script = await readScript(gateway.url);
const bare = await startBareServer(script);

let served = 0;
const nextCheckout = () => {
  served += 1;
  return checkouts[served % checkouts.length];
};

async function measure(server: MeasuredServer, checkout: () => string | undefined) {
  const before = await server.usage();
  const load = await requestRate(server.url, { count: REQUESTS, connections: CONNECTIONS }, () =>
    get(`/v1/paymentWidgets.js?checkoutId=${checkout()}`, ACCEPT),
  );
  const after = await server.usage();
  return { ...load, cpuMicros: ((after.cpuMs - before.cpuMs) * 1000) / REQUESTS };
}

const sides = {
  bare: () => measure(bare, () => checkouts[0]),
  remembered: () => measure(gateway, () => checkouts[0]),
  lookedUp: () => measure(gateway, nextCheckout),
};
// The first round runs before V8 has optimised anything.
await takeTurns(1, sides);
const figures = await takeTurns(ROUNDS, sides);
await Promise.all([gateway.stop(), bare.stop()]);
await remove();

const compare = (
  figure: 'rate' | 'cpuMicros',
  side: 'remembered' | 'lookedUp',
): { ours: number[]; yardstick: number[] } => ({
  ours: figures[side].map((load) => load[figure]),
  yardstick: figures.bare.map((load) => load[figure]),
});
printComparisons(
  `Script requests (${script.length} bytes, ${CONNECTIONS} connections, ` +
    `${ROUNDS} rounds of ${REQUESTS}); yardstick: a bare node:http server, same buffer`,
  [
    {
      what: 'checkout that the server remembers',
      unit: '/s',
      ...compare('rate', 'remembered'),
      target: { atLeast: 0.7 },
    },
    { what: 'checkout that it looks up', unit: '/s', ...compare('rate', 'lookedUp') },
    { what: 'processor time, remembered', unit: 'µs', ...compare('cpuMicros', 'remembered') },
    { what: 'processor time, looked up', unit: 'µs', ...compare('cpuMicros', 'lookedUp') },
  ],
);
const share = median(figures.bare.map(({ clientShare }) => clientShare));
process.stdout.write(
  `the client took ${share.toFixed(2)} of a processor at the bare server` +
    `${share > 0.9 ? ': it may be the limit there, and the true ratio lower' : ''}\n`,
);
