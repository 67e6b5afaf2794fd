import 'reflect-metadata';
import { HttpService } from '@nestjs/axios';
import { HyperPayService } from 'nestjs-hyperpay-integration';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestGateway } from '../support/test-gateway.ts';

const gateway = await startTestGateway();
afterAll(() => gateway[Symbol.asyncDispose]());

/** A client that was published for this family of gateways; the test changes only its base URL. */
const client = new HyperPayService(
  {
    accessToken: gateway.token,
    entityId: gateway.entityId,
    currency: 'EUR',
    mode: 'TEST',
  },
  new HttpService(),
);
Reflect.set(client, 'baseUrl', `${gateway.url}/v1`);
// Its log would print the decline that we ask for.
Reflect.set(client, 'logger', { error() {} });

const CARD = {
  number: '4200000000000000',
  holder: 'Jane Jones',
  expiryMonth: '5',
  expiryYear: '34',
  cvv: '123',
};
const ORDER = {
  amount: 92,
  paymentType: 'DB' as const,
  merchantTransactionId: 'order-4711',
  customer: { email: 'jane@shop.example', givenName: 'Jane', surname: 'Jones' },
  billing: {
    street1: 'Hauptstraße 1',
    city: 'Berlin',
    state: 'BE',
    country: 'DE',
    postcode: '10115',
  },
};

describe('a published client of this family of gateways, pointed at us', () => {
  it('pays and reads the status', async () => {
    const paid = await client.prepareCheckout(ORDER, CARD, 'VISA');
    expect(paid).toMatchObject({
      result: { code: '000.100.110' },
      amount: '92.00',
      merchantTransactionId: 'order-4711',
      card: { bin: '420000', last4Digits: '0000', expiryMonth: '05', expiryYear: '2034' },
    });
    const status = await client.getPaymentStatus(paid.id);
    expect(status).toMatchObject({ id: paid.id, result: { code: '000.100.110' } });
  });

  it('is told of a decline', async () => {
    const declined = client.prepareCheckout(ORDER, { ...CARD, number: '4200000000001024' }, 'VISA');
    await expect(declined).rejects.toThrow('800.100.155');
  });

  it('is told of a wrong request', async () => {
    const wrong = client.prepareCheckout({ ...ORDER, amount: 0 }, CARD, 'VISA');
    await expect(wrong).rejects.toThrow('200.300.404');
  });
});
