/** From what happens to a payment to its events: the first table of docs/events.md. */
import { describe, expect, it } from 'vitest';
import { mistakesOf } from '../../tests/support/event-validity.ts';
import { payment, paymentChange, REDIRECT } from '../../tests/support/sample-events.ts';
import type { DomainEvent, PaymentStage } from '../domain-event.ts';
import { eventsOf } from './index.ts';

const NEXT_STEP = JSON.stringify({ kind: 'threeDSecure', transactionId: 'x' });
const DECLINED = { state: 'failed', result_code: '800.100.155' } as const;
const timedOut = (next_step: string | null) => ({
  before: payment({ state: 'in_doubt', end_code: '100.396.103', next_step }),
});
const PA = payment({ id: 'pa1', type: 'PA' });
const CAPTURED_PA = payment({ id: 'pa1', type: 'PA', captured: 9200 });
const on = (charge: typeof PA, type: string) =>
  [{ id: 'op1', type, referenced_id: charge.id }, { charge }] as const;

type Case = readonly [
  what: string,
  change: Parameters<typeof paymentChange>,
  events: readonly (readonly [type: string, status?: string])[],
];

const CASES: readonly Case[] = [
  ['a payment is received', ['received'], [['PAYMENT_CHARGE_CREATED', 'AUTHORIZATION_PROCESSING']]],
  [
    'its shopper is challenged or sent away',
    ['authentication', { state: 'pending', next_step: NEXT_STEP }, { redirect: REDIRECT }],
    [['PAYMENT_CHARGE_AUTHENTICATION_PENDING', 'AUTHENTICATION_PENDING']],
  ],
  [
    'its provider has to confirm',
    ['confirmation', { state: 'pending' }],
    [['PAYMENT_CHARGE_PROVIDER_CONFIRMATION_PENDING', 'AUTHORIZATION_ASYNC']],
  ],
  [
    'a PA is authorised',
    ['succeeded', { type: 'PA' }],
    [['PAYMENT_CHARGE_AUTHORIZATION_SUCCEEDED', 'CAPTURE_PENDING']],
  ],
  [
    'a DB is authorised and booked',
    ['succeeded'],
    [
      ['PAYMENT_CHARGE_AUTHORIZATION_SUCCEEDED', 'CAPTURE_PROCESSING'],
      ['PAYMENT_CHARGE_CAPTURE_SUCCEEDED', 'CAPTURED'],
    ],
  ],
  ['it is declined', ['failed', DECLINED], [['PAYMENT_CHARGE_AUTHORIZATION_FAILED', 'FAILED']]],
  [
    'its authentication is not finished in time',
    ['failed', { state: 'failed', result_code: '100.396.103' }, timedOut(NEXT_STEP)],
    [['PAYMENT_CHARGE_DISCARDED', 'DISCARDED']],
  ],
  [
    'it is given up too late',
    ['discard_failed', { captured: 0 }],
    [['PAYMENT_CHARGE_DISCARD_FAILED', 'CAPTURED']],
  ],
  [
    'a capture succeeds',
    ['succeeded', ...on(CAPTURED_PA, 'CP')],
    [['PAYMENT_CHARGE_CAPTURE_SUCCEEDED', 'CAPTURED']],
  ],
  [
    'a capture is refused',
    ['failed', { ...DECLINED, ...on(PA, 'CP')[0] }, on(PA, 'CP')[1]],
    [['PAYMENT_CHARGE_CAPTURE_FAILED', 'CAPTURE_PENDING']],
  ],
  [
    'a reversal succeeds',
    ['succeeded', ...on(payment({ id: 'pa1', type: 'PA', reversed: 9200 }), 'RV')],
    [['PAYMENT_CHARGE_VOID_SUCCEEDED', 'VOIDED']],
  ],
  [
    'a reversal is refused',
    ['failed', { ...DECLINED, ...on(PA, 'RV')[0] }, on(PA, 'RV')[1]],
    [['PAYMENT_CHARGE_VOID_FAILED', 'CAPTURE_PENDING']],
  ],
  [
    'a refund succeeds',
    ['succeeded', ...on(payment({ refunded: 100 }), 'RF')],
    [['PAYMENT_CHARGE_REFUND_SUCCEEDED', 'REFUNDED']],
  ],
  [
    'a refund is pending',
    ['confirmation', ...on(payment(), 'RF')],
    [['PAYMENT_CHARGE_REFUND_PENDING', 'REFUND_PROCESSING']],
  ],
  [
    'a refund is refused',
    ['failed', { ...DECLINED, ...on(payment(), 'RF')[0] }, on(payment(), 'RF')[1]],
    [['PAYMENT_CHARGE_REFUND_FAILED', 'CAPTURED']],
  ],
  [
    'a payment is charged back',
    [
      'succeeded',
      { ...on(payment(), 'CB')[0], result_code: '000.100.200' },
      on(payment(), 'CB')[1],
    ],
    [['CHARGEBACK_SUCCEEDED']],
  ],
  [
    'money comes for a voucher',
    ['succeeded', ...on(payment(), 'RC')],
    [['PAYMENT_CHARGE_CAPTURE_SUCCEEDED', 'CAPTURED']],
  ],
  // What no receiver gets.
  [
    'a debit is taken back before it was booked, which was told as given up',
    ['succeeded', ...on(payment({ state: 'failed' }), 'RV')],
    [],
  ],
  ['a chargeback is announced', ['received', ...on(payment(), 'CB')], []],
  ['a capture is asked for', ['received', ...on(PA, 'CP')], []],
  ['a capture is pending', ['confirmation', ...on(PA, 'CP')], []],
  ['a reversal is pending', ['confirmation', ...on(PA, 'RV')], []],
  ['a refund is asked for', ['received', ...on(payment(), 'RF')], []],
];

const STAGES: readonly PaymentStage[] = [
  'received',
  'authentication',
  'confirmation',
  'succeeded',
  'failed',
  'discard_failed',
];

describe('what happens to a payment', () => {
  it.each(CASES)('%s', (_, change, expected) => {
    const events = eventsOf(paymentChange(...change));
    const told = events.map((event) =>
      'paymentChargeStatus' in event ? [event.type, event.paymentChargeStatus] : [event.type],
    );
    expect(told).toEqual(expected);
    expect(events.flatMap(mistakesOf)).toEqual([]);
  });

  it('is told of a DB as one step, captured with its own id and amount', () => {
    const amount = { value: 9200, currency: 'EUR' };
    expect(eventsOf(paymentChange('succeeded'))).toMatchObject([
      { authorizationId: 'authz_pay1', amount, isMultiStep: false },
      { captureId: 'capture_pay1', amount },
    ]);
  });

  it.each(STAGES)('is never told of a credit: %s', (stage) => {
    expect(eventsOf(paymentChange(stage, { type: 'CD' }))).toEqual([]);
  });
});

describe('why a payment was given up', () => {
  const discard = (result_code: string, before: object) =>
    eventsOf(
      paymentChange(
        'failed',
        { state: 'failed', result_code },
        { before: payment({ state: 'in_doubt', ...before }), discardReference: 'give-up-1' },
      ),
    );

  it.each([
    ['its shopper did not come back', '100.396.103', NEXT_STEP, 'AUTHENTICATION_TIMEOUT'],
    ['its provider never confirmed', '100.396.103', null, 'PROVIDER_CONFIRMATION_TIMEOUT'],
    ['its merchant wanted so', '100.396.201', NEXT_STEP, 'MERCHANT_INITIATED_DISCARD'],
    [
      'its merchant wanted so while it was pending',
      '100.396.201',
      null,
      'MERCHANT_INITIATED_DISCARD',
    ],
  ])('%s', (_, code, next_step, discardType) => {
    expect(discard(code, { end_code: code, next_step })).toEqual([
      expect.objectContaining({
        type: 'PAYMENT_CHARGE_DISCARDED',
        paymentChargeStatus: 'DISCARDED',
        discardType,
        authorizationId: 'authz_pay1',
        amount: { value: 9200, currency: 'EUR' },
        merchantDiscardReference: 'give-up-1',
      }),
    ]);
  });

  it('is a failure where the shopper did it, or the connector says the same by itself', () => {
    for (const [code, before, failureCode] of [
      ['100.396.101', { end_code: '100.396.101' }, 'CANCELED_BY_CONSUMER'],
      ['100.396.103', { end_code: null }, 'PAYMENT_METHOD_TIMEOUT'],
      ['800.100.152', { end_code: '100.396.201' }, 'GENERIC_DECLINE'],
    ] as const) {
      expect(discard(code, before)).toEqual([
        expect.objectContaining({
          type: 'PAYMENT_CHARGE_AUTHORIZATION_FAILED',
          failure: expect.objectContaining({ failureCode }),
        }),
      ]);
    }
  });
});

describe('a payment that is given up too late', () => {
  const tooLate = (discardReference: string | null) =>
    eventsOf(paymentChange('discard_failed', {}, { discardReference }));

  it('is told with the reference of the request that wanted so', () => {
    expect(tooLate('give-up-1')).toMatchObject([
      {
        discardType: 'MERCHANT_INITIATED_DISCARD',
        authorizationId: 'authz_pay1',
        merchantDiscardReference: 'give-up-1',
      },
    ]);
  });

  it('is told without a reference where the request had none', () => {
    for (const event of tooLate(null)) {
      expect(event).not.toHaveProperty('merchantDiscardReference');
    }
  });
});

describe('what a charge has come to when something of it fails', () => {
  it.each([
    ['an authorised PA', { type: 'PA' }, 'CAPTURE_PENDING'],
    ['a PA captured in part', { type: 'PA', captured: 1 }, 'CAPTURED'],
    ['a reversed PA', { type: 'PA', reversed: 9200 }, 'VOIDED'],
    ['a DB', {}, 'CAPTURED'],
    ['a payment in doubt', { state: 'in_doubt' }, 'AUTHORIZATION_PROCESSING'],
    ['one with a challenge', { state: 'pending', next_step: NEXT_STEP }, 'AUTHENTICATION_PENDING'],
    ['one that waits', { state: 'pending' }, 'AUTHORIZATION_ASYNC'],
    ['one that failed', { state: 'failed' }, 'FAILED'],
  ] as const)('%s', (_, charge, paymentChargeStatus) => {
    expect(eventsOf(paymentChange('discard_failed', charge))).toMatchObject([
      { paymentChargeStatus },
    ]);
  });

  it.each([
    ['pending', 'REFUND_PROCESSING'],
    ['done', 'REFUNDED'],
  ] as const)('a charge with a refund that is %s', (refunds, paymentChargeStatus) => {
    for (const charge of [{ refunded: 1 }, { type: 'PA', captured: 9200 }]) {
      expect(eventsOf(paymentChange('discard_failed', charge, { refunds }))).toMatchObject([
        { paymentChargeStatus },
      ]);
    }
  });
});

it.each(['risk', 'page_watch', 'webhook', 'schedule'] as const)(
  'nothing of %s is an event',
  (subject) => {
    const shared = { channelId: 'channel1', merchantId: 'm1', at: 0, redirect: undefined };
    const change = { subject, action: 'CREATED' as const, id: 'it1', answer: {}, ...shared };
    expect(eventsOf(change as DomainEvent)).toEqual([]);
  },
);
