/** A brand that a channel does not offer is said so, whatever else would be needed to pay with it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inShort, namesOf, startMerchant } from '../support/merchant.ts';
import { CARD_FIELDS } from '../support/payment-fields.ts';
import type { Answer, Fields } from '../support/test-gateway.ts';

const merchant = await startMerchant();
afterAll(() => merchant[Symbol.asyncDispose]());
const { call, createCheckout, entityId } = merchant;
const MONEY = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
const RESULT_PAGE = { shopperResultUrl: 'https://shop.example/result' };

beforeAll(() => merchant.set({ brands: { VISA: ['DB'], PAYSAFECARD: ['DB'] } }));

describe.each<[string, (fields: Fields) => Promise<Answer>]>([
  ['a payment', (fields) => call('/v1/payments', { entityId, ...MONEY, ...fields })],
  ['a registration', (fields) => call('/v1/registrations', { entityId, ...fields })],
  [
    'a post of a shopper',
    async (fields) =>
      call(`/v1/checkouts/${await createCheckout()}/payment`, { ...RESULT_PAGE, ...fields }),
  ],
])('%s without card data', (_, send) => {
  it.each(['GIROPAY', 'MASTERCARD', 'MADA'])(
    'is refused for the brand %s',
    async (paymentBrand) => {
      const answer = await send({ paymentBrand });
      expect(inShort(answer)).toEqual({ status: 400, code: '600.200.500' });
      expect(answer.body.result.parameterErrors).toEqual([
        { name: 'paymentBrand', value: paymentBrand, message: 'is not offered here' },
      ]);
    },
  );

  it('is told what the brand needs where it is offered', async () => {
    expect(namesOf(await send({ paymentBrand: 'VISA' }))).toContain('card.number');
  });
});

describe('an account', () => {
  it('is asked for only where its brand is offered, and its password is sent', async () => {
    const account = { paymentBrand: 'PAYSAFECARD', 'virtualAccount.password': 'secret' };
    const pay = () => call('/v1/payments', { entityId, ...MONEY, ...RESULT_PAGE, ...account });
    expect(namesOf(await pay())).toEqual(['virtualAccount.accountId']);
    await merchant.set({ brands: { VISA: ['DB'] } });
    expect(namesOf(await pay())).toEqual(['paymentBrand']);
  });
});

describe.each([
  ['4917610000000000', 'Visa Electron'],
  ['4464040000000007', 'Mada'],
  ['4971110000000004', 'Carte Bancaire'],
])('%s, which is of %s, too', (number) => {
  const card = { ...CARD_FIELDS, paymentBrand: undefined, 'card.number': number };

  it('is of the brand that the shop offers, where none is named', async () => {
    await merchant.set({ brands: { VISA: ['DB'] } });
    const paid = await call('/v1/payments', { entityId, ...MONEY, ...card });
    expect([paid.status, paid.body.paymentBrand]).toEqual([200, 'VISA']);
    const stored = await call('/v1/registrations', { entityId, ...card });
    expect([stored.status, stored.body.paymentBrand]).toEqual([200, 'VISA']);
  });

  it('is told of its own brand where the shop offers neither', async () => {
    await merchant.set({ brands: { MASTER: ['DB'] } });
    const answer = await call('/v1/payments', { entityId, ...MONEY, ...card });
    expect(inShort(answer)).toEqual({ status: 400, code: '600.200.500' });
    expect(namesOf(answer)).toEqual(['paymentBrand']);
  });
});
