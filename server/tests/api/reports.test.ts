/** Settlement reports, as a merchant's accounting reads them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueToken } from '../../gateway/access/access-tokens.ts';
import { createEntity } from '../../gateway/entities/entities.ts';
import { newId } from '../../gateway/ids.ts';
import { batchId } from '../../reporting/batch-id.ts';
import { expectInvalid, inShort, startMerchant } from '../support/merchant.ts';
import { withinOneDay } from '../support/one-window.ts';
import { insertPayments, paymentRows } from '../support/random-payments.ts';
import type { Answer } from '../support/test-gateway.ts';

const merchant = await startMerchant({
  fees: [{ from: '2020-01-01', basisPoints: 250, fixed: { EUR: 10 } }],
});
afterAll(() => merchant[Symbol.asyncDispose]());
const { call, entityId, payment, paymentId, refer, gateway } = merchant;
const paymentRow = await paymentRows(gateway, entityId);

const V1 = '/reports/v1/reconciliations/aggregations';
const V2 = '/reports/v2/reconciliations/aggregations';
// A report is asked of today, for what was sold before it.
beforeAll(() => withinOneDay(), 90_000);
const today = () => new Date().toISOString().slice(0, 10);
type Query = Readonly<Record<string, string>>;
const report = (path: string, query: Query = {}, options: RequestInit = {}): Promise<Answer> =>
  call(`${path}?${new URLSearchParams({ entityId, ...query })}`, undefined, options);
const period = (query: Query = {}) =>
  report(V1, { 'date.from': '2020-01-01', 'date.to': '2020-12-30', ...query });
const CSV: RequestInit = { headers: { accept: 'text/csv' } };

const AT = Date.parse('2020-02-29T10:00:00Z');
const DAY: Query = { 'date.from': '2020-02-29', 'date.to': '2020-02-29', currency: 'EUR' };
const sale = newId();
const chargeback = newId();
const FORMULA = '=HYPERLINK("https://evil.example","x")';
const at = (seconds: number) => ({ entity_id: entityId, created_at: AT + seconds * 1_000 });

beforeAll(async () => {
  await insertPayments(gateway.db, [
    paymentRow({ ...at(0), id: sale, amount: 9_200, merchant_transaction_id: FORMULA }),
    paymentRow({
      ...at(1),
      ...{ id: chargeback, type: 'CB', result_code: '000.100.222', referenced_id: sale },
      amount: 9_200,
    }),
    paymentRow({
      ...at(2),
      ...{ type: 'CR', result_code: '000.100.222', referenced_id: chargeback },
      amount: 9_200,
    }),
  ]);
});

const batchOfDay = async (query: Query = DAY): Promise<string> =>
  (await period(query)).body.aggregations[0].id;

describe('settlement batches', () => {
  it('are one for each day and currency, with the sums of their records', async () => {
    const { status, body } = await period(DAY);
    expect(status).toBe(200);
    expect(body.result.code).toBe('000.000.100');
    expect(body.aggregations).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        entityId,
        date: '2020-02-29',
        currency: 'EUR',
        testMode: 'INTERNAL',
        amount: '89.60',
        summary: [
          { reconciliationType: 'SETTLED', count: 1, amount: '92.00' },
          { reconciliationType: 'FEE', count: 1, amount: '-2.40' },
          { reconciliationType: 'CHARGEBACK', count: 1, amount: '-92.00' },
          { reconciliationType: 'CHARGEBACK REVERSAL', count: 1, amount: '92.00' },
        ],
      },
    ]);
  });

  it('say of each record which payment it is about', async () => {
    const { body } = await report(`${V1}/${await batchOfDay()}`);
    const about = { currency: 'EUR', paymentBrand: 'VISA' };
    const matched = (id: string) => ({ matchedTransactions: { status: 'MATCHED', ids: [id] } });
    expect(body).toMatchObject({ date: '2020-02-29', currency: 'EUR', entityId });
    expect(body.records).toEqual([
      {
        ...{ ...about, ...matched(sale), reconciliationType: 'SETTLED', amount: '92.00' },
        settlementTxDate: '2020-02-29 10:00:00+0000',
        paymentType: 'DB',
        merchantTransactionId: FORMULA,
      },
      expect.objectContaining({ ...matched(sale), reconciliationType: 'FEE', amount: '-2.40' }),
      expect.objectContaining({
        ...{ ...about, ...matched(chargeback), paymentType: 'CB', referencedId: sale },
        reconciliationType: 'CHARGEBACK',
        amount: '-92.00',
      }),
      expect.objectContaining({
        ...{ ...about, paymentType: 'CR', referencedId: chargeback, amount: '92.00' },
        reconciliationType: 'CHARGEBACK REVERSAL',
      }),
    ]);
  });

  it('can be read from the latest record to the first', async () => {
    const path = `${V1}/${await batchOfDay()}`;
    const sorted = (sortOrder: string) =>
      report(path, { sortValue: 'SettlementTxDate', sortOrder }).then(({ body }) =>
        body.records.map((record: { settlementTxDate: string }) => record.settlementTxDate),
      );
    const ascending = await sorted('ASC');
    expect(ascending).toEqual([...ascending].sort());
    expect(await sorted('DESC')).toEqual([...ascending].reverse());
  });

  it('follow what the merchant does: sale, capture, refund, reversal', async () => {
    await paymentId({ amount: '100.00', currency: 'USD' });
    const { body: declined } = await payment({ 'card.number': '4200000000001016' });
    expect(declined.result.code).toBe('800.100.152');
    const reserved = await paymentId({ amount: '50.00', currency: 'USD', paymentType: 'PA' });
    const { body: captured } = await refer(reserved, {
      ...{ amount: '30.00', currency: 'USD', paymentType: 'CP' },
    });
    await refer(captured.id, { amount: '5.00', currency: 'USD', paymentType: 'RF' });
    const reversed = await paymentId({ amount: '10.00', currency: 'USD' });
    await refer(reversed, { paymentType: 'RV' });
    const dropped = await paymentId({ amount: '77.00', currency: 'USD', paymentType: 'PA' });
    await refer(dropped, { paymentType: 'RV' });

    const { body } = await report(V1, {
      ...{ 'date.from': today(), 'date.to': today(), currency: 'USD' },
    });
    // 100 + 30 - 5 + 10 - 10; 2.5 % of 100, 30 and 10, of which the last comes back.
    expect(body.aggregations[0].summary.slice(0, 2)).toEqual([
      { reconciliationType: 'SETTLED', count: 5, amount: '125.00' },
      { reconciliationType: 'FEE', count: 4, amount: '-3.25' },
    ]);
  });

  it('keep test payments of the processor apart', async () => {
    await insertPayments(gateway.db, [
      paymentRow({ ...at(86_400), currency: 'CHF', mode: 'EXTERNAL' }),
    ]);
    const CHF = { currency: 'CHF' };
    expect((await period(CHF)).body.aggregations).toEqual([]);
    expect((await period({ ...CHF, testMode: 'INTERNAL' })).body.aggregations).toEqual([]);
    const { body } = await period({ ...CHF, testMode: 'EXTERNAL' });
    expect(body.aggregations).toMatchObject([{ testMode: 'EXTERNAL', amount: '0.97' }]);
    const { body: batch } = await report(`${V1}/${body.aggregations[0].id}`);
    expect(batch.records).toHaveLength(2);
  });

  it('of a live channel are of its live payments only', async () => {
    await insertPayments(gateway.db, [
      paymentRow({ ...at(0), currency: 'SEK', mode: 'LIVE', amount: 500 }),
      paymentRow({ ...at(0), currency: 'SEK', result_code: '000.100.110', amount: 70 }),
    ]);
    await merchant.set({ mode: 'live' });
    const { body } = await period({ currency: 'SEK' });
    const { body: internal } = await period({ currency: 'SEK', testMode: 'INTERNAL' });
    await merchant.set({ mode: 'test' });
    expect(body.aggregations).toMatchObject([{ summary: [{ amount: '5.00' }, {}, {}, {}] }]);
    expect(body.aggregations[0].testMode).toBeUndefined();
    expect(internal.aggregations).toMatchObject([{ summary: [{ amount: '0.70' }, {}, {}, {}] }]);
  });

  it('have every record once, on pages of a hundred and in one piece', async () => {
    const rows = Array.from({ length: 1_201 }, (_, n) =>
      paymentRow({ ...at(2 * 86_400 + Math.floor(n / 3)), currency: 'GBP', amount: n + 1 }),
    );
    await insertPayments(gateway.db, rows);
    const id = await batchOfDay({ currency: 'GBP' });
    const { body: whole } = await report(`${V1}/${id}`);
    const { body: first } = await report(`${V2}/${id}`);
    const records = [...first.records];
    for (let pageNo = 2; pageNo <= first.pages; pageNo += 1) {
      expect(records).toHaveLength((pageNo - 1) * 100);
      const { body } = await report(`${V2}/${id}`, { pageNo: String(pageNo) });
      records.push(...body.records);
    }
    expect(records).toEqual(whole.records);
    const settled = records.filter((record) => record.reconciliationType === 'SETTLED');
    expect(new Set(settled.map((record) => record.matchedTransactions.ids[0]))).toEqual(
      new Set(rows.map((row) => row.id)),
    );
    const beyond = await report(`${V2}/${id}`, { pageNo: String(first.pages + 1) });
    expect(beyond.body).toMatchObject({ pages: first.pages, records: [] });
  });
});

describe('as comma-separated values', () => {
  it('batches have a line each', async () => {
    const { headers, body } = await report(V1, DAY, CSV);
    expect(headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/);
    const [head, ...lines] = body.trimEnd().split('\r\n');
    expect(head).toBe(
      'id,entityId,date,currency,testMode,amount,settledCount,settled,feeCount,fee,' +
        'chargebackCount,chargeback,chargebackReversalCount,chargebackReversal',
    );
    expect(lines).toEqual([
      `${await batchOfDay()},${entityId},2020-02-29,EUR,INTERNAL,89.60,1,92.00,1,-2.40,1,-92.00,1,92.00`,
    ]);
  });

  it('a formula of a shopper or a merchant stays a text, and a negative amount a number', async () => {
    const { body } = await report(`${V1}/${await batchOfDay()}`, {}, CSV);
    const [, first, fee] = body.split('\r\n');
    expect(first).toBe(
      `SETTLED,2020-02-29 10:00:00+0000,92.00,EUR,DB,VISA,,"'=HYPERLINK(""https://evil.example"",""x"")",,MATCHED,${sale},INTERNAL`,
    );
    expect(fee).toMatch(/^FEE,[^,]+,-2\.40,/);
  });

  it.each([
    ['text/csv', 'text/csv'],
    ['text/csv;q=0.5, application/json', 'application/json'],
    ['text/html', 'application/json'],
    ['*/*', 'application/json'],
  ])('Accept: %s is answered with %s', async (accept, type) => {
    const { headers } = await report(V1, DAY, { headers: { accept } });
    expect(headers.get('content-type')).toContain(type);
  });

  it('a page of records is a file too', async () => {
    const { body } = await report(`${V2}/${await batchOfDay()}`, {}, CSV);
    expect(body.trimEnd().split('\r\n')).toHaveLength(5);
  });
});

describe('a request for a report is refused', () => {
  it.each([
    ['without dates', { 'date.from': '', 'date.to': '' }, ['date.from', 'date.to']],
    ['without an end', { 'date.to': '' }, ['date.to']],
    ['with dates in the wrong order', { 'date.from': '2020-12-31' }, ['date.to']],
    ['with a date in another format', { 'date.from': '01.02.2020' }, ['date.from']],
    ['with a time', { 'date.from': '2020-01-01 00:00:00' }, ['date.from']],
    ['with a day that does not exist', { 'date.to': '2020-02-30' }, ['date.to']],
    ['with more than a year', { 'date.from': '2019-12-30' }, ['date.to']],
    ['with a currency that does not exist', { currency: 'EUX' }, ['currency']],
    ['with another test mode', { testMode: 'BOTH' }, ['testMode']],
  ])('%s', async (_, query, names) => {
    expectInvalid(await period(query), ...names);
  });

  it('and says what a right one looks like', async () => {
    const { body } = await period({ 'date.to': '2019-12-31' });
    expect(body.result.parameterErrors).toEqual([
      { name: 'date.to', value: '2019-12-31', message: 'must not be before date.from' },
    ]);
  });

  it.each([
    [V1, { sortValue: 'Amount' }, 'sortValue'],
    [V1, { sortOrder: 'UP' }, 'sortOrder'],
    [V2, { pageNo: '0' }, 'pageNo'],
    [V2, { pageNo: '-1' }, 'pageNo'],
    [V2, { pageNo: '1.5' }, 'pageNo'],
    [V2, { pageNo: 'first' }, 'pageNo'],
  ] as const)('of %s with %o', async (path, query, name) => {
    expectInvalid(await report(`${path}/${await batchOfDay()}`, query), name);
  });

  it('but a whole leap year is answered', async () => {
    expect((await period({ 'date.to': '2020-12-31' })).status).toBe(200);
  });
});

describe('the batches of another merchant', () => {
  it('are not found, even by their id', async () => {
    const { db } = gateway;
    const { id: parentId } = await createEntity(db, { kind: 'merchant', name: 'Other merchant' });
    const other = await createEntity(db, { kind: 'channel', name: 'Other', parentId });
    const { token } = await issueToken(db, { entityId: other.id, label: 'other' });
    await insertPayments(db, [paymentRow({ entity_id: other.id, created_at: AT })]);
    const asOther = { headers: { authorization: `Bearer ${token}` } };
    const id = await batchOfDay();
    const seen = await report(V1, { ...DAY, entityId: other.id }, asOther);
    expect(seen.body.aggregations).toMatchObject([{ amount: '1.00' }]);
    const notFound = { status: 404, code: '700.400.580' };
    for (const path of [V1, V2]) {
      const theirs = `${path}/${seen.body.aggregations[0].id}`;
      expect(inShort(await report(theirs))).toEqual(notFound);
      expect(inShort(await report(`${path}/${id}`, { entityId: other.id }, asOther))).toEqual(
        notFound,
      );
      expectInvalid(await report(`${path}/${id}`, {}, asOther), 'entityId');
    }
  });

  it.each(['2020-02-30', '2020-13-45'])('nor is one of a day that is none: %s', async (day) => {
    await insertPayments(gateway.db, [paymentRow({ ...at(86_400), currency: 'CHF' })]);
    const id = batchId({ channelId: entityId, currency: 'CHF', day, mode: 'INTERNAL' });
    for (const path of [V1, V2]) expect((await report(`${path}/${id}`)).status).toBe(404);
  });

  it.each(['nonsense', '0'.repeat(32), '20200229585858010123456789abcdef', '%27%20or%201=1'])(
    'nor is %s',
    async (id) => {
      for (const path of [V1, V2]) expect((await report(`${path}/${id}`)).status).toBe(404);
    },
  );
});
