/** What requests say is what events tell, through the whole gateway (docs/events.md). */
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueToken } from '../../gateway/access/access-tokens.ts';
import { createEntity } from '../../gateway/entities/entities.ts';
import { pollConnectors } from '../../gateway/sweeper.ts';
import { mistakesOf } from '../support/event-validity.ts';
import { startReceiver, type TestReceiver } from '../support/receiver.ts';
import { answerChallenge } from '../support/shopper-browser.ts';
import {
  CARD,
  CARD_FIELDS,
  CHECKOUT,
  type Fields,
  startTestGateway,
  type TestGateway,
} from '../support/test-gateway.ts';
import { everythingIsTold } from './published-flows.ts';
import { remove, type Subscription, subscribe } from './subscribe.ts';

// The tests look at events as receivers do.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Json = any;

let test: TestGateway;
let receiver: TestReceiver;
let subscription: Subscription;
let merchantId: string;
beforeAll(async () => {
  test = await startTestGateway({ delivers: true });
  receiver = await startReceiver();
  subscription = await subscribe(test, receiver, { kind: 'events' });
  const { parent_id } = await test.gateway.db
    .selectFrom('entities')
    .select('parent_id')
    .where('id', '=', test.entityId)
    .executeTakeFirstOrThrow();
  merchantId = `merch_${parent_id}`;
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

/** The events of a flow, verified and valid, by their types. */
async function told(flow: () => Promise<unknown>): Promise<Readonly<Record<string, Json>>> {
  const before = receiver.received.length;
  await flow();
  await everythingIsTold(test);
  const webhook = new Webhook(subscription.secret);
  const events = receiver.received
    .slice(before)
    .map(({ headers, body }) => webhook.verify(body, headers as Record<string, string>) as Json);
  expect(events.flatMap(mistakesOf)).toEqual([]);
  return Object.fromEntries(events.map((event) => [event.type, event]));
}

const EVERYTHING: Fields = {
  merchantTransactionId: 'attempt-0001',
  merchantInvoiceId: 'invoice-0001',
  descriptor: 'Monthly tea',
  createRegistration: 'true',
  recurringType: 'INITIAL',
  'standingInstruction.amountType': 'EXACT',
  'standingInstruction.frequency': 'MONTHLY',
  'standingInstruction.interval': '1',
  'standingInstruction.startDate': '2026-03-01',
  'standingInstruction.endDate': '2033-02-28',
  'customer.givenName': 'Jane',
  'customer.surname': 'Jones',
  'customer.email': 'jane@shop.example',
  'customer.phone': '+49 30 1234567',
  'customer.locale': 'de-DE',
  'customer.taxIdentification': 'DE123456789',
  'customer.merchantCustomerId': 'customer-1',
  'billing.street1': 'High Street 1',
  'billing.city': 'Berlin',
  'billing.state': 'BE',
  'billing.postcode': '10115',
  'billing.country': 'DE',
  'cart.items[0].name': 'Tea',
  'cart.items[0].quantity': '2',
  'cart.items[0].price': '46.00',
  'order.industryData[0].type': 'TRAVEL',
  'order.industryData[0].details.travelType': 'TWO_WAY',
  'order.industryData[0].details.departureDate': '2026-05-01',
  'order.industryData[0].details.travelerCount': '2',
  'order.industryData[0].details.travelInsured': 'true',
};

describe('a checkout with everything', () => {
  it('is told with everything', async () => {
    const id = await test.createCheckout(EVERYTHING);
    const events = await told(() => test.pay(id));
    const { body } = await test.call(`/v1/checkouts/${id}/payment`);
    const shared = {
      paymentChargeId: `charge_${body.id}`,
      paymentMethod: 'card',
      merchantId,
      merchantPaymentChargeReference: 'attempt-0001',
      orderReferenceNumber: 'invoice-0001',
      paymentSessionId: `sess_${id}`,
    };
    const amount = { value: 9200, currency: 'EUR' };
    const instrument = {
      id: `instr_${body.registrationId}`,
      type: 'CARD_VAULTED',
      details: {
        brand: 'VISA',
        bin: '420000',
        last4Digits: '0000',
        expiryMonth: 5,
        expiryYear: 2034,
        holderName: 'Jane Jones',
        panAlias: body.registrationId,
      },
    };
    const consumer = {
      name: 'Jane Jones',
      email: 'jane@shop.example',
      phone: '+49 30 1234567',
      country: 'DE',
      locale: 'de-DE',
      taxIdentification: 'DE123456789',
      merchantConsumerReference: 'customer-1',
      billingAddress: {
        firstName: 'Jane',
        lastName: 'Jones',
        phoneNumber: '+49 30 1234567',
        street: 'High Street 1',
        postalCode: '10115',
        city: 'Berlin',
        region: 'BE',
        country: 'DE',
      },
    };
    expect(events['PAYMENT_CHARGE_CREATED']).toEqual({
      ...shared,
      type: 'PAYMENT_CHARGE_CREATED',
      paymentChargeStatus: 'AUTHORIZATION_PROCESSING',
      paymentMedium: 'ECOMMERCE',
      initiator: 'CONSUMER',
      paymentDescriptor: 'Monthly tea',
      amount,
      order: {
        orderItems: [{ name: 'Tea', quantity: 2, amount: 4600 }],
        industryData: [
          {
            type: 'TRAVEL',
            details: {
              travelType: 'TWO_WAY',
              departureDate: '2026-05-01',
              travelerCount: 2,
              travelInsured: true,
            },
          },
        ],
        orderReferenceNumber: 'invoice-0001',
      },
      consumer,
      authenticationSettings: [
        { type: '3DS', settings: { returnUrl: CARD['shopperResultUrl'], preference: 'BLANK' } },
      ],
      instrument,
    });
    expect(events['PAYMENT_CHARGE_CAPTURE_SUCCEEDED']).toEqual({
      ...shared,
      type: 'PAYMENT_CHARGE_CAPTURE_SUCCEEDED',
      paymentChargeStatus: 'CAPTURED',
      captureId: `capture_${body.id}`,
      amount,
    });
    expect(events['PAYMENT_AGREEMENT_CREATED']).toEqual({
      type: 'PAYMENT_AGREEMENT_CREATED',
      paymentAgreementId: `agr_${body.registrationId}`,
      paymentAgreementStatus: 'INITIALIZING',
      paymentMethod: 'card',
      merchantId,
      paymentSessionId: `sess_${id}`,
      merchantPaymentAgreementReference: 'attempt-0001',
      description: 'Monthly tea',
      instrument,
      startDate: '2026-03-01T00:00:00.000Z',
      endDate: '2033-02-28T00:00:00.000Z',
      frequency: { type: 'MONTHLY', interval: 1 },
      amount,
      amountType: 'EXACT',
      consumer,
    });
  });
});

describe('a checkout that only stores a card', () => {
  const storing = { ...EVERYTHING, paymentType: undefined };
  const AGREED = 'PAYMENT_AGREEMENT_CREATED';

  it('tells the amount that was agreed upon, and shows its shopper none', async () => {
    const id = await test.createCheckout({ ...storing, amount: '1000', currency: 'JPY' });
    const form = await test.call(`/v1/checkouts/${id}/form`);
    expect([form.status, form.body.amount]).toEqual([200, undefined]);
    const events = await told(async () => {
      const stored = await test.call(`/v1/checkouts/${id}/registration`, CARD);
      expect(stored.status).toBe(200);
    });
    const expected = { amount: { value: 1000, currency: 'JPY' }, amountType: 'EXACT' };
    expect(events[AGREED]).toMatchObject(expected);
    expect((await test.call(`/v1/checkouts/${id}/registration`)).body.amount).toBeUndefined();
  });

  it('without an amount tells none; one without what it stands for forgot its payment type', async () => {
    const none = { ...storing, amount: undefined, currency: undefined };
    const id = await test.createCheckout(none);
    const events = await told(() => test.call(`/v1/checkouts/${id}/registration`, CARD));
    expect(events[AGREED]).toBeDefined();
    expect(events[AGREED]).not.toHaveProperty('amount');
    const refused = await test.call('/v1/checkouts', {
      entityId: test.entityId,
      createRegistration: 'true',
      amount: '92.00',
      currency: 'EUR',
    });
    expect(refused.status).toBe(400);
    expect(refused.body.result.parameterErrors).toMatchObject([{ name: 'paymentType' }]);
  });
});

describe('a direct debit', () => {
  const debit = (fields: Fields = {}) =>
    test.call('/v1/payments', {
      entityId: test.entityId,
      ...CHECKOUT,
      paymentBrand: 'DIRECTDEBIT_SEPA',
      'bankAccount.holder': 'Jane Jones',
      'bankAccount.iban': 'DE44500000000000001024',
      'bankAccount.bic': 'COBADEFFXXX',
      'bankAccount.mandate.id': 'SHOP-7',
      ...fields,
    });
  const afterDays = async (days: number) => {
    await test.call('/sandbox/clock', {
      entityId: test.entityId,
      advance: String(days * 24 * 60 * 60 + 1),
    });
    await pollConnectors(test.gateway);
  };

  it('tells its account masked, its mandate once it is taken, its settlement and its return', async () => {
    const taken = await told(() => debit({ createRegistration: 'true', recurringType: 'INITIAL' }));
    expect(Object.keys(taken)).toEqual([
      'PAYMENT_CHARGE_CREATED',
      'PAYMENT_AGREEMENT_CREATED',
      'PAYMENT_CHARGE_PROVIDER_CONFIRMATION_PENDING',
      'PAYMENT_AGREEMENT_ACTIVE',
    ]);
    const instrument = {
      id: expect.stringMatching(/^instr_/),
      type: 'BANK_ACCOUNT',
      details: {
        holderName: 'Jane Jones',
        iban: 'DE••••1024',
        swiftCode: 'COBADEFFXXX',
        debitMandateId: 'SHOP-7',
        country: 'DE',
      },
    };
    expect(taken['PAYMENT_CHARGE_CREATED'].instrument).toEqual(instrument);
    expect(taken['PAYMENT_AGREEMENT_CREATED'].instrument).toEqual(instrument);
    expect(taken['PAYMENT_CHARGE_CREATED'].paymentMethod).toBe('directdebit_sepa');
    const settled = await told(() => afterDays(2));
    expect(Object.keys(settled)).toEqual([
      'PAYMENT_CHARGE_AUTHORIZATION_SUCCEEDED',
      'PAYMENT_CHARGE_CAPTURE_SUCCEEDED',
    ]);
    const returned = await told(() => afterDays(3));
    expect(Object.keys(returned)).toEqual(['CHARGEBACK_SUCCEEDED']);
    expect(returned['CHARGEBACK_SUCCEEDED'].amount).toEqual({ value: 9_200, currency: 'EUR' });
  });

  it('that is taken back is told of as discarded, once', async () => {
    const { body } = await debit();
    const events = await told(() =>
      test.call(`/v1/payments/${body.id}`, {
        entityId: test.entityId,
        paymentType: 'RV',
        merchantTransactionId: 'take-back-0001',
      }),
    );
    expect(Object.keys(events)).toContain('PAYMENT_CHARGE_DISCARDED');
    expect(Object.keys(events)).not.toContain('PAYMENT_CHARGE_VOID_SUCCEEDED');
    expect(events['PAYMENT_CHARGE_DISCARDED']).toMatchObject({
      discardType: 'MERCHANT_INITIATED_DISCARD',
      merchantDiscardReference: 'take-back-0001',
    });
  });

  it('that is refused keeps no mandate', async () => {
    const events = await told(() =>
      debit({
        createRegistration: 'true',
        recurringType: 'INITIAL',
        'bankAccount.iban': 'DE66500000000000001016',
      }),
    );
    expect(Object.keys(events)).toContain('PAYMENT_AGREEMENT_FAILED');
    expect(Object.keys(events)).not.toContain('PAYMENT_AGREEMENT_ACTIVE');
  });
});

describe('a subscription without customer data', () => {
  it('is told valid events that say nothing of the customer', async () => {
    await using without = await startReceiver();
    const { id, secret } = await subscribe(test, without, {
      kind: 'events',
      fields: 'NON_CUSTOMER_DATA',
    });
    const checkout = await test.createCheckout({ ...EVERYTHING, merchantInvoiceId: undefined });
    await test.pay(checkout);
    await test.call('/v1/payments', {
      entityId: test.entityId,
      ...CHECKOUT,
      paymentBrand: 'PAYSAFECARD',
      'virtualAccount.accountId': 'jane.account',
      shopperResultUrl: 'https://shop.example/result',
    });
    await everythingIsTold(test);
    const events = without.received
      .slice(1)
      .map(({ headers, body }) => new Webhook(secret).verify(body, headers as never) as Json);
    expect(events.length).toBeGreaterThan(5);
    expect(events.flatMap(mistakesOf)).toEqual([]);
    for (const secretOfJane of ['Jane', 'jane', 'Berlin', 'DE123456789', '1234567', 'TWO_WAY']) {
      expect(JSON.stringify(events)).not.toContain(secretOfJane);
    }
    await remove(test, `/v1/webhooks/${id}`);
  });
});

describe('an event names', () => {
  it('the reference of the request that gives a checkout up', async () => {
    const id = await test.createCheckout();
    const giveUp = (reference: string) =>
      test.call(
        `/v1/checkouts/${id}?entityId=${test.entityId}&merchantTransactionId=${reference}`,
        undefined,
        { method: 'DELETE' },
      );
    const events = await told(async () => {
      await test.pay(id, { 'card.number': '4200000000000018' });
      await giveUp('give-up-0001');
    });
    expect(events['PAYMENT_CHARGE_DISCARDED']).toMatchObject({
      discardType: 'MERCHANT_INITIATED_DISCARD',
      merchantDiscardReference: 'give-up-0001',
    });
  });

  it('that reference too when it comes too late', async () => {
    const id = await test.createCheckout();
    const events = await told(async () => {
      await test.pay(id);
      const path = `/v1/checkouts/${id}?merchantTransactionId=give-up-0002`;
      await test.call(path, undefined, { method: 'DELETE' });
    });
    expect(events['PAYMENT_CHARGE_DISCARD_FAILED']).toMatchObject({
      discardType: 'MERCHANT_INITIATED_DISCARD',
      merchantDiscardReference: 'give-up-0002',
    });
  });

  it('the same instrument where a card is paid with twice without being stored', async () => {
    const paid = async () => {
      const id = await test.createCheckout();
      const events = await told(() => test.pay(id));
      return events['PAYMENT_CHARGE_CREATED'].instrument;
    };
    const [first, second] = [await paid(), await paid()];
    expect(first.id).toMatch(/^instr_\w{32,}$/);
    expect(second).toEqual(first);
    expect(first.details).not.toHaveProperty('panAlias');
  });

  it('the redirect that the answer has', async () => {
    const id = await test.createCheckout();
    let url = '';
    const events = await told(async () => {
      const { body } = await test.pay(id, { 'card.number': '4200000000000018' });
      url = body.redirect.url;
    });
    expect(events['PAYMENT_CHARGE_AUTHENTICATION_PENDING'].authenticationMethods).toEqual([
      { type: '3DS', details: { requestUrl: url, requestMethod: 'GET' } },
    ]);
    await answerChallenge(test, url, 'Y');
    await everythingIsTold(test);
  });

  it('the merchant above the division or channel that it happens in', async () => {
    const { db } = test.gateway;
    const parentId = merchantId.replace('merch_', '');
    const division = await createEntity(db, { kind: 'division', name: 'D', parentId });
    const channel = await createEntity(db, { kind: 'channel', name: 'C', parentId: division.id });
    const inDivision = await startReceiver();
    const { token } = await issueToken(db, { entityId: division.id, label: 'test' });
    const headers = { authorization: `Bearer ${token}` };
    const call = (path: string, fields: Fields) => test.call(path, fields, { headers });
    const { body } = await call('/v1/webhooks', {
      entityId: division.id,
      kind: 'events',
      url: `${inDivision.url}/hook`,
    });
    const registered = await call('/v1/registrations', {
      entityId: division.id,
      recurringType: 'INITIAL',
      ...CARD_FIELDS,
    });
    const paid = await call('/v1/payments', {
      entityId: channel.id,
      ...CHECKOUT,
      ...CARD,
    });
    await everythingIsTold(test);
    const events = inDivision.received
      .slice(1)
      .map((each) =>
        new Webhook(body.secret).verify(each.body, each.headers as Record<string, string>),
      ) as Json[];
    const ids = events.map((event) => event.paymentAgreementId ?? event.paymentChargeId);
    expect(new Set(ids)).toEqual(new Set([`agr_${registered.body.id}`, `charge_${paid.body.id}`]));
    for (const event of events) expect(event.merchantId).toBe(merchantId);
    await inDivision[Symbol.asyncDispose]();
  });
});
