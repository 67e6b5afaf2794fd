import { describe, expect, it } from 'vitest';
import type { Operation } from './catalogue.ts';
import {
  isInitiatedByMerchant,
  isShopperPresent,
  needsCvv,
  PROOFS,
  reportMoment,
  rulesBetween,
  storesOnly,
} from './parameter-rules.ts';
import type { ParameterSet } from './parameters.ts';

const named = (parameters: ParameterSet, operation: Operation) =>
  rulesBetween(parameters, operation).map(({ name }) => name);

describe('rules between parameters', () => {
  it.each<[what: string, operation: Operation, parameters: ParameterSet, wrong: string[]]>([
    ['a checkout for money', 'checkout', {}, ['amount', 'currency', 'paymentType']],
    ['a checkout that stores a card', 'checkout', { createRegistration: 'true' }, []],
    ['an INITIAL payment without a CVV', 'payment', { recurringType: 'INITIAL' }, ['card.cvv']],
    ['an INITIAL payment with one', 'payment', { recurringType: 'INITIAL', 'card.cvv': '123' }, []],
    [
      'an INITIAL checkout: its CVV comes from the shopper',
      'checkout',
      { amount: '1', currency: 'EUR', paymentType: 'DB', recurringType: 'INITIAL' },
      [],
    ],
    [
      'a REPEATED payment with a CVV',
      'registration.payment',
      { recurringType: 'REPEATED', 'card.cvv': '123' },
      ['card.cvv'],
    ],
    [
      'a merchant-initiated payment with a CVV',
      'payment',
      { 'standingInstruction.source': 'MIT', 'card.cvv': '123' },
      [],
    ],
    [
      'a merchant who starts a chain',
      'payment',
      {
        'standingInstruction.mode': 'INITIAL',
        'standingInstruction.source': 'MIT',
        'card.cvv': '123',
      },
      [],
    ],
    ['a shopper who starts one', 'checkout.payment', { recurringType: 'INITIAL' }, ['card.cvv']],
    [
      'a shopper in a later one',
      'checkout.payment',
      { recurringType: 'REPEATED', 'card.cvv': '123' },
      ['card.cvv'],
    ],
    [
      'a shopper who chooses a stored card there',
      'checkout.payment',
      { recurringType: 'REPEATED', 'card.cvv': '123', registrationId: '0'.repeat(32) },
      [],
    ],
    [
      'a wallet that starts a chain: it has no CVV',
      'payment',
      { recurringType: 'INITIAL', paymentBrand: 'PAYPAL' },
      [],
    ],
    [
      'a wallet in installments',
      'payment',
      { paymentBrand: 'PAYPAL', 'recurring.numberOfInstallments': '3' },
      ['recurring.numberOfInstallments'],
    ],
    [
      'a card in installments',
      'payment',
      { paymentBrand: 'VISA', 'recurring.numberOfInstallments': '3' },
      [],
    ],
    [
      'a first payment that is a later one',
      'payment',
      { recurringType: 'REPEATED', 'standingInstruction.mode': 'INITIAL', 'card.cvv': '123' },
      ['standingInstruction.mode', 'card.cvv'],
    ],
    [
      'a retrial without its number',
      'payment',
      { 'customParameters[payment_retrial]': 'true' },
      ['customParameters[payment_attempt_number]'],
    ],
  ])('%s', (_what, operation, parameters, wrong) => {
    expect(named(parameters, operation)).toEqual(wrong);
  });

  const TOKEN = 'googlePay.paymentToken';
  const RETRIAL = 'customParameters[payment_retrial]';
  const ATTEMPT = 'customParameters[payment_attempt_number]';
  const START = 'standingInstruction.startDate';
  const END = 'standingInstruction.endDate';
  const INDUSTRY = 'order.industryData[10]';

  it.each<[operation: Operation, parameters: ParameterSet, name: string, message: string]>([
    ['checkout', { currency: 'EUR', paymentType: 'DB' }, 'amount', 'is required'],
    [
      'checkout.update',
      { recurringType: 'INITIAL', 'standingInstruction.mode': 'REPEATED' },
      'standingInstruction.mode',
      'must not contradict recurringType',
    ],
    [
      'payment',
      { 'standingInstruction.mode': 'INITIAL' },
      'card.cvv',
      'is required for an INITIAL payment',
    ],
    [
      'payment',
      { 'standingInstruction.mode': 'REPEATED', 'card.cvv': '123' },
      'card.cvv',
      'must not be sent with REPEATED: the shopper is not present',
    ],
    [
      'payment',
      { paymentBrand: 'VISA', [TOKEN]: '{}' },
      TOKEN,
      'is sent with the paymentBrand GOOGLEPAY only',
    ],
    [
      'payment',
      { paymentBrand: 'GOOGLEPAY', [TOKEN]: '{}', 'card.number': '4200000000000000' },
      'card.number',
      'must not be sent with GOOGLEPAY',
    ],
    [
      'registration',
      { paymentBrand: 'GOOGLEPAY', [TOKEN]: '{}' },
      'paymentBrand',
      'GOOGLEPAY is stored with a payment: send createRegistration with it',
    ],
    [
      'payment',
      { paymentBrand: 'GOOGLEPAY', [TOKEN]: '{}', paymentType: 'CD' },
      'paymentType',
      'must be DB or PA with GOOGLEPAY',
    ],
    ...['recurringType', 'standingInstruction.mode'].map(
      (name): [Operation, ParameterSet, string, string] => [
        'payment',
        { paymentBrand: 'GOOGLEPAY', [TOKEN]: '{}', [name]: 'REPEATED' },
        name,
        'must not be REPEATED with GOOGLEPAY: a later payment is made with its registration',
      ],
    ),
    ['payment', { [RETRIAL]: 'true' }, ATTEMPT, 'must be 2 or more when payment_retrial is true'],
    [
      'payment',
      { [RETRIAL]: 'true', [ATTEMPT]: '1' },
      ATTEMPT,
      'must be 2 or more when payment_retrial is true',
    ],
    [
      'payment',
      { [RETRIAL]: 'false', [ATTEMPT]: '2' },
      ATTEMPT,
      'must be 1 when payment_retrial is false',
    ],
    [
      'payment',
      { [START]: '2026-11-24', [END]: '2026-11-23' },
      END,
      'must not be before standingInstruction.startDate, 2026-11-24',
    ],
    [
      'payment',
      { [`${INDUSTRY}.details.departureDate`]: '2026-11-24' },
      `${INDUSTRY}.type`,
      `is required when ${INDUSTRY}.details.departureDate is sent`,
    ],
    [
      'payment',
      { [`${INDUSTRY}.type`]: 'TRAVEL', [`${INDUSTRY}.details.nonsense`]: '1' },
      `${INDUSTRY}.details.nonsense`,
      'is not told of the industry TRAVEL',
    ],
    [
      'query',
      { 'date.from': '2026-11-24', 'date.to': '2026-11-23' },
      'date.to',
      'must not be before date.from',
    ],
    [
      'query',
      { 'date.from': '2025-01-01', 'date.to': '2026-01-03' },
      'date.to',
      'must be within 366 days from date.from',
    ],
    [
      'aggregations',
      { 'date.from': '2025-01-01', 'date.to': '2026-01-02' },
      'date.to',
      'must be within 366 days from date.from',
    ],
    [
      'schedule',
      { 'job.dayOfMonth': '1', 'job.dayOfWeek': '2' },
      'job.dayOfWeek',
      'must be ? where job.dayOfMonth names days',
    ],
    ['schedule', {}, 'job.dayOfMonth', 'is required, or job.dayOfWeek'],
    [
      'schedule.change',
      { recurringType: 'INITIAL' },
      'recurringType',
      'must be REPEATED: a schedule pays without the shopper',
    ],
    [
      'schedule.change',
      { 'standingInstruction.mode': 'INITIAL' },
      'standingInstruction.mode',
      'must be REPEATED: a schedule pays without the shopper',
    ],
    [
      'schedule.change',
      { 'standingInstruction.source': 'CIT' },
      'standingInstruction.source',
      'must be MIT: a schedule pays without the shopper',
    ],
    ...PROOFS.map((name): [Operation, ParameterSet, string, string] => [
      'payment',
      { 'threeDSecure.id': '0'.repeat(32), [name]: '05' },
      name,
      'must not be sent with threeDSecure.id, which brings it',
    ]),
    ...[...PROOFS, 'threeDSecure.exemptionFlag'].map(
      (name): [Operation, ParameterSet, string, string] => [
        'authentication',
        { [name]: '01' },
        name,
        'must not be sent: it is asked for here',
      ],
    ),
    [
      'authentication',
      { transactionCategory: 'MO' },
      'transactionCategory',
      'must say that the shopper is there, to be authenticated',
    ],
    [
      'authentication',
      { 'standingInstruction.source': 'MIT' },
      'standingInstruction.source',
      'must say that the shopper is there, to be authenticated',
    ],
  ])('in %s of %o say of %s: %s', (operation, parameters, name, message) => {
    const sent = parameters[name];
    const value = sent === undefined || name.startsWith('card.') || name === TOKEN ? null : sent;
    expect(rulesBetween(parameters, operation)).toEqual([{ name, value, message }]);
  });

  it.each<[operation: Operation, parameters: ParameterSet]>([
    ['payment', { paymentBrand: 'GOOGLEPAY', [TOKEN]: '{}' }],
    ['payment', { recurringType: 'INITIAL', 'googlePay.source': 'WEB' }],
    ['payment', { recurringType: 'INITIAL', 'applePay.source': 'WEB' }],
    ['payment', { [RETRIAL]: 'true', [ATTEMPT]: '2' }],
    ['payment', { [RETRIAL]: 'false', [ATTEMPT]: '1' }],
    ['payment', { [RETRIAL]: 'false' }],
    ['payment', { [ATTEMPT]: '2' }],
    ['payment', { [START]: '2026-11-24', [END]: '2026-11-24' }],
    ['payment', { [START]: '2026-11-24' }],
    ['payment', { [END]: '2026-11-24' }],
    ['query', { merchantTransactionId: 'order-4711' }],
    ['query', { 'date.from': '2026-11-24' }],
    ['query', { 'date.from': '2025-01-01', 'date.to': '2026-01-02' }],
    ['aggregations', { 'date.from': '2025-01-01', 'date.to': '2026-01-01' }],
    ['aggregations', {}],
    ['schedule', { 'job.dayOfMonth': '1', 'job.dayOfWeek': '?' }],
    ['schedule', { 'job.dayOfMonth': '*', 'job.dayOfWeek': '2' }],
    ['schedule', { 'job.dayOfWeek': '2', recurringType: 'REPEATED' }],
    ['schedule.change', {}],
    ['payment', { 'job.dayOfMonth': '1', 'job.dayOfWeek': '2' }],
    ['payment', { 'standingInstruction.source': 'CIT' }],
    ['payment', { 'threeDSecure.eci': '05' }],
    ['payment', { 'threeDSecure.id': '0'.repeat(32) }],
    ['authentication', { transactionCategory: 'EC' }],
    ['authentication', { 'standingInstruction.source': 'CIT', recurringType: 'INITIAL' }],
  ])('find nothing in %s of %o', (operation, parameters) => {
    expect(rulesBetween(parameters, operation)).toEqual([]);
  });

  it('demand a period, or a reference, of a query', () => {
    expect(rulesBetween({}, 'query')).toEqual(
      ['date.from', 'date.to'].map((name) => ({
        ...{ name, value: null, message: 'is required unless merchantTransactionId is sent' },
      })),
    );
  });

  it.each([
    [{}, false],
    [{ recurringType: 'REPEATED' }, true],
    [{ recurringType: 'INITIAL' }, false],
    [{ 'standingInstruction.source': 'MIT' }, true],
    [{ 'standingInstruction.mode': 'REPEATED' }, true],
    [{ 'standingInstruction.mode': 'REPEATED', 'standingInstruction.source': 'CIT' }, false],
  ])('tell who initiates %o', (parameters, byMerchant) => {
    expect(isInitiatedByMerchant(parameters)).toBe(byMerchant);
    expect(isShopperPresent(parameters)).toBe(!byMerchant);
    expect(isShopperPresent({ ...parameters, transactionCategory: 'TO' })).toBe(false);
  });

  it('read days and moments in UTC', () => {
    const noon = Date.UTC(2026, 10, 24, 12);
    expect(reportMoment('2026-11-24 12:00:00')).toBe(noon);
    expect(reportMoment('2026-11-24 12:00:00+0000')).toBe(noon);
    expect(reportMoment('2026-11-24')).toBe(Date.UTC(2026, 10, 24));
  });

  it('never repeat a CVV', () => {
    const parameters = { recurringType: 'REPEATED', 'card.cvv': '123' };
    expect(rulesBetween(parameters, 'payment')).toMatchObject([{ value: null }]);
  });

  it('tell whether a chain needs the CVV', () => {
    expect(needsCvv({})).toBeUndefined();
    expect(needsCvv({ 'standingInstruction.mode': 'INITIAL' })).toBe(true);
    expect(needsCvv({ recurringType: 'REPEATED' })).toBe(false);
  });

  it('tell a checkout that stores a card from one that is paid', () => {
    expect(storesOnly({ createRegistration: 'true' })).toBe(true);
    expect(storesOnly({ createRegistration: 'true', paymentType: 'DB' })).toBe(false);
    const withAmount = { createRegistration: 'true', amount: '1.00' };
    expect(storesOnly(withAmount)).toBe(false);
    const agreed = { ...withAmount, 'standingInstruction.amountType': 'MAX' };
    expect(storesOnly(agreed)).toBe(true);
    expect(storesOnly({ ...agreed, paymentType: 'DB' })).toBe(false);
  });
});
