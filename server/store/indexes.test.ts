/** Which index the database uses for what is asked of many payments, and that no index is there twice. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Channel, findChannel } from '../gateway/entities/entities.ts';
import { lastPaidWith, paymentsByMerchantTransaction } from '../gateway/records/payments.ts';
import { findPayments } from '../reporting/find-payments.ts';
import { plansOf } from '../tests/support/query-plans.ts';
import { insertPayments, paymentRows } from '../tests/support/random-payments.ts';
import { startAlone } from '../tests/support/test-gateway.ts';
import { isPostgres, refreshStatistics } from './dialect.ts';

const gateway = await startAlone();
afterAll(() => gateway[Symbol.asyncDispose]());
const { entityId } = gateway;
const { db } = gateway.gateway;
const START = Date.parse('2025-01-01');

const channel = (await findChannel(db, entityId)) as Channel;
const PERIOD = { 'date.from': '2025-01-01 00:00:00', 'date.to': '2025-12-31 23:59:59' };

describe('a database of many payments', () => {
  beforeAll(async () => {
    const row = await paymentRows(gateway.gateway, entityId);
    const rows = Array.from({ length: 3_000 }, (_, n) =>
      row({
        ...{ entity_id: entityId, created_at: START + n * 60_000 },
        ...{ merchant_transaction_id: `order ${n}`, type: n === 1_000 ? 'RF' : 'DB' },
      }),
    );
    await insertPayments(db, rows);
    if (isPostgres(db)) await sql`analyze payments`.execute(db);
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['an order', () => paymentsByMerchantTransaction(db, channel, 'order 17'), 'payments_of_order'],
    [
      'an order in a period',
      () => findPayments(db, channel, { ...PERIOD, merchantTransactionId: 'order 17' }),
      'payments_of_order',
    ],
    [
      'an order of some types in a period',
      () =>
        findPayments(db, channel, {
          ...{ ...PERIOD, merchantTransactionId: 'order 17', paymentTypes: 'DB,RF' },
        }),
      'payments_of_order',
    ],
    [
      'the card that was last paid with',
      () => lastPaidWith(db, ['one', 'another']),
      'payments_of_registration',
    ],
  ])('finds %s by its own index, before there are statistics and after', async (_, ask, index) => {
    const plans = await plansOf(db, 'payments', ask);
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) expect(plan).toContain(index);
    if (isPostgres(db)) return;
    await refreshStatistics(db);
    for (const plan of await plansOf(db, 'payments', ask)) expect(plan).toContain(index);
    await sql`delete from sqlite_stat1`.execute(db);
    await sql`analyze sqlite_schema`.execute(db);
  });

  it('finds a rare type in a period by its own index', async () => {
    const plans = await plansOf(db, 'payments', () =>
      findPayments(db, channel, { ...PERIOD, paymentTypes: 'RF' }),
    );
    expect(plans.at(-1)).toContain('payments_of_type');
  });
});

it('has no index whose columns another one begins with', async () => {
  const columns = isPostgres(db)
    ? sql<{ name: string; columns: string }>`
        select indexrelid::regclass::text as name,
          indrelid::regclass || ' ' || (select string_agg(coalesce(attname, 'an expression'), ' ' order by place)
            from unnest(indkey) with ordinality as key(number, place)
            left join pg_attribute on attrelid = indrelid and attnum = key.number) || ' ' as columns
        from pg_index join pg_class on pg_class.oid = indexrelid
        where indpred is null and relnamespace = 'public'::regnamespace`
    : sql<{ name: string; columns: string }>`
        select list.name, tables.name || ' ' || group_concat(coalesce(info.name, 'an expression'), ' ') || ' ' as columns
        from sqlite_master as tables, pragma_index_list(tables.name) as list,
          pragma_index_info(list.name) as info
        where tables.type = 'table' and not list.partial
        group by tables.name, list.name`;
  const indexes = (await columns.execute(db)).rows;
  expect(indexes.length).toBeGreaterThan(50);
  const repeated = indexes.filter(({ name, columns }) =>
    indexes.some((other) => other.name !== name && other.columns.startsWith(columns)),
  );
  expect(repeated.map(({ name }) => name)).toEqual([]);
});
