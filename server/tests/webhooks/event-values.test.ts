/** What events tell of flows that are no plain card payment by a shopper (docs/events.md, "Where the fields come from"). */
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver, type TestReceiver } from '../support/receiver.ts';
import { CARD, type Fields, startTestGateway, type TestGateway } from '../support/test-gateway.ts';
import { everythingIsTold } from './published-flows.ts';
import { type Subscription, subscribe } from './subscribe.ts';

// The tests look at events as receivers do.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Json = any;

let test: TestGateway;
let receiver: TestReceiver;
let subscription: Subscription;
beforeAll(async () => {
  test = await startTestGateway({ delivers: true });
  receiver = await startReceiver();
  subscription = await subscribe(test, receiver, { kind: 'events' });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

/** The only event of a type that a flow gives. */
async function toldIn(flow: () => Promise<unknown>): Promise<(type: string) => Json> {
  const before = receiver.received.length;
  await flow();
  await everythingIsTold(test);
  const webhook = new Webhook(subscription.secret);
  const events = receiver.received
    .slice(before)
    .map(({ headers, body }) => webhook.verify(body, headers as Record<string, string>) as Json);
  return (type) => {
    const found = events.filter((event) => event.type === type);
    expect(found, type).toHaveLength(1);
    return found[0];
  };
}

const { shopperResultUrl, ...CARD_FIELDS } = CARD;
const post = async (path: string, fields: Fields) => {
  const { body } = await test.call(path, { entityId: test.entityId, ...fields });
  expect(body.id, JSON.stringify(body.result)).toBeDefined();
  return body;
};
const DEBIT = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
const pay = (fields: Fields = {}) => post('/v1/payments', { ...DEBIT, ...CARD_FIELDS, ...fields });
const refer = (id: string, paymentType: string, amount: string | undefined, reference: string) =>
  post(`/v1/payments/${id}`, {
    paymentType,
    merchantTransactionId: reference,
    ...(amount && { amount, currency: 'EUR' }),
  });

describe('a payment that the merchant starts with an agreement', () => {
  it.each<[string, Fields]>([
    ['REPEATED', { recurringType: 'REPEATED' }],
    [
      'MIT',
      {
        'standingInstruction.mode': 'REPEATED',
        'standingInstruction.source': 'MIT',
        'standingInstruction.type': 'UNSCHEDULED',
      },
    ],
  ])(
    '(%s) is of the merchant, with the stored instrument, without a shopper to authenticate',
    async (_, fields) => {
      const { id } = await post('/v1/registrations', { recurringType: 'INITIAL', ...CARD_FIELDS });
      const path = `/v1/registrations/${id}/payments`;
      const order = { ...DEBIT, amount: '9.50', merchantTransactionId: 'month-0002', ...fields };
      const told = await toldIn(() => post(path, { ...order, shopperResultUrl }));
      expect(told('PAYMENT_CHARGE_CREATED')).toMatchObject({
        initiator: 'MERCHANT',
        paymentMedium: 'ECOMMERCE',
        amount: { value: 950, currency: 'EUR' },
        merchantPaymentChargeReference: 'month-0002',
        instrument: { id: `instr_${id}`, type: 'CARD_VAULTED', details: { panAlias: id } },
      });
      expect(told('PAYMENT_CHARGE_CREATED')).not.toHaveProperty('authenticationSettings');
      expect(told('PAYMENT_CHARGE_CREATED')).not.toHaveProperty('paymentSessionId');
    },
  );
});

describe('an order by telephone', () => {
  it('is MOTO, by the consumer, in the units of its currency', async () => {
    const told = await toldIn(() =>
      pay({ transactionCategory: 'TO', amount: '9200', currency: 'JPY', shopperResultUrl }),
    );
    expect(told('PAYMENT_CHARGE_CREATED')).toMatchObject({
      paymentMedium: 'MOTO',
      initiator: 'CONSUMER',
      amount: { value: 9200, currency: 'JPY' },
    });
    expect(told('PAYMENT_CHARGE_CREATED')).not.toHaveProperty('authenticationSettings');
  });
});

describe('a wallet', () => {
  it('is told by its brand, without an instrument id', async () => {
    const told = await toldIn(() =>
      post('/v1/payments', { ...DEBIT, paymentBrand: 'PAYPAL', shopperResultUrl }),
    );
    expect(told('PAYMENT_CHARGE_CREATED')).toMatchObject({
      paymentMethod: 'paypal',
      instrument: { type: 'PASSTHROUGH_WALLET' },
      authenticationSettings: [{ type: 'REDIRECT', settings: { returnUrl: shopperResultUrl } }],
    });
    expect(told('PAYMENT_CHARGE_CREATED').instrument).not.toHaveProperty('id');
    const [method] = told('PAYMENT_CHARGE_AUTHENTICATION_PENDING').authenticationMethods;
    expect(method.type).toBe('REDIRECT');
  });
});

describe('operations', () => {
  it('name their own payment, amount and reference, and those of the charge', async () => {
    const pa = await pay({ paymentType: 'PA', merchantTransactionId: 'attempt-0001' });
    const charge = {
      paymentChargeId: `charge_${pa.id}`,
      merchantPaymentChargeReference: 'attempt-0001',
      orderReferenceNumber: 'attempt-0001',
      paymentMethod: 'card',
    };
    await everythingIsTold(test);

    let id = '';
    const captured = await toldIn(async () => {
      id = (await refer(pa.id, 'CP', '30.00', 'capture-0001')).id;
    });
    expect(captured('PAYMENT_CHARGE_CAPTURE_SUCCEEDED')).toMatchObject({
      ...charge,
      paymentChargeStatus: 'CAPTURED',
      captureId: `capture_${id}`,
      amount: { value: 3000, currency: 'EUR' },
      merchantCaptureReference: 'capture-0001',
    });

    const capture = id;
    const refunded = await toldIn(async () => {
      id = (await refer(capture, 'RF', '12.34', 'refund-0001')).id;
    });
    expect(refunded('PAYMENT_CHARGE_REFUND_SUCCEEDED')).toMatchObject({
      ...charge,
      paymentChargeStatus: 'REFUNDED',
      refundId: `refund_${id}`,
      amount: { value: 1234, currency: 'EUR' },
      merchantRefundReference: 'refund-0001',
    });
  });

  it('that reverse name their void, with the whole amount', async () => {
    const pa = await pay({ paymentType: 'PA' });
    await everythingIsTold(test);
    let id = '';
    const voided = await toldIn(async () => {
      id = (await refer(pa.id, 'RV', undefined, 'void-00001')).id;
    });
    const event = voided('PAYMENT_CHARGE_VOID_SUCCEEDED');
    expect(event).toMatchObject({
      paymentChargeId: `charge_${pa.id}`,
      paymentChargeStatus: 'VOIDED',
      voidId: `void_${id}`,
      amount: { value: 9200, currency: 'EUR' },
      merchantVoidReference: 'void-00001',
    });
    expect(event).not.toHaveProperty('merchantPaymentChargeReference');
  });
});

describe('a failure', () => {
  it.each([
    ['800.100.155', 'PROVIDER_DECLINE', 'INSUFFICIENT_FUNDS'],
    ['800.100.153', 'PROVIDER_DECLINE', 'INCORRECT_CVV'],
    ['800.100.157', 'PROVIDER_DECLINE', 'EXPIRED_CARD'],
    ['800.100.100', 'PROVIDER_DECLINE', 'GENERIC_DECLINE'],
    ['100.390.112', 'PROVIDER_DECLINE', 'AUTHENTICATION_FAILED'],
    ['300.100.100', 'PROVIDER_DECLINE', 'AUTHENTICATION_FAILED'],
    ['800.400.100', 'PROVIDER_DECLINE', 'GENERIC_DECLINE'],
    ['900.100.100', 'PROVIDER_ERROR', 'INTERNAL_PROCESSING_ERROR'],
    ['900.100.300', 'PROVIDER_ERROR', 'PAYMENT_METHOD_TIMEOUT'],
    ['100.400.000', 'INTERNAL_DECLINE', 'GENERIC_DECLINE'],
    ['800.120.100', 'INTERNAL_DECLINE', 'GENERIC_DECLINE'],
    ['999.999.888', 'INTERNAL_ERROR', 'INTERNAL_PROCESSING_ERROR'],
  ])('with %s is told as %s, %s', async (code, failureType, failureCode) => {
    const told = await toldIn(() => pay({ 'customParameters[simulator.result]': code }));
    const { failure, paymentChargeStatus } = told('PAYMENT_CHARGE_AUTHORIZATION_FAILED');
    expect(paymentChargeStatus).toBe('FAILED');
    expect(failure).toMatchObject({ failureType, failureCode });
    expect(failure.failureMessage.length).toBeGreaterThan(5);
  });
});
