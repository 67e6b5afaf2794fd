import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type GatewayStandIn, startGatewayStandIn } from './gateway-stand-in.ts';
import {
  checkoutIdOf,
  createCheckout,
  type GatewayAccess,
  GatewayError,
  type Order,
  readPayment,
} from './shop-server.ts';

const ID = 'A03A5F25C3E84D1B9F60718293A4B5C6.demo-01';
const PATH = `/v1/checkouts/${ID}/payment`;
const ORDER: Order = {
  reference: 'KL-23456789ABCD',
  amount: '92.00',
  currency: 'EUR',
  items: [
    { id: 'mug', name: 'Mug & saucer', quantity: 1, price: '24.00' },
    { id: 'lamp', name: 'Lamp', quantity: 1, price: '68.00' },
  ],
};
const PAYMENT = {
  id: '8ac7a4a1936f3a5c01936f7a2b3c4d5e',
  paymentType: 'DB',
  paymentBrand: 'VISA',
  amount: '92.00',
  currency: 'EUR',
  merchantTransactionId: ORDER.reference,
  card: { last4Digits: '0000' },
};

let standIn: GatewayStandIn;
let gateway: GatewayAccess;
beforeAll(async () => {
  standIn = await startGatewayStandIn();
  gateway = { url: standIn.url, entityId: '8a8294174b7ecb28014b9699220015ca', accessToken: 'tok' };
});
beforeEach(() => {
  standIn.seen.length = 0;
});
afterAll(() => standIn.close());

describe('createCheckout', () => {
  test('asks for a debit of the order, urlencoded, and gives the id and integrity', async () => {
    standIn.answers(() => [
      200,
      { id: ID, integrity: 'sha384-x', result: { code: '000.200.100' } },
    ]);

    expect(await createCheckout(gateway, ORDER)).toEqual({ id: ID, integrity: 'sha384-x' });

    const [request] = standIn.seen;
    expect(request).toMatchObject({ method: 'POST', path: '/v1/checkouts' });
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer tok',
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    });
    expect(Object.fromEntries(request?.body ?? [])).toEqual({
      entityId: gateway.entityId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      merchantTransactionId: ORDER.reference,
      integrity: 'true',
      'cart.items[0].merchantItemId': 'mug',
      'cart.items[0].name': 'Mug & saucer',
      'cart.items[0].quantity': '1',
      'cart.items[0].price': '24.00',
      'cart.items[0].currency': 'EUR',
      'cart.items[1].merchantItemId': 'lamp',
      'cart.items[1].name': 'Lamp',
      'cart.items[1].quantity': '1',
      'cart.items[1].price': '68.00',
      'cart.items[1].currency': 'EUR',
    });
  });

  test.each([
    [400, { result: { code: '200.300.404', description: 'invalid or missing parameter' } }],
    [401, { result: { code: '800.900.300' } }],
    [403, { result: { code: '800.900.300' } }],
    [500, {}],
    [200, { id: ID }],
    [200, 'not JSON'],
    [200, 'null'],
  ])('says so when the gateway answers %s %j', async (status, body) => {
    standIn.answers(() => [status, body]);
    await expect(createCheckout(gateway, ORDER)).rejects.toThrow(GatewayError);
  });

  test('says so when no gateway listens', async () => {
    const nobody = { ...gateway, url: 'http://127.0.0.1:1' };
    await expect(createCheckout(nobody, ORDER)).rejects.toThrow(/does not answer/);
  });
});

describe('checkoutIdOf', () => {
  test('takes the path that the gateway sends shoppers back with', () => {
    expect(checkoutIdOf(PATH)).toBe(ID);
  });

  test.each([
    undefined,
    '',
    ['an', 'array'],
    [PATH],
    `https://evil.example${PATH}`,
    `//evil.example${PATH}`,
    `@evil.example${PATH}`,
    `.evil.example${PATH}`,
    `:80@evil.example${PATH}`,
    ` ${PATH}`,
    `${PATH}\n`,
    `${PATH}\r\nHost: evil.example`,
    `${PATH}?entityId=other`,
    `${PATH}#x`,
    `${PATH}/`,
    `${PATH}/../../payments`,
    '/v1/checkouts/../payments/8ac7a4a1936f3a5c01936f7a2b3c4d5e/payment',
    `/v1/checkouts/${'.'.repeat(32)}/payment`,
    '/v1/checkouts/%2e%2e%2fpayments%2f8ac7a4a1936f3a5c01936f7a2b/payment',
    `/v1/checkouts/${'A'.repeat(31)}/payment`,
    `/v1/checkouts/${'A'.repeat(49)}/payment`,
    `/v1/checkouts/${'A'.repeat(31)}\\/payment`,
    `/v1/checkouts/${'А'.repeat(32)}/payment`,
    `/v2/checkouts/${ID}/payment`,
    `/V1/checkouts/${ID}/payment`,
    `/v1/checkouts/${ID}/registration`,
    `/v1/registrations/${ID}/payment`,
  ])('refuses %j', async (hostile) => {
    expect(checkoutIdOf(hostile)).toBeUndefined();
    await expect(readPayment(gateway, ORDER, hostile as string)).rejects.toThrow(RangeError);
    expect(standIn.seen).toEqual([]);
  });
});

describe('readPayment', () => {
  test.each([
    ['paid', 200, { ...PAYMENT, result: { code: '000.100.110' } }],
    ['paid', 200, { ...PAYMENT, result: { code: '000.000.000' } }],
    ['paid', 200, { ...PAYMENT, result: { code: '000.400.110' } }],
    ['pending', 200, { ...PAYMENT, result: { code: '000.200.000' } }],
    ['pending', 200, { ...PAYMENT, result: { code: '000.400.000' } }],
    ['pending', 200, { ...PAYMENT, result: { code: '800.400.500' } }],
    ['unpaid', 200, { result: { code: '000.200.000' } }],
    ['declined', 400, { ...PAYMENT, result: { code: '800.100.152' } }],
    ['cancelled', 400, { ...PAYMENT, result: { code: '100.396.101' } }],
    ['cancelled', 400, { ...PAYMENT, result: { code: '100.397.101' } }],
    ['failed', 400, { ...PAYMENT, result: { code: '100.396.104' } }],
    ['failed', 400, { ...PAYMENT, result: { code: '100.380.401' } }],
    ['failed', 400, { ...PAYMENT, result: { code: '999.999.999' } }],
    ['failed', 200, { ...PAYMENT, result: {} }],
    ['expired', 404, { result: { code: '200.300.404' } }],
    ['mismatch', 200, { ...PAYMENT, amount: '0.01', result: { code: '000.100.110' } }],
    ['mismatch', 200, { ...PAYMENT, currency: 'IDR', result: { code: '000.100.110' } }],
    ['mismatch', 200, { ...PAYMENT, paymentType: 'CD', result: { code: '000.100.110' } }],
    [
      'mismatch',
      200,
      { ...PAYMENT, merchantTransactionId: 'KL-X', result: { code: '000.100.110' } },
    ],
  ])('calls it %s: %s %j', async (state, status, body) => {
    standIn.answers(() => [status, body]);
    expect(await readPayment(gateway, ORDER, PATH)).toMatchObject({ state });
  });

  test('reads with the token, for its own entity', async () => {
    standIn.answers(() => [200, { ...PAYMENT, result: { code: '000.100.110' } }]);
    await readPayment(gateway, ORDER, PATH);
    expect(standIn.seen).toMatchObject([
      {
        method: 'GET',
        path: `${PATH}?entityId=${gateway.entityId}`,
        headers: { authorization: 'Bearer tok' },
      },
    ]);
  });

  test.each([
    [400, { result: { code: '200.300.404' } }],
    [403, { ...PAYMENT, result: { code: '000.100.110' } }],
    [200, { result: { code: '000.100.110' } }],
    [200, []],
    [503, { result: { code: '000.100.110' } }],
  ])('does not read a payment out of %s %j', async (status, body) => {
    standIn.answers(() => [status, body]);
    await expect(readPayment(gateway, ORDER, PATH)).rejects.toThrow(GatewayError);
  });
});
