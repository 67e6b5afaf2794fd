/** Sums of days that are over: kept, exact, and no other days. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endRetention } from '../gateway/retention/index.ts';
import { startMerchant } from '../tests/support/merchant.ts';
import { insertPayments, paymentRows } from '../tests/support/random-payments.ts';
import { keepDailySums } from './daily-sums.ts';

const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;
/** The first of the days on which payments were made. */
const FIRST = Math.floor(Date.now() / DAY_MS) - 40;
const DAYS = 30;
const dayAt = (n: number) => new Date((FIRST + n) * DAY_MS).toISOString().slice(0, 10);
const ALL = { 'date.from': dayAt(-20), 'date.to': dayAt(DAYS) };

const merchant = await startMerchant();
afterAll(() => merchant[Symbol.asyncDispose]());
const { call, entityId, gateway, set } = merchant;
const { db } = gateway;
const row = await paymentRows(gateway, entityId);

const aggregationsOf = async (period: Readonly<Record<string, string>>) => {
  const query = new URLSearchParams({ entityId, ...period });
  const { body } = await call(`/reports/v1/reconciliations/aggregations?${query}`);
  return body.aggregations;
};
const sumsOfDay = async (date: string) => {
  const [batch] = await aggregationsOf({ 'date.from': date, 'date.to': date });
  return batch && [batch.amount, ...batch.summary.map(({ amount }: { amount: string }) => amount)];
};
const query = async (parameters: Readonly<Record<string, string>>) => {
  const sent = new URLSearchParams({
    ...{ entityId, 'date.from': `${dayAt(-20)} 00:00:00`, 'date.to': `${dayAt(DAYS)} 23:59:59` },
    ...parameters,
  });
  const { body } = await call(`/v3/query?${sent}`);
  return { pages: body.pages, ids: body.records.map(({ id }: { id: string }) => id) };
};
const keepAll = async (now?: number) => {
  while (!(await keepDailySums(db, now)));
};
const keptDays = async () =>
  (await db.selectFrom('daily_sums').select('day').orderBy('day').execute()).map(({ day }) =>
    dayAt(day - FIRST),
  );
/** What reports answer where nothing is kept is the full sum. */
const withoutKept = async <T>(ask: () => Promise<T>): Promise<T> => {
  const kept = await db.selectFrom('daily_sums').selectAll().execute();
  await db.deleteFrom('daily_sums').execute();
  const answer = await ask();
  if (kept.length > 0) await db.insertInto('daily_sums').values(kept).execute();
  return answer;
};

beforeAll(async () => {
  await set({ fees: [{ from: '2025-01-01', basisPoints: 100 }] });
  const rows = [];
  for (let day = 0; day < DAYS; day += 1) {
    for (let n = 0; n < 20; n += 1) {
      const at = (FIRST + day + 0.5) * DAY_MS + n * MINUTE_MS;
      const sale = row({ entity_id: entityId, created_at: at, amount: 1_000 + n });
      rows.push(sale);
      const following = { entity_id: entityId, referenced_id: sale.id, created_at: at };
      if (n % 5 === 0) rows.push(row({ ...following, type: 'RF', amount: 300 }));
      if (n % 7 === 0) rows.push(row({ ...following, type: 'CB', amount: 200 }));
      if (n === 3) rows.push(row({ ...following, type: 'RV', amount: 1_003 }));
    }
  }
  await insertPayments(db, rows);
});

describe('days that are over', () => {
  it('are kept once their last payments are surely written, and then not computed again', async () => {
    await keepAll((FIRST + 10) * DAY_MS + 59 * MINUTE_MS);
    expect((await keptDays()).at(-1)).toBe(dayAt(8));
    await keepAll((FIRST + 10) * DAY_MS + 60 * MINUTE_MS);
    expect(await keptDays()).toEqual(Array.from({ length: 10 }, (_, n) => dayAt(n)));
    const sums = await sumsOfDay(dayAt(2));
    expect(sums).toEqual(await withoutKept(() => sumsOfDay(dayAt(2))));

    const second = db.updateTable('daily_sums').where('day', '=', FIRST + 2);
    await second.set({ settled: '[]' }).execute();
    expect(await sumsOfDay(dayAt(2))).toBeUndefined();
    await db.deleteFrom('daily_sums').execute();
  });

  it('add up with days that are not kept to what all payments add up to', async () => {
    const computed = await aggregationsOf(ALL);
    expect(computed).toHaveLength(30);
    await keepAll((FIRST + 15.5) * DAY_MS);
    expect((await keptDays()).length).toBe(15);
    expect(await aggregationsOf(ALL)).toEqual(computed);
    // A hole, as a pass leaves it that was ended.
    await db
      .deleteFrom('daily_sums')
      .where('day', 'in', [FIRST + 3, FIRST + 6])
      .execute();
    expect(await aggregationsOf(ALL)).toEqual(computed);
    await keepAll();
    expect(await aggregationsOf(ALL)).toEqual(computed);
  });

  it('are computed anew where fees are changed for days that are past', async () => {
    const before = await sumsOfDay(dayAt(2));
    await set({ fees: [{ from: dayAt(2), basisPoints: 500 }] });
    const after = await sumsOfDay(dayAt(2));
    expect(after).not.toEqual(before);
    await keepAll();
    expect(await sumsOfDay(dayAt(2))).toEqual(after);
    expect(await aggregationsOf(ALL)).toEqual(await withoutKept(() => aggregationsOf(ALL)));
  });

  it('leave today to the payments themselves', async () => {
    const today = new Date().toISOString().slice(0, 10);
    await keepAll();
    await merchant.paymentId();
    expect(await sumsOfDay(today)).toMatchObject(['87.40', '92.00', '-4.60', '0.00', '0.00']);
  });
});

describe('pages of payments', () => {
  it.each([
    {},
    { paymentTypes: 'RF' },
    { paymentTypes: 'CB,RV,CB' },
    { paymentTypes: 'CR' },
    { 'date.from': `${dayAt(2)} 12:05:00`, 'date.to': `${dayAt(20)} 12:02:00` },
    { 'date.from': `${dayAt(2)} 12:05:00`, 'date.to': `${dayAt(2)} 12:07:00`, paymentTypes: 'DB' },
  ])('of %o are the same by kept days, by others, and by both', async (parameters) => {
    const all = async () => {
      const first = await query({ ...parameters, limit: '37' });
      const pages = [first];
      for (let pageNo = 2; pageNo <= first.pages + 1; pageNo += 1) {
        pages.push(await query({ ...parameters, limit: '37', pageNo: String(pageNo) }));
      }
      return pages;
    };
    const computed = await withoutKept(all);
    await keepAll();
    expect(await all()).toEqual(computed);
    await db
      .deleteFrom('daily_sums')
      .where('day', 'in', [FIRST + 3, FIRST + 4, FIRST + 13])
      .execute();
    expect(await all()).toEqual(computed);
    const ids = computed.flatMap((page) => page.ids);
    expect(new Set(ids).size).toBe(ids.length);
    const asked = await query({ ...parameters, limit: '500' });
    expect(ids.slice(0, 500)).toEqual(asked.ids);
  });

  it('leave out none where the books of the first day end at noon', async () => {
    await keepAll();
    const noon = new Date((FIRST + 5.5) * DAY_MS + 10 * MINUTE_MS);
    await endRetention(db, noon.setUTCFullYear(noon.getUTCFullYear() + 10));
    const pages = async () => [
      await query({ limit: '37', pageNo: '1' }),
      await query({ limit: '37', pageNo: '2' }),
    ];
    expect(await pages()).toEqual(await withoutKept(pages));
  });
});
