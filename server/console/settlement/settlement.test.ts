/** Chargebacks with their reasons, and what is paid out: in the console as in the reports of the API. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChargebackItem, Settlement } from '../../../contract/admin-api.ts';
import { auditEntries } from '../../gateway/access/index.ts';
import { createEntity } from '../../gateway/entities/entities.ts';
import { type Client, startConsole } from '../../tests/support/console-client.ts';
import { startMerchant } from '../../tests/support/merchant.ts';
import { withinOneDay } from '../../tests/support/one-window.ts';

const merchant = await startMerchant({
  fees: [{ from: '2020-01-01', basisPoints: 100, fixed: { EUR: 10 } }],
});
const { gateway, entityId, call } = merchant;
const console = await startConsole(gateway);
afterAll(async () => {
  await console[Symbol.asyncDispose]();
  await merchant[Symbol.asyncDispose]();
});

let support: Client;
let taken: string;
await withinOneDay();
const today = new Date().toISOString().slice(0, 10);
beforeAll(async () => {
  support = await console.administrator('Sam', 'support');
  taken = await merchant.paymentId({ amount: '310.00', merchantTransactionId: 'order-4711' });
  await call(`/sandbox/payments/${taken}/chargeback`, { amount: '110.00', code: '000.100.221' });
  const other = await merchant.paymentId({ amount: '20.00', currency: 'USD' });
  await call(`/sandbox/payments/${other}/chargeback`, { code: '000.100.220' });
  const refunded = await merchant.paymentId({ amount: '100.00' });
  await merchant.refer(refunded, { paymentType: 'RF', amount: '40.00', currency: 'EUR' });
});

const ask = async (path: string) => (await support.ask(`/admin/v1/${path}`)).body;

describe('chargebacks', () => {
  it('say why, and of which payment, the latest first', async () => {
    const { items, next } = await ask('chargebacks');
    expect(next).toBeNull();
    expect(
      (items as ChargebackItem[]).map(({ amount, currency }) => `${amount} ${currency}`),
    ).toEqual(['20.00 USD', '110.00 EUR']);
    expect(items[1]).toMatchObject({
      ...{ reasonCode: '000.100.221', reason: 'chargeback (merchandise did not arrive)' },
      ...{ paymentId: taken, paymentAmount: '310.00', last4: '0000', holder: 'Jane Jones' },
      ...{ reference: 'order-4711', brand: 'VISA' },
    });
  });

  it.each([
    ['resultCode=000.100.220', ['20.00']],
    ['brand=VISA', ['20.00', '110.00']],
    ['brand=AMEX', []],
    ['until=2020-01-01T00:00:00Z', []],
    ['reference=order-4711', ['110.00']],
    ['last4=0000', ['20.00', '110.00']],
    ['last4=1111', []],
    ['holder=jane%20jones', ['20.00', '110.00']],
    ['due=passed', []],
  ])('are found by %s', async (query, amounts) => {
    const { items } = await ask(`chargebacks?${query}`);
    expect((items as ChargebackItem[]).map(({ amount }) => amount)).toEqual(amounts);
  });

  it('are found by their own id and that of their payment', async () => {
    const { items } = await ask(`chargebacks?id=${taken}`);
    expect((items as ChargebackItem[]).map(({ amount }) => amount)).toEqual(['110.00']);
    const own = await ask(`chargebacks?id=${items[0].id}`);
    expect(own.items).toEqual(items);
  });

  it('are filtered by nothing that they do not have', async () => {
    expect((await support.ask('/admin/v1/chargebacks?email=jane@example.com')).status).toBe(400);
  });
});

describe('settlement', () => {
  it('is that of the reports, by day and currency, with fees', async () => {
    const { batches, totals }: Settlement = await ask('settlement');
    const { body } = await call(
      `/reports/v1/reconciliations/aggregations?entityId=${entityId}&date.from=${today}&date.to=${today}`,
    );
    expect(batches.map(({ id, net }) => [id, net]).toSorted()).toEqual(
      body.aggregations
        .map(({ id, amount }: { id: string; amount: string }) => [id, amount])
        .toSorted(),
    );
    const euros = batches.find(({ currency }) => currency === 'EUR');
    // 310 and 100, 40 given back; 1 % and 0.10 of each sale.
    expect(euros).toMatchObject({
      ...{ channelId: entityId, day: today, net: '255.70' },
      settled: { count: 3, amount: '370.00' },
      fees: { count: 2, amount: '-4.30' },
      chargebacks: { count: 1, amount: '-110.00' },
    });
    expect(totals.find(({ currency }) => currency === 'EUR')).toEqual({
      ...{
        currency: 'EUR',
        settled: '370.00',
        fees: '-4.30',
        chargebacks: '-110.00',
        net: '255.70',
      },
    });
  });

  it('is a file, too, and who has taken it is noted', async () => {
    const { headers, body } = await support.ask('/admin/v1/settlement.csv?currency=EUR');
    expect(headers.get('content-disposition')).toBe('attachment');
    const [head, row, ...rest] = (body as string).trim().split('\r\n');
    expect(head).toMatch(/^id,channelId,day,currency,mode,settledCount,settled,/);
    expect(row).toContain(`${entityId},${today},EUR,`);
    expect(row).toContain(',3,370.00,2,-4.30,1,-110.00,0,0.00,255.70');
    expect(rest).toEqual([]);
    const noted: string[] = [];
    for await (const { action, detail } of auditEntries(gateway.db)) {
      if (action === 'settlement exported') noted.push(JSON.stringify(detail));
    }
    expect(noted).toHaveLength(1);
    expect(noted[0]).toContain(today);
  });

  it.each([
    ['from=2026-13-01', 'from'],
    ['from=2026-02-01&to=2026-01-01', 'to'],
    ['from=2024-01-01&to=2026-01-01', 'to'],
    ['currency=XXQ', 'currency'],
  ])('is of no period as %s', async (query, name) => {
    expect(await ask(`settlement?${query}`)).toMatchObject({
      ...{ reason: 'invalid', parameterErrors: [{ name }] },
    });
  });

  it('of another merchant is not seen', async () => {
    const other = await createEntity(gateway.db, { kind: 'merchant', name: 'Another' });
    const stranger = await console.administrator('Xen', 'owner', other.id);
    expect((await stranger.ask('/admin/v1/settlement')).body).toEqual({ totals: [], batches: [] });
    expect((await stranger.ask('/admin/v1/chargebacks')).body.items).toEqual([]);
  });
});
