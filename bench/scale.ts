/**
 * What each operation costs with many payments against few, on SQLite or on the PostgreSQL of
 * `TEST_DATABASE_URL`: `node bench/scale.ts [few] [many]`. The payments are those of 360 days of one
 * channel, written by SQL straight into the tables of a fresh database, which is gone afterwards. A
 * million take two gigabytes and some minutes.
 */
import { performance } from 'node:perf_hooks';
import { endRetention } from '../server/gateway/retention/retention.ts';
import { purgeMessages } from '../server/notifications/purge.ts';
import { keepDailySums } from '../server/reporting/daily-sums.ts';
import { isTestedOnPostgres } from '../server/tests/support/test-database.ts';
import {
  CARD_FIELDS,
  type Fields,
  startAlone,
  type TestGateway,
} from '../server/tests/support/test-gateway.ts';
import { fillPayments, idOf } from './fill-payments.ts';
import { countArgument, median, printTable } from './measure.ts';

const FEW = countArgument(0, 10_000);
const MANY = countArgument(1, 1_000_000);
const DAYS = 360;
const DAY_MS = 24 * 60 * 60_000;
/** Calls of an operation beside the first, which is not counted. */
const CALLS = 15;
const AT_MOST = 1.3;
const REPORT_AT_MOST_MS = 200;

interface Operation {
  readonly what: string;
  readonly isReport?: boolean;
  /** @param call counts from 0 on */
  run(call: number): Promise<unknown>;
}

function operationsOf({ gateway, call, entityId }: TestGateway, payments: number): Operation[] {
  const day = (back: number) => new Date(Date.now() - back * DAY_MS).toISOString().slice(0, 10);
  const some = (n: number) => Math.floor(((n * 7 + 1) * payments) / 1_000) % payments;
  const debit = (n: number) => some(n) - (some(n) % 10) + 1;
  const get = async (path: string, query: Readonly<Record<string, string>> = {}) => {
    const answer = await call(`${path}?${new URLSearchParams({ entityId, ...query })}`);
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const post = async (path: string, fields: Fields) => {
    const answer = await call(path, { entityId, ...fields });
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  };
  const money = { amount: '1.00', currency: 'EUR' };
  const year = { 'date.from': `${day(DAYS - 1)} 00:00:00`, 'date.to': `${day(0)} 23:59:59` };
  const report = (what: string, run: Operation['run']): Operation => ({
    ...{ what, run },
    isReport: true,
  });
  const V1 = '/reports/v1/reconciliations/aggregations';
  const V2 = '/reports/v2/reconciliations/aggregations';
  const dayBatch = async () => {
    const date = day(10);
    const { aggregations } = await get(V1, { 'date.from': date, 'date.to': date });
    return aggregations[0].id as string;
  };
  return [
    {
      what: 'debit',
      run: () => post('/v1/payments', { ...CARD_FIELDS, ...money, paymentType: 'DB' }),
    },
    {
      what: 'refund',
      run: (n) => post(`/v1/payments/${idOf(debit(n))}`, { ...money, paymentType: 'RF' }),
    },
    { what: 'payment by id', run: (n) => get(`/v1/query/${idOf(some(n))}`) },
    {
      what: 'payment with what is linked',
      run: (n) => get(`/v3/query/${idOf(some(n))}`, { includeLinkedTransactions: 'true' }),
    },
    {
      what: 'v1 by merchantTransactionId',
      run: (n) => get('/v1/query', { merchantTransactionId: `order ${some(n)}` }),
    },
    {
      what: 'v3 by merchantTransactionId',
      run: (n) => get('/v3/query', { merchantTransactionId: `order ${some(n)}` }),
    },
    {
      what: 'v3 by merchantTransactionId, 360 days',
      run: (n) => get('/v3/query', { ...year, merchantTransactionId: `order ${some(n)}` }),
    },
    report('query 360 days, first page', () => get('/v3/query', year)),
    report('query 360 days, last page', () =>
      get('/v3/query', { ...year, pageNo: String(Math.floor((payments * 0.98) / 100)) }),
    ),
    report('query 360 days, refunds, middle', () =>
      get('/v3/query', {
        ...year,
        paymentTypes: 'RF',
        pageNo: String(Math.ceil(payments / 2_000)),
      }),
    ),
    report('query 360 days, no rows', () => get('/v3/query', { ...year, paymentTypes: 'CB' })),
    report('aggregations, 360 days', () =>
      get(V1, { 'date.from': day(DAYS - 1), 'date.to': day(0) }),
    ),
    report('records of a day, page 1', async () => get(`${V2}/${await dayBatch()}`)),
    { what: 'purge of messages, nothing old', run: () => purgeMessages(gateway.db) },
    { what: 'retention, nothing old', run: () => endRetention(gateway.db) },
  ];
}

async function prepare(gateway: TestGateway, payments: number): Promise<Operation[]> {
  await fillPayments(gateway, payments, { days: DAYS });
  while (!(await keepDailySums(gateway.gateway.db)));
  return operationsOf(gateway, payments);
}

const timeOf = async (work: Promise<unknown>, start = performance.now()): Promise<number> => {
  await work;
  return performance.now() - start;
};

await using small = await startAlone();
await using large = await startAlone();
const few = await prepare(small, FEW);
const many = await prepare(large, MANY);
const rows: string[][] = [];
for (const [at, { what, isReport, run }] of few.entries()) {
  const times: [number[], number[]] = [[], []];
  // Both in turns, so that what disturbs the machine disturbs both.
  for (let n = 0; n <= CALLS; n += 1) {
    times[0].push(await timeOf(run(n)));
    times[1].push(await timeOf(many[at]?.run(n) ?? Promise.resolve()));
  }
  const [little = Number.NaN, much = Number.NaN] = times.map((some) => median(some.slice(1)));
  const isMet = much / little <= AT_MOST || (isReport && much <= REPORT_AT_MOST_MS);
  rows.push([
    what,
    `${little.toFixed(1)} ms`,
    `${much.toFixed(1)} ms`,
    (much / little).toFixed(2),
    isReport ? `≤ ${REPORT_AT_MOST_MS} ms` : `≤ ${AT_MOST}`,
    isMet ? 'met' : 'MISSED',
  ]);
}
const shown = (payments: number) => payments.toLocaleString('en');
process.stdout.write(`\nOn ${isTestedOnPostgres ? 'PostgreSQL' : 'SQLite'}, medians\n\n`);
printTable(['', shown(FEW), shown(MANY), 'ratio', 'target', ''], rows);
