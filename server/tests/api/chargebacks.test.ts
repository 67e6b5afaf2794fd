/** Chargebacks and revocations that the sandbox makes, over HTTP. */
import { afterAll, describe, expect, it } from 'vitest';
import { expectInvalid, inShort, SUCCESS, startMerchant } from '../support/merchant.ts';
import type { Fields } from '../support/test-gateway.ts';

const merchant = await startMerchant();
afterAll(() => merchant[Symbol.asyncDispose]());
const { call, entityId, paymentId, refer, read, register, payStored, unregister } = merchant;

const chargeBack = (id: string, fields: Fields = {}) =>
  call(`/sandbox/payments/${id}/chargeback`, { entityId, ...fields });
const refund = (id: string, amount: string) =>
  refer(id, { paymentType: 'RF', amount, currency: 'EUR' });
const capture = async (id: string, amount: string): Promise<string> =>
  (await refer(id, { paymentType: 'CP', amount, currency: 'EUR' })).body.id;

describe('a chargeback', () => {
  it('is a payment of its own that refers to what it takes back, and reads the same', async () => {
    const id = await paymentId({ descriptor: 'Monthly tea' });
    const { status, body } = await chargeBack(id);
    expect({ status, ...body }).toMatchObject({
      status: 200,
      referencedId: id,
      paymentType: 'CB',
      paymentBrand: 'VISA',
      amount: '92.00',
      currency: 'EUR',
      descriptor: 'Monthly tea',
      result: { code: '000.100.200', description: 'chargeback, no reason given' },
    });
    const again = await read(body.id);
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ ...body, timestamp: again.body.timestamp });
  });

  it('says why', async () => {
    const { body } = await chargeBack(await paymentId(), { code: '000.100.221' });
    expect(body.result.code).toBe('000.100.221');
  });

  it('is for a part, until nothing is left', async () => {
    const id = await paymentId();
    expect(inShort(await chargeBack(id, { amount: '50.00' })).status).toBe(200);
    expect(inShort(await chargeBack(id, { amount: '42.01' })).code).toBe('700.400.400');
    expect((await chargeBack(id)).body.amount).toBe('42.00');
    expect(inShort(await chargeBack(id))).toEqual({ status: 400, code: '700.400.400' });
  });

  it('leaves nothing to refund or to reverse', async () => {
    const id = await paymentId();
    await chargeBack(id, { amount: '90.00' });
    expect(inShort(await refund(id, '2.01')).code).toBe('700.400.200');
    expect(inShort(await refund(id, '2.00')).code).toBe(SUCCESS);
    expect(inShort(await refund(id, '0.01')).code).toBe('700.300.600');
    expect(inShort(await refer(id, { paymentType: 'RV' })).code).toBe('700.300.600');
  });

  it('takes back no more than refunds have left', async () => {
    const id = await paymentId();
    await refund(id, '12.00');
    expect((await chargeBack(id)).body.amount).toBe('80.00');
  });

  it('of a preauthorisation takes back its captures', async () => {
    const id = await paymentId({ paymentType: 'PA' });
    expect(inShort(await chargeBack(id))).toEqual({ status: 400, code: '700.400.550' });
    const first = await capture(id, '30.00');
    const second = await capture(id, '20.00');
    await refund(first, '10.00');
    expect((await chargeBack(id, { amount: '25.00' })).body.amount).toBe('25.00');
    expect(inShort(await refund(first, '0.01')).code).toBe('700.300.600');
    expect(inShort(await refund(second, '15.01')).code).toBe('700.400.200');
    expect((await chargeBack(second)).body).toMatchObject({
      amount: '15.00',
      referencedId: second,
    });
    expect(inShort(await chargeBack(id)).code).toBe('700.400.400');
  });

  it.each<[string, () => Promise<string>]>([
    ['what was declined', () => paymentId({ 'card.number': '4200000000001016' })],
    ['a credit', () => paymentId({ paymentType: 'CD', 'card.cvv': undefined })],
    ['a refund', async () => (await refund(await paymentId(), '1.00')).body.id],
    ['a chargeback', async () => (await chargeBack(await paymentId())).body.id],
  ])('of %s is refused', async (_, make) => {
    expect(inShort(await chargeBack(await make()))).toEqual({ status: 400, code: '700.400.550' });
  });

  it('of what was reversed is refused', async () => {
    const id = await paymentId();
    await refer(id, { paymentType: 'RV' });
    expect(inShort(await chargeBack(id)).code).toBe('700.400.400');
  });

  it('names what is wrong', async () => {
    const id = await paymentId();
    for (const amount of ['1.5', '-1.00', 'all', '0.00']) {
      expectInvalid(await chargeBack(id, { amount }), 'amount');
    }
    for (const code of ['000.100.110', '000.100.211', '800.100.152', 'nonsense']) {
      expectInvalid(await chargeBack(id, { code }), 'code');
    }
    expect(inShort(await chargeBack('0'.repeat(32)))).toEqual({ status: 404, code: '700.400.580' });
  });

  it('is made once under its key, and never twice the amount at the same time', async () => {
    const id = await paymentId();
    const keyed = { headers: { 'idempotency-key': 'one' } };
    const path = `/sandbox/payments/${id}/chargeback`;
    const [first, second] = [
      await call(path, { entityId, amount: '10.00' }, keyed),
      await call(path, { entityId, amount: '10.00' }, keyed),
    ];
    expect(second.body.id).toBe(first.body.id);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        n % 2 ? chargeBack(id, { amount: '30.00' }) : refund(id, '30.00'),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  });

  it('cannot happen on a live channel', async () => {
    const id = await paymentId();
    await merchant.set({ mode: 'live' });
    const answers = [
      await chargeBack(id),
      await call(`/sandbox/registrations/${id}/revoke`, { entityId, by: 'consumer' }),
      await call(`/sandbox/registrations/${id}/update`, { entityId }),
    ];
    await merchant.set({ mode: 'test' });
    for (const answer of answers) expect(answer.status).toBe(403);
  });
});

const revoke = (id: string, by?: string) =>
  call(`/sandbox/registrations/${id}/revoke`, { entityId, by });
const REVOKED = '100.150.202';

describe('a registration that was revoked', () => {
  it.each(['consumer', 'provider'])('by its %s pays nothing any more', async (by) => {
    const { id } = (await register()).body;
    const { status, body } = await revoke(id, by);
    expect(status).toBe(200);
    expect(body.result).toEqual({
      code: REVOKED,
      description: `registration has already been removed: revoked by its ${by}`,
    });
    const before = await merchant.countPayments();
    expect(inShort(await payStored(id, { recurringType: 'REPEATED' }))).toEqual({
      status: 400,
      code: REVOKED,
    });
    expect(await merchant.countPayments()).toBe(before);
  });

  it('is neither offered in a checkout nor taken by one that offered it', async () => {
    const { id } = (await register()).body;
    const offer = { 'registrations[0].id': id };
    const checkout = await merchant.createCheckout(offer);
    await revoke(id, 'consumer');
    const form = await call(`/v1/checkouts/${checkout}/form`);
    expect(JSON.stringify(form.body)).not.toContain(id);
    const paid = await merchant.pay(checkout, {
      ...Object.fromEntries(
        ['number', 'holder', 'expiryMonth', 'expiryYear', 'cvv'].map((f) => [
          `card.${f}`,
          undefined,
        ]),
      ),
      registrationId: id,
    });
    expect(inShort(paid)).toEqual({ status: 400, code: REVOKED });
    const another = await call('/v1/checkouts', {
      entityId,
      amount: '1.00',
      currency: 'EUR',
      paymentType: 'DB',
      ...offer,
    });
    expectInvalid(another, 'registrations[0].id');
  });

  it('is revoked once, and may be deleted', async () => {
    const { id } = (await register()).body;
    await revoke(id, 'provider');
    expect(inShort(await revoke(id, 'consumer'))).toEqual({ status: 400, code: REVOKED });
    expect(inShort(await unregister(id)).status).toBe(200);
    expect(inShort(await revoke(id, 'consumer')).status).toBe(404);
  });

  it('is revoked by the consumer or the provider, as the request says', async () => {
    const { id } = (await register()).body;
    for (const by of [undefined, 'merchant']) expectInvalid(await revoke(id, by), 'by');
    expect(inShort(await payStored(id)).code).toBe(SUCCESS);
  });
});

describe('a registration whose card is brought up to date', () => {
  const update = (id: string, fields: Fields) =>
    call(`/sandbox/registrations/${id}/update`, { entityId, ...fields });
  const EXPIRY = { 'card.expiryMonth': '11', 'card.expiryYear': '2038' };

  it('has its new expiry, and goes on paying', async () => {
    const { id } = (await register()).body;
    const { body } = await update(id, EXPIRY);
    expect(body.card).toMatchObject({ expiryMonth: '11', expiryYear: '2038', last4Digits: '0000' });
    expect((await payStored(id)).body.card).toMatchObject({ expiryYear: '2038' });
  });

  it('names what is wrong, and cannot be a revoked one', async () => {
    const { id } = (await register()).body;
    expectInvalid(await update(id, { ...EXPIRY, 'card.expiryMonth': '13' }), 'card.expiryMonth');
    expectInvalid(await update(id, { 'card.expiryMonth': '11' }), 'card.expiryYear');
    await revoke(id, 'consumer');
    expect(inShort(await update(id, EXPIRY)).code).toBe(REVOKED);
  });
});
