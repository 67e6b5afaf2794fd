/**
 * What the indexes of the console's list cost each payment, on SQLite or on the PostgreSQL of
 * `TEST_DATABASE_URL`: `node bench/index-cost.ts [payments there are] [rounds] [payments of a round]`. The same
 * payments are made with these indexes and without them, in turns: debits by card, over HTTP, sixteen at once.
 */
import { statSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { cpuUsage } from 'node:process';
import { sql } from 'kysely';
import { RESULT } from '../contract/result-by-name.ts';
import { issueToken } from '../server/gateway/access/index.ts';
import { isPostgres } from '../server/store/dialect.ts';
import { LARGE_INDEXES } from '../server/store/migrations/index.ts';
import { isTestedOnPostgres } from '../server/tests/support/test-database.ts';
import { CARD_FIELDS, startAlone, type TestGateway } from '../server/tests/support/test-gateway.ts';
import { fillPayments } from './fill-payments.ts';
import { countArgument, printComparisons, takeTurns } from './measure.ts';

const THERE_ARE = countArgument(0, 300_000);
const ROUNDS = countArgument(1, 5);
const PAYMENTS = countArgument(2, 800);
const AT_ONCE = 16;

/** Of the list's filters; what is searched by card, holder and so on is older. */
const COLUMNS = ['state', 'result_code', 'brand', 'currency', 'amount', 'issuer_country'];
const OF_LISTS = LARGE_INDEXES.filter(({ name }) =>
  ['payments_to_answer', ...COLUMNS.map((column) => `payments_by_${column}`)].includes(name),
);

await using server: TestGateway = await startAlone({});
const { db } = server.gateway;
await fillPayments(server, THERE_ARE, { days: 360 });
const { token } = await issueToken(db, { entityId: server.entityId, label: 'index-cost' });

async function pay(n: number): Promise<void> {
  const { body } = await server.call(
    '/v1/payments',
    {
      ...{ entityId: server.entityId, paymentType: 'DB', ...CARD_FIELDS },
      ...{ amount: (1 + (n % 997)).toFixed(2), currency: 'EUR' },
    },
    {
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    },
  );
  if (body.result.code !== RESULT.approvedInternal) throw new Error(JSON.stringify(body.result));
}

interface Cost {
  readonly perSecond: number;
  /** Of one payment: milliseconds of processor time, of this process (on SQLite all there is). */
  readonly processor: number;
  /** Of one payment: kilobytes that the database writes ahead. */
  readonly written: number;
}

/** Bytes that were written ahead so far. */
async function writtenAhead(): Promise<number> {
  if (isPostgres(db)) {
    const { rows } = await sql<{
      bytes: string;
    }>`select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes`.execute(db);
    return Number(rows[0]?.bytes);
  }
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db);
  return statSync(`${rows[0]?.file}-wal`).size;
}

async function cost(): Promise<Cost> {
  await sql.raw(isPostgres(db) ? 'checkpoint' : 'pragma wal_checkpoint(truncate)').execute(db);
  let next = 0;
  const work = async () => {
    while (next < PAYMENTS) {
      next += 1;
      await pay(next);
    }
  };
  const [start, before, processor] = [performance.now(), await writtenAhead(), cpuUsage()];
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const { user, system } = cpuUsage(processor);
  return {
    perSecond: (PAYMENTS * 1_000) / (performance.now() - start),
    processor: (user + system) / 1_000 / PAYMENTS,
    written: ((await writtenAhead()) - before) / 1_024 / PAYMENTS,
  };
}

// All of a round stays in the file that is measured.
if (!isPostgres(db)) await sql`pragma wal_autocheckpoint = 0`.execute(db);
await cost();
const { without, with: withIndexes } = await takeTurns(ROUNDS, {
  async without() {
    for (const { name } of OF_LISTS) await sql`drop index if exists ${sql.id(name)}`.execute(db);
    return cost();
  },
  async with() {
    for (const { name, table, of } of OF_LISTS) {
      await sql`create index if not exists ${sql.id(name)} on ${sql.table(table)} ${sql.raw(of)}`.execute(
        db,
      );
    }
    return cost();
  },
});
const compared = (what: string, unit: string, figure: keyof Cost) => ({
  ...{ what, unit },
  ours: withIndexes.map((one) => one[figure]),
  yardstick: without.map((one) => one[figure]),
});
printComparisons(
  `${OF_LISTS.length} indexes of lists, ${THERE_ARE.toLocaleString('en')} payments there, on ${
    isTestedOnPostgres ? 'PostgreSQL' : 'SQLite'
  }: with them, and without`,
  [
    compared('payments', '/s', 'perSecond'),
    compared('processor time of one', 'ms', 'processor'),
    compared('written ahead for one', 'kB', 'written'),
  ],
);
