/** One attempt to move money: what a payment begins as, and what becomes of it with and without an answer. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connector, ConnectorAnswer } from '../../connectors/connector.ts';
import { inTransaction } from '../../store/dialect.ts';
import { LEASE_MS } from '../../store/lease.ts';
import { type Payment, paymentFromRow, paymentToRow } from '../../store/records/payment.ts';
import type { PaymentRow } from '../../store/tables.ts';
import { channelWith } from '../../tests/support/a-channel.ts';
import { DETAILS, IBAN, NUMBER, SHOWN } from '../../tests/support/payment-fields.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { simulatedGateway, withSimulator } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { existingChannel } from '../entities/index.ts';
import * as eventsRoom from '../events/index.ts';
import { publishPaymentEvent } from '../events/index.ts';
import type { PaymentOrder } from '../order/index.ts';
import * as recordsRoom from '../records/index.ts';
import { findPayment } from '../records/index.ts';
import {
  authorise,
  insertInDoubt,
  newPayment,
  outcomeOf,
  SWEEPER_TIME_MS,
  settleWith,
  unsettledPayment,
  writeInDoubt,
} from './attempt.ts';

const { db, vault, drop, channelId } = await openSubscribedChannel();
afterAll(drop);
const channel = await existingChannel(db, channelId);
const records = await recordsOf(db, channelId);

const ask = vi.fn<Connector['authorise']>();
const TIME_LIMIT_MS = 12_345;
/** Its lease is over at once: what is left in doubt is not waited for. */
const gateway = withSimulator(simulatedGateway(db, vault), {
  ...{ leaseMs: 50 - SWEEPER_TIME_MS, timeLimitMs: TIME_LIMIT_MS, authorise: ask },
});
beforeEach(() => {
  vi.spyOn(eventsRoom, 'publishPaymentEvent');
  vi.spyOn(recordsRoom, 'findPayment');
  ask.mockReset();
});
afterEach(() => vi.restoreAllMocks());

const CARD = { ...DETAILS, cvv: '123' };
const APPROVED: ConnectorAnswer = { resultCode: '000.100.110', details: {} };
const DECLINED: ConnectorAnswer = { resultCode: '800.100.152', details: {} };
const ASKED: ConnectorAnswer = {
  ...{ resultCode: '000.200.000', details: {} },
  nextStep: { kind: 'threeDSecure', transactionId: 't' },
};
const ID = /^[0-9a-f]{32}$/;

const orderOf = (given: Partial<PaymentOrder> = {}): PaymentOrder => ({
  ...{ channel, checkoutId: null, ndc: 'request 1', paymentType: 'DB', brand: 'VISA' },
  ...{ amount: 92_00, currency: 'EUR', mode: 'INTERNAL', parameters: {} },
  createRegistration: false,
  ...given,
});
const paymentRow = (id: string) =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const change = (id: string, changes: Partial<PaymentRow>) =>
  db.updateTable('payments').set(changes).where('id', '=', id).execute();
const keptOf = ({ id }: Payment) => vault.readCard(db, { recordId: id, entityId: channelId });

describe('a payment begins', () => {
  const begin = (given: Partial<Parameters<typeof unsettledPayment>[1]> = {}) =>
    unsettledPayment('0000000000000000000000000000002a', { ...orderOf(), ...given });

  it('in doubt, with nothing moved and nothing found out', () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(1_000);
    const payment = begin({ channel: { ...channel, clockOffsetMs: 500 } });
    clock.mockRestore();
    const { reference, leaseToken, ...rest } = payment;
    expect(reference).toMatch(ID);
    expect(leaseToken).toMatch(ID);
    expect(leaseToken).not.toBe(reference);
    expect(rest).toStrictEqual({
      ...{ id: '0000000000000000000000000000002a', entityId: channelId, connector: 'simulator' },
      ...{ mode: 'INTERNAL', checkoutId: null, type: 'DB', brand: 'VISA', amount: 92_00 },
      ...{ currency: 'EUR', state: 'in_doubt', resultCode: '000.200.000', resultDetails: {} },
      parameters: { descriptor: '0000.0000.0042 Channel' },
      ...{ card: undefined, cardFingerprint: null, referencedId: null, registrationId: null },
      ...{ registrarId: null, merchantTransactionId: null, acquirerTxId: null, checks: {} },
      ...{ captured: 0, refunded: 0, reversed: 0, chargedBack: 0, reserved: 0 },
      ...{ ndc: 'request 1', createdAt: 1_500, settledAt: null, leaseUntil: null },
      ...{ nextStep: undefined, dueAt: null, respondBy: null, endCode: null, endReference: null },
      ...{ notificationUrl: null, resultUrl: null, embedder: null, fieldEvidence: undefined },
      ...{ chargebackAnswer: undefined, scheduleId: null, authenticationId: null },
      issuerCountry: null,
    });
  });

  it('with what the merchant calls it, and where the merchant is told of it', () => {
    const parameters = { merchantTransactionId: 'order 7' };
    const notificationUrl = 'https://shop.example/told';
    expect(begin({ parameters, notificationUrl })).toMatchObject({
      ...{ merchantTransactionId: 'order 7', parameters, notificationUrl },
    });
  });

  it('at the connector that has the payment that it is for, or that of its channel', () => {
    const settings = { connector: { kind: 'manual' as const, receiver: 'Shop' } };
    const of = { ...channel, settings: { ...channel.settings, ...settings } };
    expect(begin({ channel: of, mode: 'EXTERNAL' }).connector).toBe('manual');
    expect(begin({ channel: of, mode: 'EXTERNAL', connector: 'upstream' }).connector).toBe(
      'upstream',
    );
  });
});

describe('the text of a statement is', () => {
  const textOf = (parameters = {}, of = channelWith()) =>
    unsettledPayment('f'.repeat(32), { ...orderOf({ channel: of }), parameters }).parameters[
      'descriptor'
    ];
  const described = channelWith({ descriptor: 'of the channel' });

  it.each([
    ['of the merchant', { 'merchant.name': 'of the merchant', descriptor: 'other' }],
    ['of the payment', { descriptor: 'of the payment' }],
    ['of the channel', {}],
  ])('%s', (text, parameters) => {
    expect(textOf(parameters, described)).toBe(text);
  });

  it('twelve digits and the channel’s name, as long as a statement takes', () => {
    expect(textOf()).toBe(
      `${/(.{4})(.{4})(.{4})$/
        .exec(String(2n ** 128n - 1n))
        ?.slice(1)
        .join('.')} Shop`,
    );
    const long = { ...channelWith(), name: 'n'.repeat(200) };
    expect(textOf({}, long)).toMatch(/^\d{4}\.\d{4}\.\d{4} n{112}$/);
  });
});

describe('a payment that is ordered', () => {
  it('has what its order says', () => {
    const more = {
      ...{ checkoutId: 'checkout', registrationId: 'stored', registrarId: 'division' },
      ...{ resultUrl: 'https://shop.example/', embedder: 'https://shop.example' },
      ...{ scheduleId: 'schedule', authenticationId: 'authentication' },
      fieldEvidence: { overlaid: 1 } as unknown as PaymentOrder['fieldEvidence'] & object,
    };
    expect(newPayment(gateway, orderOf({ card: CARD, ...more }), 'aa')).toMatchObject({
      ...{ id: 'aa', ...more, card: SHOWN, cardFingerprint: vault.fingerprint(NUMBER) },
    });
  });

  it('has nothing that its order does not say', () => {
    const payment = newPayment(gateway, orderOf());
    expect(payment.id).toMatch(ID);
    expect(payment).toStrictEqual({
      ...unsettledPayment(payment.id, orderOf()),
      ...{ reference: payment.reference, leaseToken: payment.leaseToken },
      createdAt: payment.createdAt,
    });
  });

  it('of a bank account is known by its fingerprint', () => {
    const payment = newPayment(gateway, orderOf({ brand: 'DIRECTDEBIT_SEPA', iban: IBAN }));
    expect(payment).toMatchObject({
      ...{ card: undefined, cardFingerprint: vault.fingerprint(IBAN), registrationId: null },
    });
  });

  it.each([
    ['a card that is stored by it: a new one', { card: CARD, createRegistration: true }, ID],
    ['a card that is not: none', { card: CARD }, undefined],
    ['a brand that can be agreed on: a new one', { brand: 'PAYPAL', createRegistration: true }, ID],
    ['a brand that cannot: none', { brand: 'EPS', createRegistration: true }, undefined],
    [
      'a brand that cannot, with its card: none',
      { brand: 'BANCONTACT', card: CARD, createRegistration: true },
      undefined,
    ],
    ['no card at all: none', { createRegistration: true }, undefined],
    ['an agreement: its own', { brand: 'PAYPAL', paymentType: 'RG' }, /^f0$/],
    ['a stored card: that', { registrationId: 'stored', paymentType: 'RG' }, /^stored$/],
  ] as const)('has the registration of %s', (_, given, expected) => {
    const { registrationId } = newPayment(gateway, orderOf(given), 'f0');
    if (expected) expect(registrationId).toMatch(expected);
    else expect(registrationId).toBeNull();
  });
});

describe('a payment that is written', () => {
  const write = async (order: PaymentOrder) => {
    const payment = newPayment(gateway, order);
    await inTransaction(db, (trx) => writeInDoubt(gateway, trx, payment, order));
    return payment;
  };

  it('is in doubt, and its instance’s for as long as a lease lasts', async () => {
    const patient = withSimulator(gateway, { leaseMs: 60_000 });
    const payment = newPayment(patient, orderOf({ card: CARD }));
    const before = Date.now();
    await inTransaction(db, (trx) => insertInDoubt(patient, trx, payment));
    const { lease_until: until, ...row } = await paymentRow(payment.id);
    const { lease_until: _, ...expected } = paymentToRow(payment);
    expect(row).toEqual(expected);
    expect(until).toBeGreaterThan(before + LEASE_MS - 500);
    expect(until).toBeLessThan(Date.now() + LEASE_MS + 500);
  });

  it('knows where its card was issued, by the operator’s file', async () => {
    await db
      .insertInto('card_bin_files')
      .values({ id: 'file', begun_at: 0, imported_at: 1, ranges: 1 })
      .execute();
    await db
      .insertInto('card_bins')
      .values({ file_id: 'file', first_bin: 42000000, last_bin: 42000099, line: 1, country: 'DE' })
      .execute();
    const [known, unknown] = [
      await write(orderOf({ card: CARD })),
      await write(orderOf({ card: { ...CARD, number: '4200010000000000' } })),
    ];
    const debit = await write(orderOf({ brand: 'DIRECTDEBIT_SEPA', iban: '42000000' }));
    expect((await paymentRow(known.id)).issuer_country).toBe('DE');
    expect((await paymentRow(unknown.id)).issuer_country).toBeNull();
    expect((await paymentRow(debit.id)).issuer_country).toBeNull();
  });

  it('is published as received', async () => {
    const payment = await write(orderOf());
    expect(publishPaymentEvent).toHaveBeenCalledExactlyOnceWith(
      ...[gateway, expect.anything(), 'received'],
      { after: payment, channel },
    );
  });

  it('has its number in the vault, for half an hour, without a CVV or to be stored, and its CVV nowhere', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(1_000);
    const withoutCvv = await write(orderOf({ card: { ...SHOWN, number: NUMBER } }));
    const whole = await write(orderOf({ card: CARD }));
    const used = await write(orderOf({ card: CARD, registrationId: 'stored before' }));
    const stored = await write(orderOf({ card: CARD, createRegistration: true }));
    const agreed = await write(orderOf({ card: CARD, paymentType: 'RG' }));
    clock.mockRestore();
    for (const [payment, kept, checks] of [
      [withoutCvv, { number: NUMBER }, {}],
      [whole, undefined, { inMemory: 'card' }],
      [used, undefined, { inMemory: 'card' }],
      [stored, { number: NUMBER }, { inMemory: 'cvv' }],
      [agreed, { number: NUMBER }, { inMemory: 'cvv' }],
    ] as const) {
      expect(await keptOf(payment)).toEqual(kept);
      expect(payment.checks).toEqual(checks);
    }
    const { purge_at: until } = await db
      .selectFrom('card_numbers')
      .select('purge_at')
      .where('record_id', '=', stored.id)
      .executeTakeFirstOrThrow();
    expect(until).toBe(1_000 + 30 * 60_000);
  });

  it('has its bank account in the vault', async () => {
    expect(await keptOf(await write(orderOf({ iban: IBAN })))).toEqual({ number: IBAN });
  });

  it('has nothing in the vault where there is nothing', async () => {
    expect(await keptOf(await write(orderOf({ brand: 'PAYPAL' })))).toBeUndefined();
  });

  it('takes the token of its wallet, which pays once', async () => {
    const walletToken = { name: 'applePay.paymentToken', fingerprint: 'of one', endsAt: 9 };
    const payment = await write(orderOf({ card: CARD, walletToken }));
    const tokens = await db.selectFrom('wallet_tokens').select(['mark', 'payment_id']).execute();
    expect(tokens).toEqual([{ mark: 'of one', payment_id: payment.id }]);
    await expect(write(orderOf({ card: CARD, walletToken }))).rejects.toThrow();
  });
});

describe('a payment that is authorised', () => {
  const inDoubt = async (order = orderOf({ card: CARD })) => {
    const payment = newPayment(gateway, order);
    await inTransaction(db, (trx) => writeInDoubt(gateway, trx, payment, order));
    return payment;
  };

  it('is what its connector answers', async () => {
    ask.mockResolvedValue(APPROVED);
    const limit = vi.spyOn(AbortSignal, 'timeout');
    const payment = await inDoubt();
    expect(await authorise(gateway, payment, orderOf({ card: CARD }))).toMatchObject({
      ...{ id: payment.id, state: 'succeeded' },
    });
    expect(limit).toHaveBeenCalledExactlyOnceWith(TIME_LIMIT_MS);
    expect(ask).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ reference: payment.reference, card: CARD }),
      limit.mock.results[0]?.value,
    );
    limit.mockRestore();
    // It is known: nothing has to be looked up.
    expect(findPayment).not.toHaveBeenCalled();
  });

  it('without an answer is left to the sweepers at once', async () => {
    ask.mockRejectedValue(new Error('no connection'));
    const payment = await inDoubt();
    expect(await authorise(gateway, payment, orderOf({ card: CARD }))).toMatchObject({
      ...{ id: payment.id, state: 'in_doubt', leaseToken: null },
    });
  });

  describe('has its CVV', () => {
    const authorised = async (card = CARD) => {
      const payment = await inDoubt();
      const { checks } = await authorise(gateway, payment, orderOf({ card }));
      return { kept: await keptOf(payment), checks };
    };

    it.each([[APPROVED], [DECLINED]])(
      'and its number, in no table at any time with %j',
      async (answer) => {
        const kept = [vi.spyOn(vault, 'keepCvv'), vi.spyOn(vault, 'keepCard')];
        ask.mockResolvedValue(answer);
        expect(await authorised()).toEqual({ kept: undefined, checks: {} });
        for (const keep of kept) expect(keep).not.toHaveBeenCalled();
      },
    );

    it('in the vault while its shopper is asked', async () => {
      ask.mockResolvedValue(ASKED);
      expect(await authorised()).toEqual({ kept: { number: NUMBER, cvv: '123' }, checks: {} });
    });

    it('in the vault, for half an hour, where the processor’s answer was lost: it may ask', async () => {
      const keepCvv = vi.spyOn(vault, 'keepCvv');
      ask.mockRejectedValue(new Error('no connection'));
      const clock = vi.spyOn(Date, 'now').mockReturnValue(1_000);
      expect(await authorised()).toEqual({ kept: { number: NUMBER, cvv: '123' }, checks: {} });
      clock.mockRestore();
      expect(keepCvv.mock.lastCall?.[1]).toMatchObject({ purgeAt: 1_000 + 30 * 60_000 });
    });

    it('in the vault where the question could not be written down: a sweeper goes on with it', async () => {
      ask.mockResolvedValue(ASKED);
      const payment = await inDoubt();
      const isLost = new Error('the connection to the database is lost');
      vi.mocked(publishPaymentEvent).mockRejectedValueOnce(isLost);
      await expect(authorise(gateway, payment, orderOf({ card: CARD }))).rejects.toThrow(isLost);
      expect(await keptOf(payment)).toEqual({ number: NUMBER, cvv: '123' });
      expect(await paymentRow(payment.id)).toMatchObject({ state: 'in_doubt', checks: '{}' });
    });

    it('nowhere where another instance has taken it over', async () => {
      ask.mockImplementation(async ({ reference }) => {
        await db
          .updateTable('payments')
          .set({ lease_token: 'of another' })
          .where('reference', '=', reference)
          .execute();
        throw new Error('no connection');
      });
      const keepCvv = vi.spyOn(vault, 'keepCvv');
      await authorised();
      expect(keepCvv).not.toHaveBeenCalled();
    });
  });

  it('is what another instance has made of it meanwhile', async () => {
    const payment = await inDoubt();
    const declined = { state: 'failed', result_code: '900.100.500', lease_token: null } as const;
    const call = change(payment.id, declined).then(() => APPROVED);
    expect(await settleWith(gateway, payment, channel, call)).toMatchObject({
      ...{ state: 'failed', resultCode: '900.100.500' },
    });
  });
});

describe('the outcome of a payment', () => {
  const doubtful = (given: Partial<PaymentRow> = {}) =>
    records.payment({ created_at: 0, state: 'in_doubt', result_code: '000.200.000', ...given });
  /** Time passes as the payment is looked at. */
  const lookedAt = async (id: string, patience: Partial<Connector>, atMost?: number) => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    let looks = 0;
    const looking = {
      ...withSimulator(gateway, patience),
      get db() {
        looks += 1;
        now += 100;
        return db;
      },
    };
    try {
      const payment = await outcomeOf(looking, id, atMost);
      return { payment, looks };
    } finally {
      clock.mockRestore();
    }
  };

  it.each([
    ['it succeeded', { state: 'succeeded' }],
    ['it failed', { state: 'failed' }],
    ['it waits for its shopper', { state: 'pending' }],
    ['it stays unknown', { result_code: '900.100.300' }],
  ] as const)('is known at once where %s', async (_, given) => {
    const id = await doubtful(given);
    const { payment, looks } = await lookedAt(id, { leaseMs: 60_000 });
    expect(payment).toEqual(paymentFromRow(await paymentRow(id)));
    expect(looks).toBe(1);
  });

  it('is waited for as long as its lease and a sweeper may take', async () => {
    const { payment, looks } = await lookedAt(await doubtful(), { leaseMs: 300 - SWEEPER_TIME_MS });
    expect(payment.state).toBe('in_doubt');
    // At the moment in which it ends once more: what is known then counts.
    expect(looks).toBe(4);
  });

  it('is waited for no longer than is asked', async () => {
    const id = await doubtful();
    expect(await lookedAt(id, { leaseMs: 60_000 }, 200)).toMatchObject({ looks: 3 });
    expect(await lookedAt(id, { leaseMs: -SWEEPER_TIME_MS }, 200)).toMatchObject({ looks: 1 });
  });

  it('is seen as soon as it is known', async () => {
    const id = await doubtful();
    const outcome = outcomeOf(withSimulator(gateway, { leaseMs: 600_000 }), id);
    await change(id, { state: 'succeeded' });
    expect((await outcome).state).toBe('succeeded');
  });

  it('of a payment that is gone is not waited for', async () => {
    await expect(outcomeOf(gateway, 'never heard of')).rejects.toThrow(
      'the payment never heard of is gone',
    );
  });
});
