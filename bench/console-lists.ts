/**
 * How long the console's list of payments takes with each of its filters, and its first page, on SQLite or on the PostgreSQL of
 * `TEST_DATABASE_URL`: `node bench/console-lists.ts [payments]`. Asked over HTTP by an administrator who sees one
 * channel, each time for another value. A million payments take two gigabytes and some minutes.
 */
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { RESULT } from '../contract/result-by-name.ts';
import { type Client, startConsole } from '../server/tests/support/console-client.ts';
import { isTestedOnPostgres } from '../server/tests/support/test-database.ts';
import { startAlone, type TestGateway } from '../server/tests/support/test-gateway.ts';
import { fillPayments, idOf } from './fill-payments.ts';
import { countArgument, median, printTable } from './measure.ts';

const PAYMENTS = countArgument(0, 300_000);
const CALLS = 40;
const AT_MOST_MS = 200;
const DAYS = 360;
const DAY_MS = 24 * 60 * 60_000;

const HOLDERS = 200_000;
const SHOPPERS = 150_000;
const BINS = 400;

const digits = (expression: string, length: number) =>
  isTestedOnPostgres
    ? sql.raw(`lpad(cast(${expression} as text), ${length}, '0')`)
    : sql.raw(`printf('%0${length}d', ${expression})`);

/** As in life: most succeed, by few brands and currencies; a few things are rare. */
const varied = {
  card_last4: digits('n * 7919 % 10000', 4),
  card_bin: digits(`400000 + n % ${BINS}`, 6),
  card_holder: sql.raw(`'holder ' || n % ${HOLDERS}`),
  shopper_email: sql.raw(`'s' || n % ${SHOPPERS} || '@shop.example'`),
  merchant_invoice_id: sql.raw(`'invoice ' || n`),
  is_searchable: sql.lit(1),
  brand: sql.raw(`case when n % 20 = 3 then 'AMEX' when n % 5000 = 4 then 'JCB'
    when n % 3 = 0 then 'MASTER' else 'VISA' end`),
  currency: sql.raw(`case when n % 50 = 1 then 'USD' when n % 20000 = 2 then 'KWD' else 'EUR' end`),
  state: sql.raw(`case when n % 12 = 5 then 'failed' when n % 50000 = 4 then 'in_doubt'
    else 'succeeded' end`),
  issuer_country: sql.raw(`case when n % 30000 = 6 then 'BR' when n % 7 = 0 then null
    when n % 3 = 0 then 'DE' else 'US' end`),
  result_code: sql.raw(`case when n % 60000 = 5 then '${RESULT.declinedStolenCard}'
    when n % 12 = 5 then '${RESULT.declined}' else '${RESULT.approvedInternal}' end`),
};

type Query = Readonly<Record<string, string>>;
const time = (back: number) => new Date(Date.now() - back * DAY_MS).toISOString();
const some = (call: number, of = PAYMENTS) => (call * 7_919 + 13) % of;
const day = (call: number): Query => {
  const back = 1 + (some(call) % (DAYS - 2));
  return { from: time(back + 1), until: time(back) };
};
const cents = (units: number) => (units / 100).toFixed(2);

const FILTERS: Readonly<Record<string, (call: number) => Query>> = {
  none: () => ({}),
  'a day': day,
  '90 days': (call) => ({ from: time(100 + call), until: time(10 + call) }),
  'state: failed': () => ({ state: 'failed' }),
  'state: in doubt (rare)': () => ({ state: 'in_doubt' }),
  'type: refunds': () => ({ type: 'RF' }),
  'type: chargebacks (none)': () => ({ type: 'CB' }),
  brand: () => ({ brand: 'AMEX' }),
  'brand (rare)': () => ({ brand: 'JCB' }),
  'brand (none)': () => ({ brand: 'DINERS' }),
  currency: () => ({ currency: 'USD' }),
  'currency (rare)': () => ({ currency: 'KWD' }),
  'one amount': (call) => {
    const amount = cents(100 + some(call, 9_973));
    return { amountMin: amount, amountMax: amount, currency: 'EUR' };
  },
  'one amount, any currency': (call) => {
    const amount = cents(100 + some(call, 9_973));
    return { amountMin: amount, amountMax: amount };
  },
  'amounts from 50 to 60': () => ({ amountMin: '50.00', amountMax: '60.00', currency: 'EUR' }),
  'amounts from 50 to 60, any currency': () => ({ amountMin: '50.00', amountMax: '60.00' }),
  'amounts in a rare currency': () => ({ amountMin: '1.00', currency: 'KWD' }),
  'amounts (none)': () => ({ amountMin: '5000.00', currency: 'EUR' }),
  'amounts (none), any currency': () => ({ amountMin: '5000.00' }),
  'last four': (call) => ({ last4: String(some(call, 10_000)).padStart(4, '0') }),
  'last four and a day': (call) => ({
    last4: String(some(call, 10_000)).padStart(4, '0'),
    ...day(call),
  }),
  BIN: (call) => ({ bin: String(400_000 + some(call, BINS)) }),
  'issuer country': () => ({ issuerCountry: 'DE' }),
  'issuer country (rare)': () => ({ issuerCountry: 'BR' }),
  'issuer country (none)': () => ({ issuerCountry: 'AQ' }),
  holder: (call) => ({ holder: `Holder ${some(call, HOLDERS)}` }),
  'e-mail': (call) => ({ email: `s${some(call, SHOPPERS)}@shop.example` }),
  'reference: order': (call) => ({ reference: `order ${some(call)}` }),
  'reference: invoice': (call) => ({ reference: `invoice ${some(call)}` }),
  'reference (none)': (call) => ({ reference: `none ${call}` }),
  'payment id': (call) => ({ id: idOf(some(call)) }),
  'id (none)': (call) => ({ id: idOf(PAYMENTS + 1 + call) }),
  'result code': () => ({ resultCode: RESULT.declined }),
  'result code (rare)': () => ({ resultCode: RESULT.declinedStolenCard }),
  'result code (none)': () => ({ resultCode: RESULT.declinedExpiryDate }),
  'a brand, failed, a month': () => ({
    brand: 'AMEX',
    state: 'failed',
    from: time(40),
    until: time(10),
  }),
};

const p95 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;

async function timesOf(agent: Client, path: (call: number) => string) {
  const times: number[] = [];
  let found = 0;
  for (let call = 0; call <= CALLS; call += 1) {
    const start = performance.now();
    const { status, body } = await agent.ask(`/admin/v1/${path(call)}`);
    // The first one is not counted.
    if (call > 0) times.push(performance.now() - start);
    if (status !== 200) throw new Error(JSON.stringify(body));
    found += body.items?.length ?? 0;
  }
  return { times, found };
}

async function listRows(agent: Client): Promise<string[][]> {
  const wanted = process.argv[3];
  const rows: string[][] = [];
  const asked: [string, (call: number) => string][] = [
    ['the first page', () => 'today'],
    ['chargebacks to be answered', () => 'chargebacks?due=open'],
    ...Object.entries(FILTERS).map(([what, query]): [string, (call: number) => string] => [
      what,
      (call) => `payments?${new URLSearchParams(query(call))}`,
    ]),
  ];
  for (const [what, path] of asked) {
    if (wanted && !what.includes(wanted)) continue;
    const { times, found } = await timesOf(agent, path);
    const slow = p95(times);
    rows.push([
      what,
      (found / (CALLS + 1)).toFixed(1),
      `${median(times).toFixed(0)} ms`,
      `${slow.toFixed(0)} ms`,
      slow <= AT_MOST_MS ? 'met' : 'MISSED',
    ]);
  }
  return rows;
}

await using server: TestGateway = await startAlone({});
await fillPayments(server, PAYMENTS, { days: DAYS, varied });
await using console = await startConsole(server.gateway);
const agent = await console.administrator('Sam', 'support', server.entityId);
const rows = await listRows(agent);
const database = isTestedOnPostgres ? 'PostgreSQL' : 'SQLite';
process.stdout.write(`\n${PAYMENTS.toLocaleString('en')} payments on ${database}, over HTTP\n\n`);
printTable(['filter', 'rows', 'median', 'p95', `≤ ${AT_MOST_MS} ms`], rows);
