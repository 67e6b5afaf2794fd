/** The fields of charge events, one by one: the second table of docs/events.md. */
import { describe, expect, it } from 'vitest';
import type { ParameterSet } from '../../../contract/parameters.ts';
import { mistakesOf } from '../../tests/support/event-validity.ts';
import {
  CHECKOUT_ID,
  type PaymentFields,
  payment,
  paymentChange,
  REDIRECT,
} from '../../tests/support/sample-events.ts';
import { eventsOf } from './index.ts';

// The tests look at events as receivers do.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Json = any;

function only(change: ReturnType<typeof paymentChange>): Json {
  const [event] = eventsOf(change);
  expect(event && mistakesOf(event)).toEqual([]);
  return event;
}
const created = (input: PaymentFields = {}) => only(paymentChange('received', input));
const createdWith = (parameters: ParameterSet) => created({ parameters });

describe('every charge event', () => {
  const charge = payment({
    id: 'pa1',
    type: 'PA',
    checkout_id: CHECKOUT_ID,
    parameters: { merchantTransactionId: 'attempt-1', merchantInvoiceId: 'invoice-1' },
  });
  const capture = paymentChange(
    'succeeded',
    {
      id: 'cp1',
      type: 'CP',
      amount: 100,
      referenced_id: 'pa1',
      parameters: { merchantTransactionId: 'capture-1' },
    },
    { charge },
  );

  it('is told of the PA or DB that it began with', () => {
    expect(only(capture)).toEqual({
      type: 'PAYMENT_CHARGE_CAPTURE_SUCCEEDED',
      paymentChargeId: 'charge_pa1',
      paymentChargeStatus: 'CAPTURED',
      paymentMethod: 'card',
      merchantId: 'merch_m1',
      merchantPaymentChargeReference: 'attempt-1',
      orderReferenceNumber: 'invoice-1',
      paymentSessionId: `sess_${CHECKOUT_ID}`,
      captureId: 'capture_cp1',
      amount: { value: 100, currency: 'EUR' },
      merchantCaptureReference: 'capture-1',
    });
  });

  it('has no field that there is nothing for', () => {
    const event = only(paymentChange('succeeded', { type: 'PA' }));
    expect(event).toEqual({
      type: 'PAYMENT_CHARGE_AUTHORIZATION_SUCCEEDED',
      paymentChargeId: 'charge_pay1',
      paymentChargeStatus: 'CAPTURE_PENDING',
      paymentMethod: 'card',
      merchantId: 'merch_m1',
      authorizationId: 'authz_pay1',
      amount: { value: 9200, currency: 'EUR' },
      isMultiStep: true,
    });
  });

  it('names the order by the invoice, else by the attempt', () => {
    expect(createdWith({ merchantTransactionId: 'attempt-1' }).orderReferenceNumber).toBe(
      'attempt-1',
    );
    const both = createdWith({ merchantTransactionId: 'attempt-1', merchantInvoiceId: 'inv-0001' });
    expect(both.orderReferenceNumber).toBe('inv-0001');
    expect(both.order).toEqual({ orderReferenceNumber: 'inv-0001' });
  });

  it('names the method: card, or the brand in lower case', () => {
    expect(created({ brand: 'MADA' }).paymentMethod).toBe('card');
    expect(created({ brand: 'KLARNA_PAYMENTS_PAYLATER', card: '{}' }).paymentMethod).toBe(
      'klarna_payments_paylater',
    );
  });

  it('names refunds, voids and captures by their own payment and reference', () => {
    const operation = (type: string, stage: 'succeeded' | 'failed' | 'confirmation') =>
      only(
        paymentChange(
          stage,
          {
            id: 'op1',
            type,
            referenced_id: 'pa1',
            result_code: stage === 'failed' ? '900.100.100' : '000.100.110',
            result_details: '{"AcquirerResponse":"91"}',
            parameters: { merchantTransactionId: 'operation-1' },
          },
          { charge },
        ),
      );
    const failure = {
      failureType: 'PROVIDER_ERROR',
      failureCode: 'INTERNAL_PROCESSING_ERROR',
      providerFailureCode: '91',
      failureMessage: 'unexpected communication error with the acquirer or bank',
    };
    expect(operation('RF', 'succeeded')).toMatchObject({
      paymentChargeId: 'charge_pa1',
      refundId: 'refund_op1',
      merchantRefundReference: 'operation-1',
    });
    expect(operation('RF', 'confirmation')).toMatchObject({ refundId: 'refund_op1' });
    expect(operation('RF', 'failed')).toMatchObject({ refundId: 'refund_op1', failure });
    expect(operation('RV', 'succeeded')).toMatchObject({
      voidId: 'void_op1',
      merchantVoidReference: 'operation-1',
    });
    expect(operation('RV', 'failed')).toMatchObject({ voidId: 'void_op1', failure });
    expect(operation('CP', 'failed')).toMatchObject({ captureId: 'capture_op1', failure });
    expect(operation('CB', 'succeeded')).toEqual({
      type: 'CHARGEBACK_SUCCEEDED',
      paymentChargeId: 'charge_pa1',
      merchantId: 'merch_m1',
      amount: { value: 9200, currency: 'EUR' },
    });
  });
});

describe('a created charge', () => {
  it.each([
    [undefined, 'ECOMMERCE'],
    ['EC', 'ECOMMERCE'],
    ['RC', 'ECOMMERCE'],
    ['IN', 'ECOMMERCE'],
    ['MO', 'MOTO'],
    ['TO', 'MOTO'],
    ['PO', 'POS'],
    ['PM', 'POS'],
  ])('of the category %s is %s', (transactionCategory, medium) => {
    const event = createdWith(transactionCategory === undefined ? {} : { transactionCategory });
    expect(event.paymentMedium).toBe(medium);
  });

  it.each<[ParameterSet, string]>([
    [{}, 'CONSUMER'],
    [{ recurringType: 'INITIAL' }, 'CONSUMER'],
    [{ 'standingInstruction.source': 'CIT' }, 'CONSUMER'],
    [{ 'standingInstruction.mode': 'REPEATED', 'standingInstruction.source': 'CIT' }, 'CONSUMER'],
    [{ recurringType: 'REPEATED' }, 'MERCHANT'],
    [{ 'standingInstruction.mode': 'REPEATED' }, 'MERCHANT'],
    [{ 'standingInstruction.source': 'MIT' }, 'MERCHANT'],
  ])('with %o is started by %s', (parameters, initiator) => {
    expect(createdWith(parameters).initiator).toBe(initiator);
  });

  it('has the descriptor, and the amount in smallest units', () => {
    const event = created({ amount: 92, currency: 'JPY', parameters: { descriptor: 'Shop 1' } });
    expect(event).toMatchObject({
      paymentDescriptor: 'Shop 1',
      amount: { value: 92, currency: 'JPY' },
    });
  });

  it('tells who pays', () => {
    const { consumer } = createdWith({
      'customer.givenName': 'Jane',
      'customer.middleName': 'Ann',
      'customer.surname': 'Jones',
      'customer.email': 'jane@shop.example',
      'customer.mobile': '+49 170 1234567',
      'customer.locale': 'de-AT',
      'customer.taxIdentification': 'ATU12345678',
      'customer.merchantCustomerId': 'customer-1',
      'billing.street1': 'High Street',
      'billing.houseNumber1': '12',
      'billing.houseNumber2': 'b',
      'billing.postcode': '1010',
      'billing.city': 'Wien',
      'billing.state': 'W',
      'billing.country': 'AT',
    });
    expect(consumer).toEqual({
      name: 'Jane Ann Jones',
      email: 'jane@shop.example',
      phone: '+49 170 1234567',
      country: 'AT',
      locale: 'de-AT',
      taxIdentification: 'ATU12345678',
      merchantConsumerReference: 'customer-1',
      billingAddress: {
        firstName: 'Jane',
        lastName: 'Jones',
        phoneNumber: '+49 170 1234567',
        street: 'High Street 12 b',
        postalCode: '1010',
        city: 'Wien',
        region: 'W',
        country: 'AT',
      },
    });
  });

  it.each<[ParameterSet, object]>([
    [{ 'customer.phone': '030 123456', 'customer.mobile': '0170 1234' }, { phone: '030 123456' }],
    [{ 'customer.workPhone': '030 9876' }, { phone: '030 9876' }],
    [
      {
        'customer.identificationDocType': 'TAXSTATEMENT',
        'customer.identificationDocId': '12345678',
      },
      { taxIdentification: '12345678' },
    ],
    [
      {
        'customer.surname': 'Jones',
        'customer.identificationDocType': 'PASSPORT',
        'customer.identificationDocId': '12345678',
      },
      { name: 'Jones' },
    ],
    [
      { 'billing.street1': 'High Street 1', 'billing.street2': 'Annex' },
      { billingAddress: { street: 'High Street 1 Annex' } },
    ],
  ])('tells of %o no more than it knows', (parameters, consumer) => {
    expect(createdWith(parameters).consumer).toEqual(consumer);
  });

  it('says nothing of a consumer or an order that it knows nothing of', () => {
    const event = created();
    for (const field of ['consumer', 'order', 'authenticationSettings', 'orderReferenceNumber']) {
      expect(event).not.toHaveProperty(field);
    }
  });

  it('tells what was bought, in smallest units of a single item', () => {
    const { order } = createdWith({
      'cart.items[0].name': 'Mug',
      'cart.items[0].quantity': '2',
      'cart.items[0].price': '12.50',
      'cart.items[3].name': 'Tea',
      'cart.items[3].price': '700',
      'cart.items[3].currency': 'JPY',
      'cart.items[4].sku': 'only a sku',
    });
    expect(order.orderItems).toEqual([
      { name: 'Mug', quantity: 2, amount: 1250 },
      { name: 'Tea', amount: 700 },
      {},
    ]);
  });

  it('tells what the order’s industry wants to know, in its types', () => {
    const { order } = createdWith({
      'order.industryData[0].type': 'AIRLINE',
      'order.industryData[0].details.pnr': 'ABC123',
      'order.industryData[0].details.numberOfPassengers': '2',
      'order.industryData[0].details.tripSegments[0].departureAirportCode': 'TXL',
      'order.industryData[0].details.tripSegments[1].departureDate': '2026-03-01',
      'order.industryData[1].type': 'EDUCATION',
      'order.industryData[1].details.diplomaCourse': 'true',
      'order.industryData[1].details.financedCourse': 'false',
      'order.industryData[2].type': 'TRAVEL',
      'order.industryData[2].details.travelType': 'ONE_WAY',
      'order.industryData[2].details.travelerCount': '3',
      'order.industryData[3].type': 'TRAVEL',
    });
    expect(order.industryData).toEqual([
      {
        type: 'AIRLINE',
        details: {
          pnr: 'ABC123',
          numberOfPassengers: 2,
          tripSegments: [{ departureAirportCode: 'TXL' }, { departureDate: '2026-03-01' }],
        },
      },
      { type: 'EDUCATION', details: { diplomaCourse: true, financedCourse: false } },
      { type: 'TRAVEL', details: { travelType: 'ONE_WAY', travelerCount: 3 } },
      { type: 'TRAVEL' },
    ]);
  });
});

describe('the instrument', () => {
  it('of a card is told without its number, by its fingerprint', () => {
    expect(created().instrument).toEqual({
      id: 'instr_f1f2f3',
      type: 'CARD_VAULTED',
      details: {
        brand: 'VISA',
        bin: '420000',
        last4Digits: '0000',
        expiryMonth: 5,
        expiryYear: 2034,
        holderName: 'Jane Jones',
      },
    });
  });

  it('of a stored card is its registration', () => {
    expect(created({ registration_id: 'reg1' }).instrument).toMatchObject({
      id: 'instr_reg1',
      details: { panAlias: 'reg1', last4Digits: '0000' },
    });
  });

  const other = (brand: string, parameters: ParameterSet = {}) =>
    created({ brand, parameters, card: '{}', card_fingerprint: null }).instrument;

  it('of a bank is the account’s country, as far as it is known', () => {
    expect(other('IDEAL', { 'billing.country': 'NL' })).toEqual({
      type: 'BANK_ACCOUNT',
      details: { country: 'NL' },
    });
    expect(other('SOFORTUEBERWEISUNG')).toEqual({ type: 'BANK_ACCOUNT' });
  });

  it('of a wallet is the account, the same for the same one', () => {
    const account = { 'virtualAccount.accountId': 'jane', 'billing.country': 'DE' };
    const instrument = other('PAYSAFECARD', account);
    expect(instrument).toEqual({
      type: 'PASSTHROUGH_WALLET',
      details: {
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
        displayIdentifier: 'jane',
        country: 'DE',
      },
    });
    expect(other('PAYSAFECARD', account)).toEqual(instrument);
    expect(other('STC_PAY', account).details.fingerprint).not.toBe(instrument.details.fingerprint);
    expect(other('PAYPAL')).toEqual({ type: 'PASSTHROUGH_WALLET' });
  });

  it('of a direct debit is the account that is debited, with its mandate', () => {
    expect(
      other('DIRECTDEBIT_SEPA', {
        'bankAccount.holder': 'Jane Jones',
        'bankAccount.iban': 'DE23100000001234567890',
        'bankAccount.bic': 'MARKDEF1100',
        'bankAccount.mandate.id': 'mandate-1',
        'bankAccount.country': 'DE',
        'billing.country': 'AT',
      }),
    ).toEqual({
      type: 'BANK_ACCOUNT',
      details: {
        holderName: 'Jane Jones',
        iban: 'DE23100000001234567890',
        swiftCode: 'MARKDEF1100',
        debitMandateId: 'mandate-1',
        country: 'DE',
      },
    });
    expect(other('DIRECTDEBIT_SEPA')).toEqual({ type: 'BANK_ACCOUNT' });
  });

  it('of a card has no holder where none was given, and no id without a fingerprint', () => {
    const card = JSON.stringify({
      ...{ bin: '420000', last4Digits: '0000', expiryMonth: '05', expiryYear: '2034' },
    });
    const { instrument } = created({ card, card_fingerprint: null });
    expect(instrument).not.toHaveProperty('id');
    expect(instrument.details).not.toHaveProperty('holderName');
  });

  it('of what the shopper has agreed to keep is its registration', () => {
    const kept = (brand: string, parameters: ParameterSet = {}) =>
      created({ brand, parameters, card: '{}', registration_id: 'reg1' }).instrument;
    expect(kept('PAYPAL')).toEqual({
      id: 'instr_reg1',
      type: 'PASSTHROUGH_WALLET',
      details: { paymentReference: 'reg1' },
    });
    const bank = { 'billing.country': 'DE', 'bankAccount.country': 'SE' };
    expect(kept('TRUSTLY', bank)).toEqual({
      id: 'instr_reg1',
      type: 'BANK_ACCOUNT',
      details: { country: 'SE' },
    });
  });
});

describe('authentication', () => {
  const pending = (input: PaymentFields) =>
    only(paymentChange('authentication', input, { redirect: REDIRECT })).authenticationMethods;
  const result_url = 'https://shop.example/result';
  const settings = (input: PaymentFields) => created(input).authenticationSettings;

  it('is asked for where the redirect leads: 3DS for cards, REDIRECT for others', () => {
    const details = { requestUrl: REDIRECT.url, requestMethod: 'GET' };
    expect(pending({})).toEqual([{ type: '3DS', details }]);
    expect(pending({ brand: 'PAYPAL', card: '{}' })).toEqual([{ type: 'REDIRECT', details }]);
  });

  it.each([
    [undefined, 'BLANK'],
    ['01', 'BLANK'],
    ['2', 'FRICTIONLESS'],
    ['03', 'CHALLENGE'],
    ['4', 'CHALLENGE'],
    ['05', 'FRICTIONLESS'],
    ['09', 'CHALLENGE'],
  ])('with the challenge indicator %s is wished for as %s', (indicator, preference) => {
    const parameters =
      indicator === undefined ? {} : { 'threeDSecure.challengeIndicator': indicator };
    expect(settings({ result_url, parameters })).toEqual([
      { type: '3DS', settings: { returnUrl: result_url, preference } },
    ]);
  });

  it('is not expected where the shopper cannot come back, or is not there', () => {
    expect(settings({})).toBeUndefined();
    for (const parameters of [{ recurringType: 'REPEATED' }, { transactionCategory: 'MO' }]) {
      expect(settings({ result_url, parameters } as PaymentFields)).toBeUndefined();
    }
  });

  it('of a wallet or bank is the way back', () => {
    expect(settings({ brand: 'PAYPAL', card: '{}', result_url })).toEqual([
      { type: 'REDIRECT', settings: { returnUrl: result_url } },
    ]);
  });

  it('that the merchant did elsewhere is told with everything it sent', () => {
    const externalAcsId = '8a7c1f52-7d0e-4f0c-9c2b-1f6f6d7c1a2b';
    expect(
      settings({
        result_url,
        parameters: {
          'threeDSecure.eci': '05',
          'threeDSecure.verificationId': 'AAACAgSRBklmQCFgMpEGAAAAAAA=',
          'threeDSecure.version': '2.2.0',
          'threeDSecure.dsTransactionId': 'ds-1',
          'threeDSecure.xid': 'xid-1',
          'threeDSecure.acsTransactionId': externalAcsId,
          'threeDSecure.challengeIndicator': '04',
        },
      }),
    ).toEqual([
      {
        type: 'EXTERNAL_3DS',
        settings: {
          authenticationStatus: 'SUCCESS',
          authenticationValue: 'AAACAgSRBklmQCFgMpEGAAAAAAA=',
          eci: '05',
          version: '2.2.0',
          externalId: 'ds-1',
          externalAcsId,
          challenge: { preference: 'CHALLENGE_MANDATED' },
        },
      },
    ]);
  });

  it.each([
    ['01', 'LOW_VALUE'],
    ['2', 'LOW_RISK'],
    ['03', 'TRUSTED_BENEFICIARY'],
    ['04', undefined],
  ])('is not wanted, with the exemption %s', (exemptionFlag, exemptionReason) => {
    const parameters = { 'threeDSecure.exemptionFlag': exemptionFlag };
    const asked = { preference: 'NO_CHALLENGE_REQUESTED', exemptionReason };
    expect(settings({ result_url, parameters })).toEqual([
      { type: '3DS', settings: { returnUrl: result_url, preference: 'FRICTIONLESS' } },
      ...(exemptionReason ? [{ type: 'EXTERNAL_3DS', settings: { challenge: asked } }] : []),
    ]);
    expect(settings({ parameters })).toEqual(
      exemptionReason && [{ type: 'EXTERNAL_3DS', settings: { challenge: asked } }],
    );
  });

  it.each<[ParameterSet, object]>([
    [{ 'threeDSecure.eci': '02' }, { authenticationStatus: 'SUCCESS', eci: '02' }],
    [{ 'threeDSecure.eci': '06' }, { authenticationStatus: 'ATTEMPT_ACKNOWLEDGED', eci: '06' }],
    [{ 'threeDSecure.eci': '01' }, { authenticationStatus: 'ATTEMPT_ACKNOWLEDGED', eci: '01' }],
    [
      { 'threeDSecure.eci': '07' },
      { authenticationStatus: 'AUTHENTICATION_UNAVAILABLE', eci: '07' },
    ],
    [
      { 'threeDSecure.eci': '00' },
      { authenticationStatus: 'AUTHENTICATION_UNAVAILABLE', eci: '00' },
    ],
    [{ 'threeDSecure.eci': '03' }, { eci: '03' }],
    [
      { 'threeDSecure.verificationId': 'abc=', 'threeDSecure.xid': 'xid-1' },
      { authenticationValue: 'abc=', externalId: 'xid-1' },
    ],
    [
      { 'threeDSecure.verificationId': 'abc=', 'threeDSecure.acsTransactionId': 'no UUID' },
      { authenticationValue: 'abc=' },
    ],
    [
      { 'threeDSecure.verificationId': 'abc=', transactionCategory: 'TO' },
      { authenticationValue: 'abc=', outOfScope: { reason: 'MOTO' } },
    ],
    [
      { 'threeDSecure.verificationId': 'abc=', 'standingInstruction.source': 'MIT' },
      { authenticationValue: 'abc=', outOfScope: { reason: 'MIT' } },
    ],
    [
      { 'threeDSecure.eci': '07', 'threeDSecure.exemptionFlag': '01' },
      {
        authenticationStatus: 'AUTHENTICATION_UNAVAILABLE',
        eci: '07',
        challenge: { preference: 'NO_CHALLENGE_REQUESTED', exemptionReason: 'LOW_VALUE' },
      },
    ],
    [
      { 'threeDSecure.verificationId': 'abc=', 'threeDSecure.challengeIndicator': '5' },
      {
        authenticationValue: 'abc=',
        challenge: { preference: 'NO_CHALLENGE_REQUESTED', exemptionReason: 'LOW_RISK' },
      },
    ],
  ])('that the merchant did elsewhere with %o', (parameters, expected) => {
    expect(settings({ parameters })).toEqual([{ type: 'EXTERNAL_3DS', settings: expected }]);
  });
});
