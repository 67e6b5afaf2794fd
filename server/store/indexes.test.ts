/** Which index the database uses for what is asked of many payments, and that no index is there twice. */
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertPayments, paymentRows } from '../tests/support/random-payments.ts';
import { startAlone } from '../tests/support/test-gateway.ts';
import { isPostgres, refreshStatistics } from './dialect.ts';

const gateway = await startAlone();
afterAll(() => gateway[Symbol.asyncDispose]());
const { entityId } = gateway;
const { db } = gateway.gateway;
const START = Date.parse('2025-01-01');

const planOf = async (query: RawBuilder<unknown>): Promise<string> => {
  const explain = isPostgres(db) ? sql`explain ${query}` : sql`explain query plan ${query}`;
  return JSON.stringify((await explain.execute(db)).rows);
};

const ofOrder = sql`select * from payments where entity_id = ${entityId}
  and merchant_transaction_id = 'order 17' order by created_at, id`;
const ofOrderInPeriod = sql`select * from payments where entity_id = ${entityId}
  and merchant_transaction_id = 'order 17' and created_at >= ${START}
  and created_at < ${START + 365 * 24 * 60 * 60_000} order by created_at, id limit 100`;
const ofType = sql`select * from payments where entity_id = ${entityId} and type = 'CB'
  and created_at >= ${START} order by created_at, id limit 100`;

describe('a database of many payments', () => {
  beforeAll(async () => {
    const row = await paymentRows(gateway.gateway, entityId);
    const rows = Array.from({ length: 3_000 }, (_, n) =>
      row({
        ...{ entity_id: entityId, created_at: START + n * 60_000 },
        merchant_transaction_id: `order ${n}`,
      }),
    );
    await insertPayments(db, rows);
    if (isPostgres(db)) await sql`analyze payments`.execute(db);
  });

  it.each([
    ['an order', ofOrder, 'payments_of_order'],
    ['an order in a period', ofOrderInPeriod, 'payments_of_order'],
    ['a rare type in a period', ofType, 'payments_of_type'],
  ])('finds %s by its own index, with statistics and without', async (_, query, index) => {
    expect(await planOf(query)).toContain(index);
    await refreshStatistics(db);
    expect(await planOf(query)).toContain(index);
  });
});

it('has no index whose columns another one begins with', async () => {
  const columns = isPostgres(db)
    ? sql<{ name: string; columns: string }>`
        select indexrelid::regclass::text as name,
          indrelid::regclass || ' ' || (select string_agg(attname, ' ' order by place)
            from unnest(indkey) with ordinality as key(number, place)
            join pg_attribute on attrelid = indrelid and attnum = key.number) || ' ' as columns
        from pg_index join pg_class on pg_class.oid = indexrelid
        where indpred is null and relnamespace = 'public'::regnamespace`
    : sql<{ name: string; columns: string }>`
        select list.name, tables.name || ' ' || group_concat(info.name, ' ') || ' ' as columns
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
