/** From what happens to a registration to its events, and their fields (docs/events.md). */
import { describe, expect, it } from 'vitest';
import type { ParameterSet } from '../../../contract/parameters.ts';
import { mistakesOf } from '../../tests/support/event-validity.ts';
import {
  CHECKOUT_ID,
  payment,
  REDIRECT,
  registrationChange,
} from '../../tests/support/sample-events.ts';
import type { RegistrationStage } from '../domain-event.ts';
import { eventsOf } from './index.ts';

const SHARED = { paymentAgreementId: 'agr_reg1', paymentMethod: 'card', merchantId: 'merch_m1' };

const CASES: readonly (readonly [RegistrationStage, string, string])[] = [
  ['received', 'PAYMENT_AGREEMENT_CREATED', 'INITIALIZING'],
  ['authentication', 'PAYMENT_AGREEMENT_AUTHENTICATION_PENDING', 'AUTHENTICATION_PENDING'],
  ['usable', 'PAYMENT_AGREEMENT_ACTIVE', 'ACTIVE'],
  ['changed', 'PAYMENT_AGREEMENT_UPDATED', 'ACTIVE'],
  ['refused', 'PAYMENT_AGREEMENT_FAILED', 'FAILED'],
  ['deleted_by_merchant', 'PAYMENT_AGREEMENT_REVOKED_BY_MERCHANT', 'REVOKED_BY_MERCHANT'],
  ['revoked_by_consumer', 'PAYMENT_AGREEMENT_REVOKED_BY_CONSUMER', 'REVOKED_BY_CONSUMER'],
  ['revoked_by_provider', 'PAYMENT_AGREEMENT_REVOKED_BY_PROVIDER', 'REVOKED_BY_PROVIDER'],
  ['life_ended', 'PAYMENT_AGREEMENT_REVOKED_BY_PROVIDER', 'REVOKED_BY_PROVIDER'],
];

describe('what happens to a registration for recurring use', () => {
  it.each(CASES)('%s is %s, %s', (stage, type, paymentAgreementStatus) => {
    const events = eventsOf(registrationChange(stage));
    expect(events).toEqual([expect.objectContaining({ ...SHARED, type, paymentAgreementStatus })]);
    expect(events.flatMap(mistakesOf)).toEqual([]);
  });

  it.each(CASES)('%s is told of standingInstruction.mode too', (stage, type) => {
    const parameters = { 'standingInstruction.mode': 'INITIAL' };
    expect(eventsOf(registrationChange(stage, { parameters }))).toMatchObject([{ type }]);
  });

  it.each(CASES)('%s is not told of a plain stored card', (stage) => {
    expect(eventsOf(registrationChange(stage, { parameters: {} }))).toEqual([]);
    const unscheduled = { 'standingInstruction.type': 'UNSCHEDULED' };
    expect(eventsOf(registrationChange(stage, { parameters: unscheduled }))).toEqual([]);
  });

  it('waits without an event while its provider confirms', () => {
    expect(eventsOf(registrationChange('confirmation'))).toEqual([]);
  });

  it('is over once: what was revoked before is not revoked again by its deletion', () => {
    const revoked = { revoked_at: 1, revoked_by: 'consumer' } as const;
    expect(eventsOf(registrationChange('deleted_by_merchant', revoked))).toEqual([]);
    expect(eventsOf(registrationChange('life_ended', revoked))).toEqual([]);
  });
});

describe('the fields of an agreement', () => {
  it('are those of its registration and of the payment that it is asked for in', () => {
    const [event] = eventsOf(
      registrationChange(
        'received',
        {
          checkout_id: CHECKOUT_ID,
          parameters: {
            recurringType: 'INITIAL',
            merchantTransactionId: 'agreement-1',
            descriptor: 'Monthly tea',
            'standingInstruction.amountType': 'MAX',
            'standingInstruction.frequency': 'MONTHLY',
            'standingInstruction.interval': '3',
            'standingInstruction.startDate': '2026-03-01',
            'standingInstruction.endDate': '2033-03-01',
            'customer.email': 'jane@shop.example',
          },
        },
        { payment: payment({ amount: 1250, currency: 'KWD' }) },
      ),
    );
    expect(event && mistakesOf(event)).toEqual([]);
    expect(event).toEqual({
      ...SHARED,
      type: 'PAYMENT_AGREEMENT_CREATED',
      paymentAgreementStatus: 'INITIALIZING',
      paymentSessionId: `sess_${CHECKOUT_ID}`,
      merchantPaymentAgreementReference: 'agreement-1',
      description: 'Monthly tea',
      instrument: {
        id: 'instr_reg1',
        type: 'CARD_VAULTED',
        details: {
          brand: 'VISA',
          bin: '420000',
          last4Digits: '0000',
          expiryMonth: 5,
          expiryYear: 2034,
          holderName: 'Jane Jones',
          panAlias: 'reg1',
        },
      },
      startDate: '2026-03-01T00:00:00.000Z',
      endDate: '2033-03-01T00:00:00.000Z',
      frequency: { type: 'MONTHLY', interval: 3 },
      amount: { value: 1250, currency: 'KWD' },
      amountType: 'MAX',
      consumer: { email: 'jane@shop.example' },
    });
  });

  const createdWith = (parameters: ParameterSet) =>
    eventsOf(
      registrationChange('received', { parameters: { recurringType: 'INITIAL', ...parameters } }),
    )[0];

  it('are the amount that a checkout without a payment agrees on', () => {
    expect(createdWith({ amount: '12.50', currency: 'EUR' })).toMatchObject({
      amount: { value: 1250, currency: 'EUR' },
    });
    for (const unknown of [{}, { amount: '12.50' }, { currency: 'EUR' }]) {
      expect(createdWith(unknown)).not.toHaveProperty('amount');
    }
  });

  it('are no amount of a registration of its own, which moves no money', () => {
    const registering = { payment: payment({ type: 'RG', amount: 0 }) };
    const agreed = {
      parameters: { recurringType: 'INITIAL', amount: '12.50', currency: 'EUR' },
    };
    expect(eventsOf(registrationChange('received', agreed, registering))).toMatchObject([
      { amount: { value: 1250, currency: 'EUR' } },
    ]);
  });

  it('are no session where no checkout was paid', () => {
    expect(createdWith({})).not.toHaveProperty('paymentSessionId');
  });

  it('say where the consumer authenticates, and why it failed', () => {
    const waiting = { payment: payment({ state: 'pending' }), redirect: REDIRECT };
    expect(eventsOf(registrationChange('authentication', {}, waiting))).toMatchObject([
      {
        authenticationMethods: [
          { type: '3DS', details: { requestUrl: REDIRECT.url, requestMethod: 'GET' } },
        ],
      },
    ]);
    const declined = payment({ state: 'failed', result_code: '800.100.153', result_details: '{}' });
    expect(eventsOf(registrationChange('refused', {}, { payment: declined }))).toMatchObject([
      { failure: { failureType: 'PROVIDER_DECLINE', failureCode: 'INCORRECT_CVV' } },
    ]);
    const alone = eventsOf(registrationChange('refused', { result_code: '100.100.303' }));
    expect(alone).toMatchObject([
      { failure: { failureType: 'INTERNAL_DECLINE', failureCode: 'EXPIRED_CARD' } },
    ]);
    const paidButNotStored = { payment: payment({ state: 'succeeded' }) };
    expect(
      eventsOf(registrationChange('refused', { result_code: '100.150.205' }, paidButNotStored)),
    ).toMatchObject([{ failure: { failureMessage: 'registration contains no account data' } }]);
  });
});
