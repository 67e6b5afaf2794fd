/** Bancontact: by its app without a card, by its card with one. */
import { afterAll, expect, it } from 'vitest';
import { SUCCESS } from '../support/processor-gateway.ts';
import { shopperOf } from '../support/shopper.ts';
import { type Fields, startTestGateway } from '../support/test-gateway.ts';

const test = await startTestGateway();
const { answerChallenge, openAuthentication } = shopperOf(test);
afterAll(() => test[Symbol.asyncDispose]());

const PENDING = '000.200.000';
const BANCONTACT: Fields = {
  paymentBrand: 'BANCONTACT',
  'card.number': '6703444444444449',
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '12',
  'card.expiryYear': '2034',
};

const payment = (fields: Fields = {}) =>
  test.call('/v1/payments', {
    entityId: test.entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    shopperResultUrl: 'https://shop.example/result',
    ...BANCONTACT,
    ...fields,
  });
const read = (id: string) => test.call(`/v1/payments/${id}`);

it('is paid by card without a CVV, once its issuer has asked the shopper', async () => {
  const { body, status } = await payment();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    paymentBrand: 'BANCONTACT',
    result: { code: PENDING },
    card: { bin: '670344', last4Digits: '4449', holder: 'Jane Jones' },
    redirect: { url: expect.stringContaining('/v1/threeDSecure/') },
  });
  expect((await openAuthentication(body.redirect.url)).body).toContain('data-step="hold"');
  await answerChallenge(body.redirect.url, 'Y');
  expect((await read(body.id)).body).toMatchObject({
    paymentBrand: 'BANCONTACT',
    result: { code: SUCCESS },
    threeDSecure: { transStatus: 'Y', eci: '05' },
  });
  const refund = await test.call(`/v1/payments/${body.id}`, {
    entityId: test.entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'RF',
  });
  expect(refund.body.result.code).toBe(SUCCESS);
});

it.each([
  ['one that is co-badged with Visa', '4796580000000001', PENDING],
  ['one that its issuer knows at once', '6703000300000020', SUCCESS],
  ['one that its issuer rejects', '6703000300000079', '100.390.118'],
])('takes its cards: %s', async (_, number, code) => {
  expect((await payment({ 'card.number': number })).body.result.code).toBe(code);
});

it('declines where the shopper fails at the issuer', async () => {
  const { body } = await payment();
  await answerChallenge(body.redirect.url, 'N');
  expect((await read(body.id)).body.result.code).toBe('100.380.401');
});

it('is paid by its card in a checkout, too', async () => {
  const id = await test.createCheckout({ currency: 'EUR' });
  const paid = await test.pay(id, { ...BANCONTACT, 'card.cvv': undefined });
  expect(paid.body.redirect.url).toContain('/v1/threeDSecure/');
  await answerChallenge(paid.body.redirect.url, 'Y');
  expect((await test.call(`/v1/checkouts/${id}/payment`)).body).toMatchObject({
    paymentBrand: 'BANCONTACT',
    result: { code: SUCCESS },
  });
});

it.each<[why: string, Fields, string, unknown]>([
  [
    'a card of another brand',
    { 'card.number': '4200000000000000' },
    '100.100.700',
    { name: 'paymentBrand', message: 'is not the brand of this card number' },
  ],
  [
    'a card without its holder',
    { 'card.holder': undefined },
    '200.300.404',
    { name: 'card.holder', message: 'is required' },
  ],
  [
    'a CVV, which its cards do not have',
    { 'card.cvv': '123' },
    '200.300.404',
    {
      name: 'card.cvv',
      value: null,
      message: 'must not be sent with BANCONTACT: its cards have none',
    },
  ],
  [
    'a reservation',
    { paymentType: 'PA' },
    '200.300.404',
    { name: 'paymentType', message: 'must be DB with BANCONTACT: it reserves no money' },
  ],
  [
    'a registration',
    { createRegistration: 'true' },
    '200.300.404',
    { name: 'createRegistration', message: expect.stringContaining('cannot be stored') },
  ],
])('refuses %s', async (_, fields, code, error) => {
  const { status, body } = await payment(fields);
  expect(status).toBe(400);
  expect(body.result.code).toBe(code);
  expect(body.result.parameterErrors).toContainEqual(expect.objectContaining(error as object));
});

it('does not store a card in a checkout that asks for it', async () => {
  const id = await test.createCheckout({ currency: 'EUR', createRegistration: 'true' });
  const paid = await test.pay(id, { ...BANCONTACT, 'card.cvv': undefined });
  await answerChallenge(paid.body.redirect.url, 'Y');
  const { body } = await test.call(`/v1/checkouts/${id}/payment`);
  expect(body.result.code).toBe(SUCCESS);
  expect(body.registrationId).toBeUndefined();
});

it.each([
  [{ 'standingInstruction.source': 'MIT' }],
  [{ transactionCategory: 'MO' }],
  [{ transactionCategory: 'TO' }],
])('is not paid by card where its shopper cannot be asked: %o', async (fields) => {
  const { body, status } = await payment(fields);
  expect(status).toBe(400);
  expect(body.result.parameterErrors).toEqual([
    expect.objectContaining({ name: 'paymentBrand', value: 'BANCONTACT' }),
  ]);
});

it.each([[{ recurringType: 'REPEATED' }], [{ 'standingInstruction.source': 'MIT' }]])(
  'nor in a checkout that is for such payments: %o',
  async (fields) => {
    const { body, status } = await test.pay(await test.createCheckout(fields), {
      ...BANCONTACT,
      'card.cvv': undefined,
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('paymentBrand');
  },
);
