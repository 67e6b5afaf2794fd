/** Where a shopper goes next, by addresses that only the payment has, and how back to the merchant. */
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Connector, NextStep } from '../../connectors/connector.ts';
import { type Payment, paymentFromRow } from '../../store/records/payment.ts';
import type { PaymentRow } from '../../store/tables.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { simulatedGateway, withSimulator } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import {
  backToMerchant,
  isToken,
  isVoucher,
  noteMethodCall,
  ofCheckout,
  ofPayment,
  redirectOf,
  returnUrlsOf,
  voucherReturnUrl,
  withMethodCallNoted,
} from './next-step.ts';

const { db, vault, drop, channelId } = await openSubscribedChannel();
afterAll(drop);
const gateway = simulatedGateway(db, vault);
const records = await recordsOf(db, channelId);

const PAGE = { url: 'https://bank.example/page', method: 'GET', parameters: [] } as const;
const METHOD_CALL = {
  ...({ url: 'https://bank.example/method', method: 'POST' } as const),
  parameters: [{ name: 'threeDSMethodData', value: 'x' }],
} as const;
const STEP: NextStep = { kind: 'threeDSecure', transactionId: 't', page: PAGE };

async function waiting(nextStep: NextStep | undefined, given: Partial<PaymentRow> = {}) {
  const id = await records.payment({
    ...{ created_at: 1, state: 'pending', settled_at: null },
    next_step: nextStep ? JSON.stringify(nextStep) : null,
    ...given,
  });
  return read(id);
}
async function read(id: string): Promise<Payment> {
  return paymentFromRow(
    await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
}

const ID = 'a'.repeat(32);
const token = (use: string, id = ID) => vault.keyedHash(`token: ${use}`)(id);

describe('a token', () => {
  it('is right for one payment and one use', () => {
    for (const use of ['start', 'return', 'method'] as const) {
      expect(isToken(gateway, ID, use, token(use))).toBe(true);
      for (const wrong of [
        '',
        'x',
        token(use, 'b'.repeat(32)),
        `${token(use)}0`,
        token(use).slice(1),
      ]) {
        expect(isToken(gateway, ID, use, wrong)).toBe(false);
      }
    }
    expect(isToken(gateway, ID, 'start', token('return'))).toBe(false);
  });
});

describe('addresses for a bank', () => {
  it('have tokens for the return and the method call', () => {
    expect(returnUrlsOf(gateway, ID)).toEqual({
      finish: `https://gateway.example/v1/threeDSecure/${ID}/return/${token('return')}`,
      methodCall: `https://gateway.example/v1/threeDSecure/${ID}/method/${token('method')}`,
    });
  });

  it('come back into the frame of a brand’s page', () => {
    expect(returnUrlsOf(gateway, ID, true)).toEqual({
      finish: `https://gateway.example/v1/inline/${ID}/return/${token('return')}`,
      methodCall: `https://gateway.example/v1/threeDSecure/${ID}/method/${token('method')}`,
    });
    expect(voucherReturnUrl(gateway, ID)).toBe(
      `https://gateway.example/v1/vouchers/${ID}/return/${token('return')}`,
    );
  });
});

it('a voucher is a preauthorisation of a brand that is paid before', () => {
  expect(isVoucher({ type: 'PA', brand: 'BOLETO' })).toBe(true);
  expect(isVoucher({ type: 'DB', brand: 'BOLETO' })).toBe(false);
  expect(isVoucher({ type: 'PA', brand: 'VISA' })).toBe(false);
});

describe('where the shopper is sent', () => {
  const start = (path: string, id: string) =>
    `https://gateway.example/v1/${path}/${id}/start/${token('start', id)}`;

  it('is 3-D Secure, with what the issuer looks at before', async () => {
    const payment = await waiting(STEP);
    expect(redirectOf(gateway, payment)).toEqual({
      url: start('threeDSecure', payment.id),
      method: 'GET',
      parameters: [{ name: 'threeDSServerTransID', value: 't' }],
    });
    const looked = await waiting({ ...STEP, methodCall: METHOD_CALL });
    expect(redirectOf(gateway, looked)).toEqual({
      url: start('threeDSecure', looked.id),
      method: 'GET',
      parameters: [{ name: 'threeDSServerTransID', value: 't' }],
      preconditions: [
        {
          origin: 'iframe#hidden',
          waitUntil: 'iframe#onload',
          description: 'Hidden iframe post for 3D Secure 2.0',
          ...METHOD_CALL,
        },
      ],
    });
  });

  it('is a brand’s page, in the whole tab or in a frame', async () => {
    const step: NextStep = { ...STEP, kind: 'redirect' };
    const payment = await waiting(step);
    expect(redirectOf(gateway, payment)).toEqual({
      url: start('redirects', payment.id),
      method: 'GET',
      parameters: [{ name: 'transactionId', value: 't' }],
    });
    const inline = await waiting({ ...step, isInline: true });
    expect(redirectOf(gateway, inline)).toMatchObject({
      url: start('threeDSecure', inline.id),
      parameters: [{ name: 'transactionId', value: 't' }],
    });
  });

  it('is the page of a voucher', async () => {
    const payment = await waiting(undefined, { type: 'PA', brand: 'BOLETO' });
    expect(redirectOf(gateway, payment)).toEqual({
      ...{ url: start('vouchers', payment.id), method: 'GET', parameters: [] },
    });
  });

  it('is nowhere, where nothing waits for a shopper', async () => {
    expect(redirectOf(gateway, await waiting(undefined))).toBeUndefined();
    const over = await waiting(STEP, { state: 'succeeded' });
    expect(redirectOf(gateway, over)).toBeUndefined();
    const paid = await waiting(undefined, { type: 'PA', brand: 'BOLETO', state: 'succeeded' });
    expect(redirectOf(gateway, paid)).toBeUndefined();
  });
});

describe('the method call', () => {
  const WITH: NextStep = { ...STEP, methodCall: METHOD_CALL };

  it('is noted once it was made, of the step that it belongs to', async () => {
    const payment = await waiting(WITH);
    const [other, decided, moved] = [
      await waiting(WITH),
      await waiting(WITH, { state: 'succeeded' }),
      await waiting(WITH),
    ];
    await noteMethodCall(gateway, payment);
    expect((await read(payment.id)).nextStep).toEqual(STEP);
    expect((await read(other.id)).nextStep).toEqual(WITH);
    await noteMethodCall(gateway, decided);
    expect((await read(decided.id)).nextStep).toEqual(WITH);
    const another = { ...WITH, transactionId: 'another' };
    await db
      .updateTable('payments')
      .set({ next_step: JSON.stringify(another) })
      .where('id', '=', moved.id)
      .execute();
    await noteMethodCall(gateway, moved);
    expect((await read(moved.id)).nextStep).toEqual(another);
  });

  it('is none where the payment waits for none', async () => {
    const update = vi.spyOn(db, 'updateTable');
    await noteMethodCall(gateway, await waiting(STEP));
    await noteMethodCall(gateway, await waiting(undefined));
    expect(update).not.toHaveBeenCalled();
    update.mockRestore();
  });

  const ask = vi.fn<Connector['ask']>();
  const asked = withSimulator(gateway, { ask });
  const RELAYED: NextStep = { ...WITH, isRelayed: true };
  const { methodCall: _, ...NOTED } = RELAYED;
  const answer = (nextStep?: NextStep) => ({
    ...{ resultCode: '000.200.000', details: {} },
    ...(nextStep && { nextStep }),
  });

  it('that was made elsewhere is known by the processor', async () => {
    const payment = await waiting(RELAYED);
    ask.mockResolvedValue(answer(STEP));
    expect((await withMethodCallNoted(asked, payment)).nextStep).toEqual(NOTED);
    expect(ask).toHaveBeenCalledExactlyOnceWith(payment.reference);
    expect((await read(payment.id)).nextStep).toEqual(NOTED);
  });

  it.each<[string, () => unknown]>([
    ['has it still', () => ask.mockResolvedValue(answer(WITH))],
    ['knows no step', () => ask.mockResolvedValue(answer())],
    ['knows nothing', () => ask.mockResolvedValue(undefined)],
    ['does not answer', () => ask.mockRejectedValue(new Error('timeout'))],
  ])('is to be made where the processor %s', async (_case, prepare) => {
    ask.mockReset();
    prepare();
    const payment = await waiting(RELAYED);
    expect(await withMethodCallNoted(asked, payment)).toBe(payment);
    expect((await read(payment.id)).nextStep).toEqual(RELAYED);
  });

  it('is asked for at a processor alone that is another gateway', async () => {
    ask.mockReset();
    for (const step of [WITH, { ...STEP, isRelayed: true }, undefined]) {
      const payment = await waiting(step);
      expect(await withMethodCallNoted(asked, payment)).toBe(payment);
    }
    expect(ask).not.toHaveBeenCalled();
  });
});

describe('back at the merchant', () => {
  it('the outcome is that of a checkout, or of what the merchant’s server made', () => {
    const of = (type: string, checkoutId: string | null = null) =>
      ofPayment({ id: 'p', checkoutId, type }).resourcePath;
    expect(ofCheckout('c', 'payment')).toEqual({
      id: 'c',
      resourcePath: '/v1/checkouts/c/payment',
    });
    expect(ofPayment({ id: 'p', checkoutId: 'c', type: 'DB' }).id).toBe('c');
    expect(of('DB', 'c')).toBe('/v1/checkouts/c/payment');
    expect(of('RG', 'c')).toBe('/v1/checkouts/c/registration');
    expect(of('DB')).toBe('/v1/payments/p');
    expect(of('3D')).toBe('/v1/threeDSecure/p');
    expect(of('RG')).toBe('/v1/registrations/p');
    expect(ofPayment({ id: 'p', checkoutId: null, type: 'DB' }).id).toBe('p');
  });

  const QUERY = 'id=p&resourcePath=%2Fv1%2Fpayments%2Fp';
  it.each([
    ['https://shop.example/result', `https://shop.example/result?${QUERY}`],
    ['https://shop.example/result?a=1', `https://shop.example/result?a=1&${QUERY}`],
    ['https://shop.example/result?a=1&', `https://shop.example/result?a=1&${QUERY}`],
    ['https://shop.example/result?', `https://shop.example/result?${QUERY}`],
    ['https://shop.example/result?a=?', `https://shop.example/result?a=?&${QUERY}`],
    ['https://shop.example/result#end', `https://shop.example/result?${QUERY}#end`],
    ['https://shop.example/#/a?b#c', `https://shop.example/?${QUERY}#/a?b#c`],
    ['https://shop.example/result?a&b=1#end', `https://shop.example/result?a&b=1&${QUERY}#end`],
  ])('%s is led to as it was written', (address, url) => {
    const subject = { id: 'p', resourcePath: '/v1/payments/p' };
    expect(backToMerchant(address, subject)).toEqual({ url, parameters: [] });
  });
});
