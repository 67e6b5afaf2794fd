/** How payments, registrations, schedules and webhooks read in answers (gateway-api.md, "Payment response fields"). */
import { describe, expect, it, vi } from 'vitest';
import type { ShownDelivery } from '../../notifications/deliveries.ts';
import { scheduleFromRow } from '../../store/records/schedule.ts';
import type { MessageRow, ScheduleRow, WebhookRow } from '../../store/tables.ts';
import { channelWith } from '../../tests/support/a-channel.ts';
import {
  type PaymentFields,
  payment,
  type RegistrationInput,
  registrationChange,
} from '../../tests/support/sample-events.ts';
import type { GatewayContext } from '../context.ts';
import {
  agreementAnswer,
  buildNumber,
  deletionAnswer,
  envelopeOf,
  nextAttemptOf,
  paymentAnswer,
  presentDelivery,
  presentEvent,
  presentInFull,
  presentPayment,
  presentRegistration,
  presentSchedule,
  presentTest,
  presentWebhook,
  presentWholeDelivery,
  registrationAnswer,
  resultOf,
  scheduleAnswer,
  statusOf,
  timestamp,
} from './index.ts';

const NOW = Date.parse('2026-01-02T03:04:05.678Z');
const SHOWN_NOW = '2026-01-02 03:04:05+0000';
const gateway = {
  ...{ buildNumber: 'built', publicUrl: () => 'https://gateway.example' },
  vault: { keyedHash: () => () => 'token' },
} as unknown as GatewayContext;
const live = channelWith({ mode: 'live', origins: ['https://shop.example'] });
const shop = channelWith();
const present = (fields: PaymentFields, channel = shop) => presentPayment(payment(fields), channel);

describe('an envelope', () => {
  it('says when, by which build and with which result', () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(NOW);
    const result = resultOf('000.100.110');
    expect(result).toEqual({ code: '000.100.110', description: expect.stringMatching(/success/i) });
    expect(envelopeOf('built', result, 'n')).toEqual({
      ...{ result, buildNumber: 'built', timestamp: SHOWN_NOW, ndc: 'n' },
    });
    clock.mockRestore();
    expect(timestamp(NOW)).toBe(SHOWN_NOW);
    expect(buildNumber('ab', NOW)).toBe('ab@2026-01-02 03:04:05 +0000');
  });
});

describe('a payment', () => {
  it('reads as it was made, and as it came to be', () => {
    const parameters = {
      ...{ amount: '1', currency: 'JPY', paymentType: 'PA', paymentBrand: 'MASTER' },
      ...{ merchantTransactionId: 'order 7', 'customer.email': 'jane@example.com' },
    };
    expect(present({ parameters })).toEqual({
      ...{ id: 'pay1', paymentType: 'DB', paymentBrand: 'VISA', amount: '92.00', currency: 'EUR' },
      result: resultOf('000.100.110'),
      resultDetails: { AcquirerResponse: '00' },
      card: expect.objectContaining({ bin: '420000', last4Digits: '0000', holder: 'Jane Jones' }),
      ...{ merchantTransactionId: 'order 7', customer: { email: 'jane@example.com' } },
    });
    const bare = { result_details: '{}', card: '{}', checks: '{}' };
    expect(Object.keys(present(bare))).toEqual([
      ...['id', 'paymentType', 'paymentBrand', 'amount', 'currency', 'result'],
    ]);
  });

  it('says what it is for, what has made it, and what it is stored as', () => {
    const fields = { referenced_id: 'p', schedule_id: 's', registration_id: 'r' };
    const told = { referencedId: 'p', source: 'SCHEDULER', scheduleId: 's', registrationId: 'r' };
    expect(present(fields)).toMatchObject(told);
    for (const code of ['800.100.152', '000.200.000']) {
      expect(present({ ...fields, result_code: code })).not.toHaveProperty('registrationId');
    }
    expect(present({})).not.toHaveProperty('registrationId');
  });

  it('of a bank account is stored once its bank has it, and not while its shopper is asked', () => {
    const debit = payment({
      ...{ brand: 'DIRECTDEBIT_SEPA', registration_id: 'r', result_code: '000.200.000' },
    });
    expect(presentPayment(debit, shop)).toMatchObject({ registrationId: 'r' });
    const redirect = { url: 'https://bank.example/', parameters: [] };
    const asked = presentPayment(debit, shop, redirect);
    expect(asked).toMatchObject({ redirect });
    expect(asked).not.toHaveProperty('registrationId');
    expect(
      present({ brand: 'DIRECTDEBIT_SEPA', registration_id: 'r', result_code: '800.100.152' }),
    ).not.toHaveProperty('registrationId');
  });

  it('that tries out a live channel says so', () => {
    expect(present({}, live)).toMatchObject({ testMode: 'INTERNAL' });
    expect(present({ mode: 'LIVE' }, live)).not.toHaveProperty('testMode');
    expect(present({})).not.toHaveProperty('testMode');
  });

  it('says what was checked beside it', () => {
    const checks = JSON.stringify({ avsResponse: 'A', cvvResponse: 'M', riskScore: 0 });
    expect(present({ checks })).toMatchObject({
      ...{ result: { code: '000.100.110', avsResponse: 'A', cvvResponse: 'M' } },
      risk: { score: '0' },
    });
    expect(present({}).result).toEqual(resultOf('000.100.110'));
    const field_evidence = '{"covered":["card.number"]}';
    expect(present({ field_evidence, parameters: { 'risk.channelId': 'c' } })).toMatchObject({
      risk: { channelId: 'c', fieldEvidence: { covered: ['card.number'] } },
    });
    expect(present({})).not.toHaveProperty('risk');
  });

  it('tells the account that the merchant is paid to, where it has succeeded', () => {
    const bankAccount = { holder: 'Shop Ltd' };
    const paid = channelWith({ bankAccount });
    const parameters = { 'merchant.name': 'Shop' };
    expect(present({ parameters }, paid)).toMatchObject({
      merchant: { name: 'Shop', bankAccount },
    });
    expect(present({}, paid)).toMatchObject({ merchant: { bankAccount } });
    expect(present({ parameters, result_code: '800.100.152' }, paid)['merchant']).toEqual({
      name: 'Shop',
    });
    expect(present({ result_code: '800.100.152' }, paid)).not.toHaveProperty('merchant');
    expect(present({})).not.toHaveProperty('merchant');
  });

  it('counts installments as a number', () => {
    const parameters = { 'recurring.numberOfInstallments': '3', 'recurring.type': 'x' };
    expect(present({ parameters })['recurring']).toEqual({ numberOfInstallments: 3, type: 'x' });
    expect(present({})).not.toHaveProperty('recurring');
  });

  describe('says of an authentication', () => {
    const DONE = { eci: '05', version: '2.2.0', verificationId: 'v' };
    const shown = (checks: object, fields: PaymentFields = {}) =>
      present({ checks: JSON.stringify(checks), ...fields })['threeDSecure'];

    it('what came out of it beside what was sent', () => {
      const parameters = { 'threeDSecure.challengeIndicator': '04' };
      expect(
        shown({ threeDSecure: DONE, exemption: 'refused', softDeclined: true }, { parameters }),
      ).toEqual({
        ...{ challengeIndicator: '04', ...DONE, exemptionResult: 'refused' },
        ...{ softDeclined: true, liabilityShift: true },
      });
      expect(shown({}, { parameters })).toEqual({
        challengeIndicator: '04',
        liabilityShift: false,
      });
      expect(shown({ threeDSecure: DONE }, { result_code: '800.100.152' })).toEqual(DONE);
      expect(shown({})).toBeUndefined();
    });

    it.each([
      ['the issuer', {}, {}, true],
      ['the merchant, with an exemption', { exemption: 'granted' }, {}, false],
      ['the merchant, who pays out', {}, { type: 'CD' }, false],
      [
        'the merchant, whose shopper is away',
        {},
        { parameters: { 'standingInstruction.source': 'MIT' } },
        false,
      ],
      ['the merchant, without a proof', { threeDSecure: { eci: '05' } }, {}, false],
      [
        'the merchant, where it was only tried',
        { threeDSecure: { ...DONE, eci: '07' } },
        {},
        false,
      ],
      ['the merchant, by the codes of the brand', {}, { brand: 'MASTER' }, false],
      [
        'the issuer, of a network token',
        { threeDSecure: { eci: '05' } },
        { brand: 'APPLEPAY', card: '{"bin":"420000","brand":"VISA","numberType":"DPAN"}' },
        true,
      ],
      [
        'the issuer, of a wallet’s card',
        {},
        { brand: 'GOOGLEPAY', card: '{"bin":"420000","brand":"VISA"}' },
        true,
      ],
    ] as [string, object, PaymentFields, boolean][])(
      'that the loss is of %s',
      (_, checks, fields, liabilityShift) => {
        expect(shown({ threeDSecure: DONE, ...checks }, fields)).toMatchObject({ liabilityShift });
      },
    );
  });

  it('is answered 400 where it has failed; a chargeback has not', () => {
    const status = (result_code: string, type = 'DB') => statusOf(payment({ result_code, type }));
    expect(status('000.100.110')).toBe(200);
    expect(status('000.200.000')).toBe(200);
    expect(status('800.100.152')).toBe(400);
    expect(status('000.100.203', 'CB')).toBe(200);
    expect(status('800.100.152', 'CB')).toBe(200);
  });

  it('is answered whole, with where its shopper goes', () => {
    expect(paymentAnswer(gateway, payment(), shop)).toMatchObject({
      ...{ id: 'pay1', ndc: 'ndc1', buildNumber: 'built', result: { code: '000.100.110' } },
    });
    const next_step = JSON.stringify({ kind: 'redirect', transactionId: 't' });
    const waits = payment({ state: 'pending', result_code: '000.200.000', next_step });
    expect(paymentAnswer(gateway, waits, shop)['redirect']).toMatchObject({
      url: 'https://gateway.example/v1/redirects/pay1/start/token',
    });
  });
});

describe('a registration', () => {
  const registrationWith = (input?: RegistrationInput) =>
    registrationChange('usable', input).registration;
  const MORE = {
    ...{ merchantTransactionId: 'order 7', 'customer.email': 'jane@example.com' },
    ...{ 'customParameters[a]': 'b', 'risk.channelId': 'c', recurringType: 'INITIAL' },
  };

  it('reads as what is stored, and no more', () => {
    expect(presentRegistration(registrationWith({ parameters: MORE }))).toEqual({
      ...{ id: 'reg1', paymentBrand: 'VISA', merchantTransactionId: 'order 7' },
      ...{ result: resultOf('000.100.110'), risk: { channelId: 'c' } },
      ...{ customer: { email: 'jane@example.com' }, customParameters: { a: 'b' } },
      card: expect.objectContaining({ bin: '420000' }),
    });
    expect(presentRegistration(registrationWith({ parameters: {}, card: '{}' }))).toEqual({
      ...{ id: 'reg1', paymentBrand: 'VISA', result: resultOf('000.100.110'), card: undefined },
    });
  });

  it('of a bank account reads with that', () => {
    const parameters = { 'bankAccount.holder': 'Jane Jones' };
    const brand = 'DIRECTDEBIT_SEPA';
    expect(presentRegistration(registrationWith({ parameters, brand }))).toMatchObject({
      bankAccount: { holder: 'Jane Jones' },
    });
    expect(presentRegistration(registrationWith({ parameters }))).not.toHaveProperty('bankAccount');
  });

  it('that was revoked says by whom', () => {
    const { result } = presentRegistration(registrationWith({ revoked_by: 'consumer' }));
    expect(result.code).toBe('100.150.202');
    expect(result.description).toMatch(/: revoked by its consumer$/);
  });

  it('and its deletion are answered whole', () => {
    const stored = registrationWith({
      parameters: { ...MORE, 'customer.merchantCustomerId': 'jane' },
    });
    const envelope = { buildNumber: 'built', timestamp: expect.any(String) };
    expect(registrationAnswer(gateway, stored)).toMatchObject({
      ...{ ...envelope, id: 'reg1', ndc: 'ndc1' },
    });
    const deletion = { id: 'd', ndc: 'n', mode: 'LIVE' } as const;
    expect(deletionAnswer(gateway, stored, deletion)).toEqual({
      ...{ ...envelope, id: 'd', ndc: 'n', referencedId: 'reg1', merchantTransactionId: 'order 7' },
      ...{ result: resultOf('000.000.000'), customer: { merchantCustomerId: 'jane' } },
    });
    const plain = deletionAnswer(gateway, registrationWith(), { ...deletion, mode: 'INTERNAL' });
    expect(plain).toEqual({
      ...{ ...envelope, id: 'd', ndc: 'n', referencedId: 'reg1' },
      result: resultOf('000.100.110'),
    });
  });

  it('that its shopper has not agreed to says where to', () => {
    const asked = { type: 'RG', brand: 'PAYPAL', card: '{}', state: 'pending' } as const;
    const next_step = JSON.stringify({ kind: 'redirect', transactionId: 't' });
    const waits = payment({ ...asked, result_code: '000.200.000', next_step });
    expect(agreementAnswer(gateway, waits)).toMatchObject({
      ...{ id: 'pay1', paymentBrand: 'PAYPAL', result: { code: '000.200.000' } },
      redirect: { url: 'https://gateway.example/v1/redirects/pay1/start/token' },
    });
    const refused = payment({ ...asked, state: 'failed', result_code: '100.396.101' });
    expect(agreementAnswer(gateway, refused)).not.toHaveProperty('redirect');
  });
});

describe('a schedule', () => {
  const scheduleWith = (given: Partial<ScheduleRow> = {}) =>
    scheduleFromRow({
      ...{ id: 's', root_id: 's', referenced_id: null, entity_id: 'channel1', brand: 'VISA' },
      ...{ registration_id: 'r', amount: 9_200, currency: 'EUR', mode: 'EXTERNAL' },
      parameters: JSON.stringify({
        ...{ 'job.hour': '12', paymentType: 'DB', merchantTransactionId: 'order 7' },
      }),
      ...{ state: 'active', next_at: NOW, due_at: null, attempts: 0, paying_id: null },
      ...{ latest_id: null, latest_code: null, paid: 3, declined: 1, ndc: 'n' },
      ...{ notification_url: null, created_at: 0 },
      ...given,
    });

  it('reads with its plan', () => {
    expect(presentSchedule(scheduleWith())).toEqual({
      ...{ id: 's', registrationId: 'r', paymentType: 'SD', paymentBrand: 'VISA' },
      ...{
        amount: '92.00',
        currency: 'EUR',
        merchantTransactionId: 'order 7',
        job: { hour: '12' },
      },
      plan: {
        ...{ active: true, state: 'ACTIVE', paymentType: 'DB', nextPayment: SHOWN_NOW },
        ...{ payments: 3, declinesInARow: 1 },
      },
      result: resultOf('000.100.112'),
    });
  });

  it('reads with what it has taken the place of, and with its latest payment', () => {
    const paid = { latest_id: 'p', latest_code: '000.100.112', parameters: '{"paymentType":"PA"}' };
    expect(presentSchedule(scheduleWith({ ...paid, referenced_id: 'before' }))).toMatchObject({
      ...{ referencedId: 'before', paymentType: 'RS' },
      plan: {
        ...{ paymentType: 'PA', latestPaymentId: 'p', latestResult: resultOf('000.100.112') },
      },
    });
  });

  it('that pays no more says no next payment', () => {
    const { plan } = presentSchedule(scheduleWith({ state: 'suspended' }));
    expect(plan).toMatchObject({ active: false, state: 'SUSPENDED' });
    expect(plan).not.toHaveProperty('nextPayment');
    expect(presentSchedule(scheduleWith({ next_at: null })).plan).not.toHaveProperty('nextPayment');
  });

  it('is answered whole', () => {
    expect(scheduleAnswer(gateway, scheduleWith())).toMatchObject({
      ...{ id: 's', ndc: 'n', buildNumber: 'built', result: { code: '000.100.112' } },
    });
  });
});

describe('a webhook', () => {
  const webhook: WebhookRow = {
    ...{ id: 'w', entity_id: 'channel1', source: 'subscription', url: 'https://shop.example/' },
    ...{ kind: 'notifications', types: '["PAYMENT"]', wrapper: 'NONE', fields: 'ALL' },
    ...{ secret: 's', previous_secret: null, previous_until: null, created_at: NOW },
    ...{ acknowledged_at: 1, ended_at: null, deleted_at: null, paused_at: null },
    ...{ pause_reason: null, failing_since: null, notice_due_at: null, mail_due_at: null },
  };
  const delivery: ShownDelivery = {
    ...{ id: 'd', message_id: 'm', webhook_id: 'w', lane_id: 'l', url: null, group_id: 'g' },
    ...{ position: 2, state: 'waiting', attempts: 0, created_at: NOW, due_at: NOW },
    ...{ lease_until: null, lease_token: null, attempted_at: null, answer_status: null },
    ...{ answer: null, given_up_at: null, replayed_at: null, attempts_before: null },
    ...{ type: 'PAYMENT', subject_id: 'p', hold_until: 0, retry_from: 0, channel_id: 'channel1' },
  };

  it('reads without its secret', () => {
    expect(presentWebhook(webhook)).toEqual({
      ...{ id: 'w', entityId: 'channel1', url: 'https://shop.example/', kind: 'notifications' },
      ...{ types: ['PAYMENT'], wrapper: 'NONE', fields: 'ALL', active: true, created: SHOWN_NOW },
    });
    expect(presentWebhook({ ...webhook, kind: 'events' })).not.toHaveProperty('wrapper');
  });

  it.each([
    [{ acknowledged_at: null }, { active: false }],
    [
      { paused_at: NOW, pause_reason: 'merchant' },
      { active: false, paused: SHOWN_NOW },
    ],
    [
      { paused_at: NOW, pause_reason: 'gone' },
      { active: false, paused: SHOWN_NOW, ended: SHOWN_NOW },
    ],
    [{ ended_at: NOW }, { active: false, ended: SHOWN_NOW }],
    [{ failing_since: NOW }, { active: true, failingSince: SHOWN_NOW }],
  ] as const)('with %j reads as %j', (given, expected) => {
    const {
      id: _,
      entityId: __,
      url,
      kind,
      types,
      wrapper,
      fields,
      created,
      ...state
    } = presentWebhook({ ...webhook, ...given });
    expect([url, kind, types, wrapper, fields, created]).not.toContain(undefined);
    expect(state).toEqual(expected);
  });

  it('tells what came of a test call', () => {
    const outcome = { isAcknowledged: false, status: undefined, answer: 'no route' };
    expect(presentTest(outcome as never)).toEqual({
      ...{ acknowledged: false, status: null, answer: 'no route' },
    });
    expect(presentTest({ ...outcome, status: 404 } as never).status).toBe(404);
  });

  it('lists its deliveries', () => {
    const shown = {
      ...{ id: 'd', type: 'PAYMENT', subjectId: 'p', status: 'waiting', attempts: 0 },
      ...{ created: SHOWN_NOW, latestAttempt: null, nextAttempt: SHOWN_NOW, answer: null },
    };
    expect(presentDelivery(delivery)).toEqual(shown);
    const tried = { attempts: 1, attempted_at: NOW, answer_status: 500, answer: 'no' };
    expect(presentDelivery({ ...delivery, ...tried, due_at: null })).toMatchObject({
      ...{ attempts: 1, latestAttempt: SHOWN_NOW, nextAttempt: null },
      answer: { status: 500, body: 'no' },
    });
    const progress = { deliveries: [delivery], retriesPaused: true };
    expect(presentInFull(webhook, progress)).toEqual({
      ...{ ...presentWebhook(webhook), retriesPaused: true, deliveries: [shown] },
    });
  });

  it.each([
    [{ due_at: null, hold_until: 9 }, null],
    [{ due_at: 5 }, 5],
    [{ due_at: 5, hold_until: 9 }, 9],
    [{ due_at: 5, retry_from: 9 }, 5],
    [{ due_at: 5, retry_from: 9, attempts: 1 }, 9],
    [{ due_at: 5, retry_from: 6, hold_until: 7, attempts: 1 }, 7],
  ])('with %j is called next at %s', (given, expected) => {
    expect(nextAttemptOf({ ...delivery, ...given })).toBe(expected);
  });

  it('shows one delivery whole', () => {
    const message = { channel_id: 'channel1', body: '{"a":1}' } as MessageRow;
    const attempts = [
      {
        ...{ startedAt: NOW, durationMs: 3, url: 'https://x.example/', status: 500 },
        ...{ answer: 'no', headers: { a: 'b' }, other: 'not shown' },
      },
    ];
    const whole = { delivery, message, attempts, webhook, merchantId: 'm' };
    expect(presentWholeDelivery(whole as never)).toEqual({
      ...presentDelivery(delivery),
      ...{ url: 'https://shop.example/', payload: { a: 1 } },
      headers: expect.objectContaining({ 'webhook-id': 'd', 'webhook-merchant-id': 'm' }),
      attemptList: [
        {
          ...{ started: SHOWN_NOW, durationMs: 3, url: 'https://x.example/', status: 500 },
          ...{ answer: 'no', headers: { a: 'b' } },
        },
      ],
    });
    const ofRequest = { ...whole, delivery: { ...delivery, url: 'https://told.example/' } };
    expect(presentWholeDelivery(ofRequest as never).url).toBe('https://told.example/');
  });

  it('shows events as receivers are sent them', () => {
    const message = {
      ...{ id: 'm', type: 'X', channel_id: 'c', subject_id: 's', group_id: 'g', position: 3 },
      ...{ created_at: NOW, body: '{"type":"X","consumer":{"email":"jane@example.com"}}' },
    } as MessageRow;
    expect(presentEvent(message, 'ALL')).toEqual({
      ...{ id: 'm', type: 'X', entityId: 'c', subjectId: 's', sequence: 3, sequenceOf: 'g' },
      ...{ created: SHOWN_NOW, occurred: '2026-01-02T03:04:05.678Z' },
      event: { type: 'X', consumer: { email: 'jane@example.com' } },
    });
    const { event } = presentEvent(message, 'NON_CUSTOMER_DATA');
    expect(JSON.stringify(event)).not.toContain('jane');
  });
});
