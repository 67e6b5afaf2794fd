/** Wallets and banks that the shopper is sent to, as a merchant's server and a browser see them. */
import { afterAll, describe, expect, it } from 'vitest';
import { type Fields, startTestGateway } from './test-gateway.ts';
import { shopperOf } from './test-shopper.ts';
import { SUCCESS, THROUGH } from './test-upstream.ts';

const test = await startTestGateway();
const { browse, visitWallet } = shopperOf(test);
afterAll(() => test[Symbol.asyncDispose]());

const PENDING = '000.200.000';
const BRANDS: readonly Fields[] = [
  { paymentBrand: 'PAYPAL' },
  { paymentBrand: 'ALIPAY' },
  { paymentBrand: 'KLARNA_PAYMENTS_PAYLATER' },
  { paymentBrand: 'IDEAL' },
  { paymentBrand: 'SOFORTUEBERWEISUNG' },
  {
    paymentBrand: 'PAYSAFECARD',
    'virtualAccount.accountId': 'jane',
    'virtualAccount.password': 'secret-word',
  },
];

const payment = (fields: Fields = {}) =>
  test.call('/v1/payments', {
    entityId: test.entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    paymentBrand: 'PAYPAL',
    shopperResultUrl: 'https://shop.example/result?order=7',
    ...fields,
  });
const read = (id: string) => test.call(`/v1/payments/${id}`);

it.each(BRANDS)('$paymentBrand is paid after the shopper came back', async (fields) => {
  const { body, status } = await payment(fields);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    result: { code: PENDING },
    redirect: { method: 'GET', url: expect.stringContaining('/v1/redirects/') },
  });
  expect(JSON.stringify(body)).not.toContain('secret-word');
  const back = await visitWallet(body.redirect.url, 'accept');
  expect(back.status).toBe(303);
  expect(back.headers.get('location')).toBe(
    `https://shop.example/result?order=7&id=${body.id}&resourcePath=%2Fv1%2Fpayments%2F${body.id}`,
  );
  expect((await read(body.id)).body.result.code).toBe(SUCCESS);
});

describe('at the wallet the shopper', () => {
  it.each([
    ['decline', '100.397.102', 400],
    ['cancel', '100.396.101', 400],
    ['pend', PENDING, 200],
  ])('can %s: %s', async (outcome, code, status) => {
    const { body } = await payment();
    expect((await visitWallet(body.redirect.url, outcome)).status).toBe(303);
    const final = await read(body.id);
    expect(final.status).toBe(status);
    expect(final.body.result.code).toBe(code);
    expect(final.body.redirect).toBeUndefined();
  });

  it('comes back a second time without effect', async () => {
    const { body } = await payment();
    await visitWallet(body.redirect.url, 'pend');
    const again = await browse(body.redirect.url);
    expect(again.headers.get('location')).toContain('https://shop.example/result');
    expect((await read(body.id)).body.result.code).toBe(PENDING);
  });
});

describe('a payment that the bank left pending', () => {
  // What another gateway has decided is told by it: upstream.test.ts.
  it.runIf(THROUGH === 'INTERNAL').each([
    ['accept', SUCCESS],
    ['decline', '100.397.102'],
  ])('is settled from the sandbox: %s', async (result, code) => {
    const { body } = await payment();
    await visitWallet(body.redirect.url, 'pend');
    const settled = await test.call(`/sandbox/payments/${body.id}/settle`, { result });
    expect(settled.body.result.code).toBe(code);
    const twice = await test.call(`/sandbox/payments/${body.id}/settle`, { result });
    expect(twice.body.result.description).toContain('this payment is not pending');
  });

  it('keeps its checkout from being paid again', async () => {
    const id = await test.createCheckout();
    const { body } = await test.pay(id, {
      paymentBrand: 'PAYPAL',
      'card.number': undefined,
      'card.cvv': undefined,
      'card.holder': undefined,
      'card.expiryMonth': undefined,
      'card.expiryYear': undefined,
    });
    await visitWallet(body.redirect.url, 'pend');
    const again = await test.pay(id);
    expect(again.body.result.description).toContain('a payment of this checkout is pending');
  });
});

it('names what is missing', async () => {
  const { body } = await payment({ shopperResultUrl: undefined });
  expect(body.result.parameterErrors).toEqual([
    { name: 'shopperResultUrl', value: null, message: 'is required' },
  ]);
  const { body: account } = await payment({ paymentBrand: 'PAYSAFECARD' });
  expect(account.result.parameterErrors).toMatchObject([{ name: 'virtualAccount.accountId' }]);
});

it('is refused where the channel does not offer the brand, or for a credit', async () => {
  const credit = await payment({ paymentType: 'CD' });
  expect(credit.body.result.code).toBe('600.200.800');
});
