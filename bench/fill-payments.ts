/** Payments of one channel, written by SQL straight into the tables of a fresh database. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../server/store/database.ts';
import { isPostgres, refreshStatistics } from '../server/store/dialect.ts';
import { paymentRows } from '../server/tests/support/random-payments.ts';
import type { TestGateway } from '../server/tests/support/test-gateway.ts';

const DAY_MS = 24 * 60 * 60_000;
const ROWS_AT_ONCE = 50_000;

/** The n-th payment's id, the same on both databases: ids come in no order, as in life. */
export const idOf = (n: number): string =>
  ((BigInt(n) * 2_654_435_761n) % 2n ** 32n).toString(16).padStart(8, '0') +
  n.toString(16).padStart(24, '0');

const idIn = (db: Database, n: RawBuilder<number>): RawBuilder<string> => {
  const mixed = sql`(${n} * 2654435761) % 4294967296`;
  return isPostgres(db)
    ? sql`lpad(to_hex(${mixed}), 8, '0') || lpad(to_hex(${n}), 24, '0')`
    : sql`printf('%08x%024x', ${mixed}, ${n})`;
};

/** Numbers from `first` to `last`, as the column `n` of the table `numbers`. */
const numbers = (db: Database, first: number, last: number) =>
  isPostgres(db)
    ? sql`(select n from generate_series(cast(${first} as bigint), ${last}) as n) as numbers`
    : sql`(with recursive upwards(n) as (select ${first} union all
        select n + 1 from upwards where n < ${last}) select n from upwards) as numbers`;

/**
 * Those of the tables that are filled, but of keys. They are made once all rows are there: ids come in no
 * order, so each row would change a page of each index, and a million take hours.
 */
async function indexesOf(db: Database): Promise<{ name: string; definition: string }[]> {
  const { rows } = await sql<{ name: string; definition: string }>`${
    isPostgres(db)
      ? sql`select indexname as name, indexdef as definition from pg_indexes
          where tablename in ('payments', 'messages') and schemaname = current_schema()
          and indexname not in (select conname from pg_constraint)`
      : sql`select name, sql as definition from sqlite_master
          where type = 'index' and tbl_name in ('payments', 'messages') and sql is not null`
  }`.execute(db);
  return rows;
}

export interface Filling {
  readonly days: number;
  /** What columns have beside the usual, by the number `n` of the payment. */
  readonly varied?: Readonly<Record<string, RawBuilder<unknown>>>;
}

/**
 * Of ten payments seven are debits, one refunds the one before, one is reserved and the next one
 * captures it. A message of each is kept for replays.
 */
export async function fillPayments(
  { gateway, entityId }: Pick<TestGateway, 'gateway' | 'entityId'>,
  payments: number,
  { days, varied: more = {} }: Filling,
): Promise<void> {
  const { db } = gateway;
  if (!isPostgres(db)) await sql`pragma synchronous = off`.execute(db);
  const n = sql<number>`n`;
  const end = Date.now();
  const start = end - days * DAY_MS;
  const at = sql`cast(${start} as bigint) + n * ${sql.lit(days * DAY_MS)} / ${sql.lit(payments)}`;
  const template = (await paymentRows(gateway, entityId))({ entity_id: entityId, created_at: 0 });
  const parameters = {
    merchantInvoiceId: 'invoice 20260001',
    'customer.email': 'jane@example.com',
    'customer.givenName': 'Jane',
    'customer.surname': 'Jones',
    'billing.street1': '1 Long Street',
    'billing.city': 'Springfield',
    'billing.postcode': '12345',
    'billing.country': 'US',
    descriptor: '1234.1234.1234 Test channel',
  };
  const varied: Record<string, RawBuilder<unknown>> = {
    id: idIn(db, n),
    reference: sql`'r' || ${idIn(db, n)}`,
    type: sql`case n % 10 when 7 then 'RF' when 8 then 'PA' when 9 then 'CP' else 'DB' end`,
    amount: sql`100 + n % 9973`,
    referenced_id: sql`case when n % 10 in (7, 9) then ${idIn(db, sql`(n - 1)`)} end`,
    merchant_transaction_id: sql`'order ' || n`,
    parameters: sql.lit(JSON.stringify(parameters)),
    created_at: at,
    settled_at: at,
    ...more,
  };
  const columns = Object.entries(template).map(([name, value]) => ({
    name: sql.ref(name),
    value: varied[name] ?? (value === null ? sql`null` : sql.lit(value)),
  }));
  const message = {
    id: idIn(db, n),
    channel_id: sql.lit(entityId),
    kind: sql.lit('notifications'),
    type: sql.lit('PAYMENT'),
    subject_id: idIn(db, n),
    group_id: idIn(db, n),
    position: sql.lit(1),
    body: sql.lit(JSON.stringify({ type: 'PAYMENT', payload: parameters })),
    // None of them is old enough to be purged.
    created_at: sql`cast(${end} as bigint) - n % ${sql.lit(50 * DAY_MS)}`,
  };
  const names = Object.keys(message).map((name) => sql.ref(name));
  const indexes = await indexesOf(db);
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db);
  for (let first = 0; first < payments; first += ROWS_AT_ONCE) {
    const some = numbers(db, first, Math.min(first + ROWS_AT_ONCE, payments) - 1);
    await sql`insert into payments (${sql.join(columns.map(({ name }) => name))})
      select ${sql.join(columns.map(({ value }) => value))} from ${some}`.execute(db);
    await sql`insert into messages (${sql.join(names)})
      select ${sql.join(Object.values(message))} from ${some}`.execute(db);
    process.stderr.write(`\r${first.toLocaleString('en')} of ${payments.toLocaleString('en')}   `);
  }
  process.stderr.write(`\r${''.padEnd(40)}\r`);
  for (const { definition } of indexes) await sql.raw(definition).execute(db);
  if (!isPostgres(db)) await sql`pragma synchronous = full`.execute(db);
  // As autovacuum does it in time, and every instance on SQLite.
  if (isPostgres(db)) await sql`vacuum (analyze)`.execute(db);
  else await refreshStatistics(db);
}
