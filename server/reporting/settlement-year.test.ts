/** A year of payments, settled: every sum against one that was made without the database. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEntity } from '../gateway/entities/entities.ts';
import { newId } from '../gateway/ids.ts';
import type { PaymentRow } from '../store/tables.ts';
import { insertPayments, paymentRows } from '../tests/support/random-payments.ts';
import { startTestGateway } from '../tests/support/test-gateway.ts';
import { keepDailySums } from './daily-sums.ts';

const DAY_MS = 24 * 60 * 60_000;
const YEAR = { from: '2025-01-01', to: '2025-12-31' };
const DECIMALS = { JPY: 0, EUR: 2, KWD: 3 } as const;
const CURRENCIES = Object.keys(DECIMALS) as (keyof typeof DECIMALS)[];
const SALES = 13_000;
const FEES = [
  { from: '2025-07-01', basisPoints: 155, fixed: { EUR: 25, KWD: 7, JPY: 31 } },
  { from: '2025-01-01', basisPoints: 290, fixed: { EUR: 30 } },
];

const gateway = await startTestGateway();
const { call, entityId } = gateway;
const paymentRow = await paymentRows(gateway.gateway, entityId);
afterAll(() => gateway[Symbol.asyncDispose]());

/** The same numbers in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const random = seeded(4711);
const upTo = (limit: number) => Math.floor(random() * limit);
const oneIn = (n: number) => upTo(n) === 0;

/** What was booked, added up as with paper and pencil. */
const book = new Map<string, { count: number; units: bigint }>();
function enter(row: PaymentRow, type: string, units: bigint): void {
  const day = new Date(row.settled_at ?? 0).toISOString().slice(0, 10);
  for (const key of [`${day} ${row.currency} ${type}`, `year ${row.currency} ${type}`]) {
    const { count = 0, units: before = 0n } = book.get(key) ?? {};
    book.set(key, { count: count + 1, units: before + units });
  }
}

/** Half up, in ten-thousandths of the smallest unit. */
function feeOf({ amount, currency, settled_at }: PaymentRow): bigint {
  const isSecondHalf = (settled_at ?? 0) >= Date.parse('2025-07-01');
  const exact = BigInt(amount) * (isSecondHalf ? 155n : 290n);
  const rounded = exact / 10_000n + (exact % 10_000n >= 5_000n ? 1n : 0n);
  const fixed = isSecondHalf ? { EUR: 25n, KWD: 7n, JPY: 31n } : { EUR: 30n };
  return rounded + ((fixed as Record<string, bigint>)[currency] ?? 0n);
}

function generate(otherEntityId: string): PaymentRow[] {
  const rows: PaymentRow[] = [];
  const add = (given: Partial<PaymentRow>, at: number): PaymentRow => {
    const row = paymentRow({ entity_id: entityId, created_at: at, id: newId(), ...given });
    rows.push(row);
    return row;
  };
  const sale = (row: PaymentRow) => {
    enter(row, 'SETTLED', BigInt(row.amount));
    const fee = feeOf(row);
    if (fee > 0n) enter(row, 'FEE', -fee);
  };
  for (let n = 0; n < SALES; n += 1) {
    const currency = CURRENCIES[upTo(3)] ?? 'EUR';
    const at = Date.parse(YEAR.from) + upTo(365 * DAY_MS);
    const same = { currency, amount: 1 + upTo(oneIn(50) ? 9_999_999_999 : 2_000_000) };
    const later = () => Math.min(at + upTo(40 * DAY_MS), Date.parse('2025-12-31T23:59:59.999Z'));
    if (oneIn(20)) add({ ...same, state: 'failed', result_code: '800.100.152' }, at);
    if (oneIn(50)) add({ ...same, state: 'pending', result_code: '000.200.000' }, at);
    if (oneIn(30)) add({ ...same, mode: 'EXTERNAL' }, at);
    if (oneIn(30)) add({ ...same, entity_id: otherEntityId }, at);
    if (oneIn(40)) enter(add({ ...same, type: 'CD' }, at), 'SETTLED', -BigInt(same.amount));

    let sold: PaymentRow;
    if (oneIn(3)) {
      const { id } = add({ ...same, type: 'PA' }, at);
      if (oneIn(10)) {
        add({ ...same, type: 'RV', referenced_id: id }, later());
        continue;
      }
      sold = add({ ...same, type: 'CP', referenced_id: id }, later());
    } else sold = add(same, at);
    sale(sold);

    const following = { ...same, referenced_id: sold.id };
    if (sold.type === 'DB' && oneIn(25)) {
      const reversal = add({ ...following, type: 'RV' }, later());
      enter(reversal, 'SETTLED', -BigInt(same.amount));
      if (feeOf(sold) > 0n) enter(reversal, 'FEE', feeOf(sold));
    } else if (oneIn(8)) {
      const amount = 1 + upTo(same.amount);
      enter(add({ ...following, type: 'RF', amount }, later()), 'SETTLED', -BigInt(amount));
    } else if (oneIn(60)) {
      const code = { result_code: '000.100.222' };
      const back = add({ ...following, ...code, type: 'CB' }, later());
      enter(back, 'CHARGEBACK', -BigInt(same.amount));
      if (oneIn(2)) {
        const won = { ...same, ...code, type: 'CR', referenced_id: back.id };
        enter(add(won, later()), 'CHARGEBACK REVERSAL', BigInt(same.amount));
      }
    }
  }
  return rows;
}

/** "-12.345" KWD as -12345n, without the code that wrote it. */
function unitsOf(amount: string, currency: string): bigint {
  const decimals = DECIMALS[currency as keyof typeof DECIMALS];
  const [whole = '', fraction = ''] = amount.split('.');
  expect(fraction).toHaveLength(Math.max(2, decimals));
  if (decimals === 0) expect(fraction).toBe('00');
  return BigInt(whole + fraction.slice(0, decimals));
}

interface Summary {
  readonly reconciliationType: string;
  readonly count: number;
  readonly amount: string;
}
interface Batch {
  readonly id: string;
  readonly date: string;
  readonly currency: string;
  readonly amount: string;
  readonly summary: readonly Summary[];
}
const base = `entityId=${entityId}`;
const V1 = '/reports/v1/reconciliations/aggregations';
const V2 = '/reports/v2/reconciliations/aggregations';
let generated = 0;
/** By the payments, before anything is kept. */
let computed: readonly Batch[] = [];
/** By the sums of each day that are kept. */
let batches: readonly Batch[] = [];

beforeAll(async () => {
  const { db } = gateway.gateway;
  const merchant = await createEntity(db, { kind: 'merchant', name: 'Another merchant' });
  const other = await createEntity(db, { kind: 'channel', name: 'Other', parentId: merchant.id });
  await gateway.set({ fees: FEES });
  const rows = generate(other.id);
  generated = rows.length;
  await insertPayments(db, rows);
  const ask = () => call(`${V1}?${base}&date.from=${YEAR.from}&date.to=${YEAR.to}`);
  computed = (await ask()).body.aggregations;
  while (!(await keepDailySums(db, Date.parse('2026-01-02'))));
  batches = (await ask()).body.aggregations;
});

describe('a year of payments', () => {
  it('is more than 20,000 payments in currencies of 0, 2 and 3 decimals', () => {
    expect(generated).toBeGreaterThan(20_000);
    expect(new Set(batches.map(({ currency }) => currency))).toEqual(new Set(CURRENCIES));
    expect(batches).toHaveLength(365 * 3);
  });

  it('has the same batches where the sums of its days are kept', async () => {
    const kept = await gateway.gateway.db
      .selectFrom('daily_sums')
      .select('day')
      .where('entity_id', '=', entityId)
      .execute();
    expect(kept).toHaveLength(365);
    expect(batches).toEqual(computed);
  });

  it('has the sums of each batch right to the smallest unit', () => {
    const answered = batches.flatMap(({ date, currency, summary }) =>
      summary
        .filter(({ count }) => count > 0)
        .map(({ reconciliationType, count, amount }) => [
          `${date} ${currency} ${reconciliationType}`,
          { count, units: unitsOf(amount, currency) },
        ]),
    );
    const expected = [...book].filter(([key]) => !key.startsWith('year'));
    expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(expected));
  });

  it('pays out what the parts of each batch add up to', () => {
    for (const { amount, currency, summary } of batches) {
      const parts = summary.map((part) => unitsOf(part.amount, currency));
      expect(unitsOf(amount, currency)).toBe(parts.reduce((sum, part) => sum + part, 0n));
    }
  });

  it.each(CURRENCIES)('adds up to the independent sum of the year in %s', async (currency) => {
    const query = `${base}&date.from=${YEAR.from}&date.to=${YEAR.to}&currency=${currency}`;
    const { body } = await call(`${V1}?${query}`);
    const all = (body.aggregations as Batch[]).flatMap(({ summary }) => summary);
    for (const type of ['SETTLED', 'FEE', 'CHARGEBACK', 'CHARGEBACK REVERSAL']) {
      const parts = all.filter(({ reconciliationType }) => reconciliationType === type);
      const units = parts.reduce((sum, { amount }) => sum + unitsOf(amount, currency), 0n);
      const count = parts.reduce((sum, part) => sum + part.count, 0);
      expect({ type, count, units }).toEqual({ type, ...book.get(`year ${currency} ${type}`) });
    }
  });

  it('has in the records of a batch, whole, paged and as CSV, what its sums say', async () => {
    const busiest = batches.toSorted((a, b) => recordsIn(b) - recordsIn(a)).slice(0, 3);
    for (const batch of [...busiest, ...batches.slice(0, 3)]) {
      const { body } = await call(`${V1}/${batch.id}?${base}`);
      expect(sumsOf(body.records, batch.currency)).toEqual(sumsIn(batch));

      const { body: page } = await call(`${V2}/${batch.id}?${base}`);
      expect(page.pages).toBe(Math.ceil(recordsIn(batch) / 100));
      const rest = Array.from({ length: page.pages - 1 }, (_, n) =>
        call(`${V2}/${batch.id}?${base}&pageNo=${n + 2}`),
      );
      const pages = [page, ...(await Promise.all(rest)).map((answer) => answer.body)];
      expect(pages.flatMap(({ records }) => records)).toEqual(body.records);

      const { body: csv } = await call(`${V1}/${batch.id}?${base}`, undefined, {
        headers: { accept: 'text/csv' },
      });
      const lines = (csv as string).trimEnd().split('\r\n').slice(1);
      expect(lines.map((line) => line.split(',')[2])).toEqual(
        body.records.map(({ amount }: Summary) => amount),
      );
    }
  });
});

const recordsIn = ({ summary }: Batch) => summary.reduce((sum, { count }) => sum + count, 0);

const sumsIn = ({ summary, currency }: Batch) =>
  Object.fromEntries(
    summary
      .filter(({ count }) => count > 0)
      .map(({ reconciliationType, amount }) => [reconciliationType, unitsOf(amount, currency)]),
  );

function sumsOf(records: readonly Summary[], currency: string): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const { reconciliationType: type, amount } of records) {
    sums[type] = (sums[type] ?? 0n) + unitsOf(amount, currency);
  }
  return sums;
}
