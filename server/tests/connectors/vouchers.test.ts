/** Vouchers of a processor: another gateway that tells of its receipts, and transfers by hand. */
import { afterAll, describe, expect, it } from 'vitest';
import { manual } from '../../connectors/manual/manual.ts';
import { pollConnectors } from '../../gateway/sweeper.ts';
import { connectRelay, notifierOf } from '../support/processor-gateway.ts';
import { type Fields, startAlone } from '../support/test-gateway.ts';

const PAID = '000.100.112';
const WAITING = '800.400.500';

const ours = await startAlone();
const processor = await startAlone();
const byHand = await startAlone();
await connectRelay(ours, processor);
const notify = await notifierOf(ours);
await byHand.set({
  connector: {
    kind: 'manual',
    account: { holder: 'Bookshop Ltd', iban: 'DE89370400440532013000' },
    brands: ['PREPAYMENT', 'SOFORTUEBERWEISUNG'],
  },
});
afterAll(async () => {
  for (const each of [ours, processor, byHand]) await each[Symbol.asyncDispose]();
});

const order = async (gateway: typeof ours, fields: Fields = {}) =>
  (
    await gateway.call('/v1/payments', {
      entityId: gateway.entityId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'PA',
      paymentBrand: 'PREPAYMENT',
      testMode: 'EXTERNAL',
      shopperResultUrl: 'https://shop.example/result',
      ...fields,
    })
  ).body;
const read = async (gateway: typeof ours, id: string) =>
  (await gateway.call(`/v1/payments/${id}`)).body;
const linked = async (gateway: typeof ours, id: string) =>
  (await gateway.call(`/v3/query/${id}?includeLinkedTransactions=true`)).body.records;
const refer = async (gateway: typeof ours, id: string, fields: Fields) =>
  (await gateway.call(`/v1/payments/${id}`, { entityId: gateway.entityId, ...fields })).body;
const poll = async (gateway: typeof ours, isDone: () => Promise<boolean>) => {
  await expect
    .poll(
      async () => {
        await pollConnectors(gateway.gateway);
        return isDone();
      },
      { timeout: 30_000, interval: 300 },
    )
    .toBe(true);
};

describe('a voucher of another gateway', () => {
  const thereOf = async (id: string) => (await read(ours, id)).resultDetails.ConnectorTxID1;
  const receive = async (there: string, fields: Fields = {}) =>
    (
      await processor.call(`/sandbox/payments/${there}/receipt`, {
        entityId: processor.entityId,
        ...fields,
      })
    ).body.id;
  const received = (id: string) =>
    linked(ours, id).then((all) => all.filter(({ paymentType }: Fields) => paymentType === 'RC'));

  it('is shown as it is there, with all its digits, on a page of ours', async () => {
    const voucher = await order(ours, { paymentBrand: 'PIX', currency: 'BRL' });
    expect(voucher.result.code).toBe(WAITING);
    expect(voucher.redirect.url).toContain(`${ours.url}/v1/vouchers/`);
    const there = await read(processor, await thereOf(voucher.id));
    expect(voucher.resultDetails.PixCode).toBe(there.resultDetails.PixCode);
  });

  it('is paid by receipts that the processor tells of, in parts, and each is refunded there', async () => {
    const { id } = await order(ours);
    const there = await thereOf(id);
    for (const [amount, code] of [
      ['90.00', WAITING],
      ['2.00', PAID],
    ]) {
      const receipt = await receive(there, { amount });
      const before = (await received(id)).length;
      await notify({ type: 'PAYMENT', payload: { id: receipt } });
      await poll(ours, async () => (await received(id)).length === before + 1);
      expect((await read(ours, id)).result.code).toBe(code);
    }
    const [first] = await received(id);
    const refund = await refer(ours, first.id, {
      ...{ paymentType: 'RF', amount: '90.00', currency: 'EUR', testMode: 'EXTERNAL' },
    });
    expect(refund.result.code).toBe(PAID);
    const types = (await linked(processor, there)).map(({ paymentType }: Fields) => paymentType);
    expect(types).toEqual(['PA', 'RC', 'RC', 'RF']);
  });

  it('that is cancelled here is cancelled there', async () => {
    const { id } = await order(ours);
    const there = await thereOf(id);
    const reversal = await refer(ours, id, { paymentType: 'RV', testMode: 'EXTERNAL' });
    expect(reversal.result.code).toBe(PAID);
    expect((await read(ours, id)).result.code).toBe('100.396.201');
    await poll(ours, async () => (await read(processor, there)).result.code === '100.396.201');
  });
});

describe('a bank transfer with a reference, by hand', () => {
  const operator = (command: 'received' | 'failed', id: string) => {
    const context = { db: byHand.gateway.db } as Parameters<
      NonNullable<typeof manual.commands>[string]['run']
    >[0];
    return manual.commands?.[command]?.run(context, [id]);
  };

  it('is a voucher on the account of the channel, received when the operator says so', async () => {
    const voucher = await order(byHand);
    expect(voucher).toMatchObject({
      result: { code: WAITING },
      resultDetails: {
        TransferHolder: 'Bookshop Ltd',
        TransferIban: 'DE89370400440532013000',
        TransferReference: expect.stringMatching(/^RF\d\d/),
        PayableUntil: expect.stringMatching(/^\d{4}-/),
      },
    });
    await operator('received', voucher.id);
    await poll(byHand, async () => (await read(byHand, voucher.id)).result.code === PAID);
    const [, receipt] = await linked(byHand, voucher.id);
    expect(receipt).toMatchObject({ paymentType: 'RC', amount: '92.00' });
    const refund = await refer(byHand, receipt.id, {
      ...{ paymentType: 'RF', amount: '2.00', currency: 'EUR', testMode: 'EXTERNAL' },
    });
    // The operator pays it out.
    expect(refund.result.code).toBe('000.200.000');
    expect(refund.resultDetails.RefundOf).toBe(voucher.resultDetails.TransferReference);
  });

  it('that was cancelled is not received', async () => {
    const { id } = await order(byHand);
    await refer(byHand, id, { paymentType: 'RV', testMode: 'EXTERNAL' });
    await expect(operator('received', id)).rejects.toThrow('if its money has come, send it back');
    expect((await read(byHand, id)).result.code).toBe('100.396.201');
  });

  it('reserves nothing with a brand that is no voucher', async () => {
    const refused = await order(byHand, { paymentBrand: 'SOFORTUEBERWEISUNG' });
    expect(refused.result.code).toBe('600.200.400');
  });
});
