/** `/v3/query` and `/v1/query`: what a merchant's server looks up. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueToken } from '../../gateway/access/access-tokens.ts';
import { createEntity } from '../../gateway/entities/entities.ts';
import { newId } from '../../gateway/ids.ts';
import { expectInvalid, ignoredIn, inShort, startMerchant } from '../support/merchant.ts';
import { insertPayments, paymentRows } from '../support/random-payments.ts';
import type { Answer } from '../support/test-gateway.ts';

const merchant = await startMerchant();
afterAll(() => merchant[Symbol.asyncDispose]());
const { call, entityId, paymentId, refer, gateway } = merchant;
const paymentRow = await paymentRows(gateway, entityId);

type Query = Readonly<Record<string, string>>;
const find = (query: Query, path = '', options: RequestInit = {}): Promise<Answer> =>
  call(`/v3/query${path}?${new URLSearchParams({ entityId, ...query })}`, undefined, options);

const START = Date.parse('2024-05-01T00:00:00Z');
const DAY: Query = { 'date.from': '2024-05-01 00:00:00', 'date.to': '2024-05-01 23:59:59' };
const YEAR: Query = { 'date.from': '2024-01-01 00:00:00', 'date.to': '2024-12-31 23:59:59' };
const MADE = 1_203;
const ids = Array.from({ length: MADE }, newId);

beforeAll(async () => {
  const rows = ids.map((id, n) =>
    paymentRow({
      ...{ id, entity_id: entityId, created_at: START + n * 60_000, amount: n },
      type: n % 10 === 0 ? 'PA' : 'DB',
      ...(n === 7 && { merchant_transaction_id: 'order-0007' }),
    }),
  );
  await insertPayments(gateway.db, rows);
});

const idsIn = ({ body }: Answer): string[] => body.records.map(({ id }: { id: string }) => id);

describe('the payments of a period', () => {
  it('are those made from its first second to its last one', async () => {
    const { status, body } = await find({
      'date.from': '2024-05-01 00:01:00',
      'date.to': '2024-05-01 00:03:00',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ pages: 1, result: { code: '000.000.100' } });
    expect(body.records).toMatchObject([
      { id: ids[1], paymentType: 'DB', amount: '0.01', timestamp: '2024-05-01 00:01:00+0000' },
      { id: ids[2], result: { code: '000.100.110' } },
      { id: ids[3], paymentBrand: 'VISA', currency: 'EUR' },
    ]);
  });

  it('come in pages of up to 500, each of them once', async () => {
    const pages = await Promise.all(
      ['1', '2', '3'].map((pageNo) => find({ ...YEAR, limit: '500', pageNo })),
    );
    expect(pages.map(({ body }) => body.pages)).toEqual([3, 3, 3]);
    expect(pages.flatMap(idsIn)).toEqual(ids);
    const { body } = await find({ ...YEAR, limit: '500', pageNo: '4' });
    expect(body).toMatchObject({ pages: 3, records: [] });
  });

  it('are a hundred on a page where no limit is named', async () => {
    const { body } = await find(YEAR);
    expect(body.pages).toBe(Math.ceil(MADE / 100));
    expect(body.records).toHaveLength(100);
  });

  it('may be of some types only', async () => {
    const { body } = await find({ ...YEAR, paymentTypes: 'PA,RF', limit: '500' });
    expect(body.records).toHaveLength(121);
    expect(new Set(body.records.map((r: Query) => r['paymentType']))).toEqual(new Set(['PA']));
  });

  it('may be those of an order, whenever they were made', async () => {
    expect(idsIn(await find({ merchantTransactionId: 'order-0007' }))).toEqual([ids[7]]);
  });

  it.each<[string, Query]>([
    ['a reference that there is not', { merchantTransactionId: 'order-9999' }],
    ['a reference too short for any payment', { merchantTransactionId: '7' }],
    ['a reference of another type', { merchantTransactionId: 'order-0007', paymentTypes: 'RF' }],
    ['a reference of another day', { ...DAY, merchantTransactionId: '7' }],
    ['authentications, which are no payments', { ...YEAR, paymentTypes: '3D' }],
    ['receipts and returned debits', { ...YEAR, paymentTypes: 'RC,RB' }],
    [
      'whatever else this family calls a type',
      { ...YEAR, paymentTypes: 'RG,CF,RR,DR,SD,RS,DS,FI' },
    ],
    [
      'a day without payments',
      { 'date.from': '2023-01-01 00:00:00', 'date.to': '2023-01-01 00:00:01' },
    ],
  ])('are an empty list for %s', async (_, query) => {
    const { status, body } = await find(query);
    expect(status).toBe(200);
    expect(body).toMatchObject({ result: { code: '000.000.100' }, pages: 0, records: [] });
  });

  it('are a file of comma-separated values for who asks for one', async () => {
    const headers = { accept: 'text/csv' };
    const { headers: answered, body } = await find({ ...DAY, limit: '2' }, '', { headers });
    expect(answered.get('content-type')).toMatch(/^text\/csv/);
    const [head, first] = body.split('\r\n');
    expect(head).toMatch(/^id,referencedId,timestamp,paymentType,paymentBrand,amount,currency,/);
    expect(first).toMatch(
      new RegExp(`^${ids[0]},,2024-05-01 00:00:00\\+0000,PA,VISA,0\\.00,EUR,000\\.100\\.110,`),
    );
  });
});

describe('a file of payments', () => {
  it.each(['=1+1', '+49 30 1', '-2+3', '@SUM(A1)', '\t=1'])(
    'has the reference %o as text',
    async (start) => {
      const reference = `${start} order-0001`;
      await insertPayments(gateway.db, [
        paymentRow({
          ...{ entity_id: entityId, created_at: START, merchant_transaction_id: reference },
        }),
      ]);
      const headers = { accept: 'text/csv' };
      const { body } = await find({ merchantTransactionId: reference }, '', { headers });
      expect(body.split('\r\n')[1]).toContain(`,'${reference},`);
    },
  );
});

describe('one payment', () => {
  it('is answered as it is elsewhere, and with what is linked to it where that is asked for', async () => {
    const reserved = await paymentId({ paymentType: 'PA' });
    const capture = { paymentType: 'CP', amount: '60.00', currency: 'EUR' };
    const { body: captured } = await refer(reserved, capture);
    const refund = { paymentType: 'RF', amount: '1.00', currency: 'EUR' };
    const { body: refunded } = await refer(captured.id, refund);
    await paymentId();

    const { body: alone } = await find({}, `/${captured.id}`);
    const { body: elsewhere } = await call(`/v1/query/${captured.id}?entityId=${entityId}`);
    expect({ ...alone, timestamp: '' }).toEqual({ ...elsewhere, timestamp: '' });
    expect(alone.records).toBeUndefined();

    for (const id of [reserved, captured.id, refunded.id]) {
      const answer = await find({ includeLinkedTransactions: 'true' }, `/${id}`);
      expect(answer.body.id).toBe(id);
      expect(idsIn(answer)).toEqual([reserved, captured.id, refunded.id]);
    }
  });

  it('that failed is HTTP 400, as everywhere', async () => {
    const id = await paymentId({ 'card.number': '4200000000001016' });
    expect(inShort(await find({}, `/${id}`))).toEqual({ status: 400, code: '800.100.152' });
  });
});

describe('a query is refused', () => {
  it.each([
    ['without a period or an order', {}, ['date.from', 'date.to']],
    ['with a beginning only', { 'date.from': DAY['date.from'] ?? '' }, ['date.to']],
    ['with dates without a time', { ...DAY, 'date.from': '2024-05-01' }, ['date.from']],
    ['with a moment that is none', { ...DAY, 'date.to': '2024-05-01 25:00:00' }, ['date.to']],
    ['in the wrong order', { ...DAY, 'date.to': '2024-04-30 23:59:59' }, ['date.to']],
    ['for more than a year', { ...DAY, 'date.from': '2023-04-30 23:59:58' }, ['date.to']],
    ['with page 0', { ...DAY, pageNo: '0' }, ['pageNo']],
    ['with more than 500 on a page', { ...DAY, limit: '501' }, ['limit']],
    ['with none on a page', { ...DAY, limit: '0' }, ['limit']],
    ['with an unknown type', { ...DAY, paymentTypes: 'DB,XX' }, ['paymentTypes']],
    ['with types that are not separated', { ...DAY, paymentTypes: 'DB RF' }, ['paymentTypes']],
  ])('%s', async (_, query, names) => {
    expectInvalid(await find(query), ...names);
  });

  it('with a wish that is neither true nor false', async () => {
    expectInvalid(
      await find({ includeLinkedTransactions: 'yes' }, `/${ids[0]}`),
      'includeLinkedTransactions',
    );
  });

  it('but a whole year is answered, and an unknown parameter is named', async () => {
    const answer = await find({ ...YEAR, sortBy: 'amount' });
    expect(answer.status).toBe(200);
    expect(ignoredIn(answer)).toEqual(['sortBy']);
  });
});

describe('the payments of an order, under /v1', () => {
  const ofOrder = (query: Query) =>
    call(`/v1/query?${new URLSearchParams({ entityId, ...query })}`, undefined);
  const order: Query = { merchantTransactionId: 'order-0007' };

  it('are all of them, and each filter that it does not have is named', async () => {
    const answer = await ofOrder({ ...order, paymentTypes: 'RF', 'date.from': '2030-01-01' });
    expect(answer.body.payments.map(({ id }: { id: string }) => id)).toEqual([ids[7]]);
    expect(ignoredIn(answer)).toEqual(['paymentTypes', 'date.from']);
    expect(ignoredIn(await ofOrder(order))).toEqual([]);
    // Each has its own time and request: the envelope has those of the list.
    const { timestamp, ndc } = (await merchant.read(String(ids[7]))).body;
    const [paid] = answer.body.payments;
    expect(paid).toMatchObject({ timestamp: expect.stringMatching(/^\d{4}-.*\+0000$/), ndc });
    expect(paid.timestamp <= timestamp).toBe(true);
  });

  it.each<[string, Query]>([
    ['is left out', {}],
    ['is empty', { merchantTransactionId: '' }],
    ['is longer than any', { merchantTransactionId: 'x'.repeat(256) }],
  ])('are refused where the reference %s', async (_, query) => {
    expectInvalid(await ofOrder(query), 'merchantTransactionId');
  });
});

describe('the payments of another merchant', () => {
  it('are not found', async () => {
    const { db } = gateway;
    const { id: parentId } = await createEntity(db, { kind: 'merchant', name: 'Other merchant' });
    const other = await createEntity(db, { kind: 'channel', name: 'Other', parentId });
    const { token } = await issueToken(db, { entityId: other.id, label: 'other' });
    const asOther = { headers: { authorization: `Bearer ${token}` } };
    const own = await find({ entityId: other.id, ...YEAR }, '', asOther);
    expect(own.body).toMatchObject({ pages: 0, records: [] });
    const theirs = await find({ entityId: other.id }, `/${ids[0]}`, asOther);
    expect(inShort(theirs)).toEqual({ status: 404, code: '700.400.580' });
    expectInvalid(await find(YEAR, '', asOther), 'entityId');
  });

  it.each([
    ['a payment that there never was', newId()],
    ['one whose id is far too long', 'a'.repeat(5_000)],
  ])('nor is %s', async (_which, id) => {
    const unknown = { status: 404, code: '700.400.580' };
    expect(inShort(await find({}, `/${id}`))).toEqual(unknown);
    expect(inShort(await merchant.read(id))).toEqual(unknown);
  });
});
