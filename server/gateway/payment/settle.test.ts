/** What a connector's answer makes of a payment, its checkout, its card and its lease: once, and all of it or nothing. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectorAnswer, NextStep } from '../../connectors/connector.ts';
import { type PaymentSettled, paymentSettled } from '../../diagnostics.ts';
import { databaseNow, inTransaction } from '../../store/dialect.ts';
import * as leases from '../../store/lease.ts';
import { LEASE_MS, whileRenewing } from '../../store/lease.ts';
import { type Payment, paymentFromRow, paymentToRow } from '../../store/records/payment.ts';
import type { PaymentRow } from '../../store/tables.ts';
import { statementsOf } from '../../tests/support/count-statements.ts';
import { IBAN, NUMBER, SHOWN } from '../../tests/support/payment-fields.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { simulatedGateway, withSimulator } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { changeSettings, createEntity, existingChannel } from '../entities/index.ts';
import * as eventsRoom from '../events/index.ts';
import { publishPaymentEvent, publishRegistrationEvent } from '../events/index.ts';
import { keepAttempt, screenAttempt } from '../risk/index.ts';
import type { CardInHand } from './card-in-hand.ts';
import {
  holding,
  leaseEnd,
  leaseMsOf,
  payableUntil,
  release,
  renewedCard,
  settle,
  settleIn,
} from './settle.ts';

const { db, vault, drop, merchantId, channelId } = await openSubscribedChannel();
afterAll(drop);
const gateway = simulatedGateway(db, vault);
const channel = await existingChannel(db, channelId);
const records = await recordsOf(db, channelId);

const NOW = Date.parse('2026-11-30T10:00:00Z');
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const APPROVED: ConnectorAnswer = { resultCode: '000.100.110', details: {} };
const DECLINED: ConnectorAnswer = { resultCode: '800.100.152', details: {} };
const PENDING: ConnectorAnswer = { resultCode: '000.200.000', details: {} };
const STEP: NextStep = {
  ...{ kind: 'threeDSecure', transactionId: 't' },
  page: { url: 'https://bank.example/page', method: 'GET', parameters: [] },
};
const ASKED: ConnectorAnswer = { ...PENDING, nextStep: STEP };

beforeEach(() => {
  vi.spyOn(eventsRoom, 'publishPaymentEvent');
  vi.spyOn(eventsRoom, 'publishRegistrationEvent');
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => vi.restoreAllMocks());

const paymentRow = (id: string) =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const change = (id: string, changes: Partial<PaymentRow>) =>
  db.updateTable('payments').set(changes).where('id', '=', id).execute();
/** A payment that this instance has taken. */
const taken = async (given: Partial<PaymentRow> = {}): Promise<Payment> => {
  const id = await records.payment({
    ...{ created_at: NOW - 1_000, state: 'in_doubt', result_code: '000.200.000' },
    ...paymentToRow({ card: SHOWN, cardFingerprint: vault.fingerprint(NUMBER) }),
    ...{ settled_at: null, lease_token: 'ours', lease_until: NOW + LEASE_MS },
    ...given,
  });
  return paymentFromRow(await paymentRow(id));
};
const recordOf = ({ id, entityId }: Payment) => ({ recordId: id, entityId });
const keepCard = (payment: Payment, number = NUMBER) =>
  inTransaction(db, async (trx) => {
    const until = { ...recordOf(payment), purgeAt: NOW + DAY_MS };
    await vault.keepCard(trx, { ...until, number });
    await vault.keepCvv(trx, { ...until, cvv: '123' });
  });
const keptCard = (payment: Payment) => vault.readCard(db, recordOf(payment));
const registrationRow = (id: string) =>
  db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirst();
const checkoutRow = (id: string) =>
  db.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const settled = (payment: Payment, answer: ConnectorAnswer, of = channel) =>
  settle(gateway, payment, of, answer);

describe('an answer', () => {
  it('is what the payment is from then on, and no instance has it any more', async () => {
    const payment = await taken({
      ...{ next_step: JSON.stringify(STEP), due_at: NOW, end_code: '100.396.201' },
      ...{ end_reference: 'order 7', checks: '{"avsResponse":"A"}' },
    });
    const before = await paymentRow(payment.id);
    const ahead = { ...channel, clockOffsetMs: 7_000 };
    const answer: ConnectorAnswer = {
      ...{ resultCode: '000.100.110', checks: { cvvResponse: 'M', issuerCountry: 'DE' } },
      details: { acquirerTxId9: 'chain 1', from: 'the bank' },
    };
    const after = await settled(payment, answer, ahead);
    expect(await paymentRow(payment.id)).toEqual({
      ...before,
      ...{ state: 'succeeded', result_code: '000.100.110', settled_at: NOW + 7_000 },
      result_details: JSON.stringify(answer.details),
      ...{ checks: JSON.stringify(answer.checks), issuer_country: 'DE', acquirer_tx_id: 'chain 1' },
      ...{ lease_until: null, lease_token: null, next_step: null, due_at: null, end_code: null },
    });
    expect(after).toEqual(paymentFromRow(await paymentRow(payment.id)));
    expect(publishPaymentEvent).toHaveBeenCalledExactlyOnceWith(
      ...[gateway, expect.anything(), 'succeeded'],
      { before: payment, after, channel: ahead, discardReference: 'order 7' },
    );
  });

  it.each([
    [APPROVED, 'succeeded', 'succeeded'],
    [DECLINED, 'failed', 'failed'],
    [PENDING, 'pending', 'confirmation'],
    [ASKED, 'pending', 'authentication'],
  ] as const)(
    '%j: the payment is %s, and that is published as %s',
    async (answer, state, stage) => {
      const payment = await taken();
      const after = await settled(payment, answer);
      expect(after).toMatchObject({ state, acquirerTxId: null, checks: {} });
      expect(after?.nextStep).toEqual(answer.nextStep);
      expect(publishPaymentEvent).toHaveBeenCalledOnce();
      expect(vi.mocked(publishPaymentEvent).mock.calls[0]?.slice(2)).toMatchObject([
        stage,
        { before: payment, after, channel },
      ]);
    },
  );

  it('is counted once, as what it was', async () => {
    const counted: unknown[] = [];
    const count = (message: unknown) => counted.push(message);
    paymentSettled.subscribe(count);
    await settled(await taken({ type: 'PA' }), DECLINED);
    const late = await taken({ lease_token: 'of another' });
    await settled({ ...late, leaseToken: 'ours' }, APPROVED);
    paymentSettled.unsubscribe(count);
    expect(counted).toEqual([{ state: 'failed', paymentType: 'PA' } satisfies PaymentSettled]);
  });

  it.each([
    ['another instance has taken it', { lease_token: 'of another' }],
    ['it is settled', { state: 'succeeded' }],
    ['it waits for its shopper', { state: 'pending' }],
    ['its lease was given up', { lease_token: null }],
  ] as const)('changes nothing where %s', async (_, changes) => {
    const charge = await records.payment({ created_at: NOW, reserved: 100 });
    const operation = { type: 'RF', referenced_id: charge, amount: 100 };
    const payment = await taken(operation);
    await keepCard(payment);
    await change(payment.id, changes);
    const before = await paymentRow(payment.id);
    expect(await settled(payment, APPROVED)).toBeUndefined();
    expect(await paymentRow(payment.id)).toEqual(before);
    expect(await paymentRow(charge)).toMatchObject({ reserved: 100, refunded: 0 });
    expect(await keptCard(payment)).toMatchObject({ number: NUMBER });
    expect(publishPaymentEvent).not.toHaveBeenCalled();
  });

  it('changes no payment but its own', async () => {
    const [payment, other] = [await taken(), await taken()];
    await settled(payment, APPROVED);
    expect(paymentFromRow(await paymentRow(other.id))).toEqual(other);
  });

  it('is undone whole where a part of it cannot be written, and that is said', async () => {
    const fails = async () => {
      throw new Error('no such table');
    };
    const broken = { ...gateway, vault: { ...vault, forgetCard: fails } };
    const payment = await taken();
    const before = await paymentRow(payment.id);
    await expect(settle(broken, payment, channel, APPROVED)).rejects.toThrow('no such table');
    expect(await paymentRow(payment.id)).toEqual(before);
  });

  it('may be a part of the caller’s transaction, which is undone where it comes too late', async () => {
    const payment = await taken();
    await change(payment.id, { lease_token: 'of another' });
    const work = inTransaction(db, async (trx) => {
      await trx.updateTable('payments').set({ ndc: 'x' }).where('id', '=', payment.id).execute();
      return settleIn(gateway, trx, payment, channel, APPROVED);
    });
    await expect(work).rejects.toThrow();
    expect((await paymentRow(payment.id)).ndc).toBe(payment.ndc);
  });

  it('keeps what a soft decline before it found out, and of another nothing', async () => {
    const before = { softDeclined: true, exemption: 'refused' };
    const asked = await taken({ checks: JSON.stringify(before) });
    const answer = { ...APPROVED, checks: { cvvResponse: 'M' } };
    expect((await settled(asked, answer))?.checks).toEqual({ ...before, cvvResponse: 'M' });
    const other = await taken({ checks: '{"exemption":"refused"}' });
    expect((await settled(other, answer))?.checks).toEqual({ cvvResponse: 'M' });
  });
});

describe('an operation that is answered', () => {
  it.each([
    [APPROVED, { refunded: 100, reserved: 0 }],
    [DECLINED, { refunded: 0, reserved: 0 }],
    [PENDING, { refunded: 0, reserved: 100 }],
  ] as const)('%j leaves the ledger of its payment right', async (answer, ledger) => {
    const charge = await records.payment({ created_at: NOW, reserved: 100 });
    await settled(await taken({ type: 'RF', referenced_id: charge, card: '{}' }), answer);
    expect(await paymentRow(charge)).toMatchObject(ledger);
  });
});

describe('the checkout of a payment', () => {
  const EXPIRES = NOW + 1_234;
  const paying = async (given: Partial<PaymentRow> = {}, payingId?: string) => {
    const checkout = await records.checkout({ expires_at: EXPIRES });
    const payment = await taken({ checkout_id: checkout, ...given });
    await db
      .updateTable('checkouts')
      .set({ paying_id: payingId ?? payment.id })
      .where('id', '=', checkout)
      .execute();
    return { checkout, payment };
  };

  it('is paid with it, once', async () => {
    const [{ checkout, payment }, other] = [await paying(), await paying()];
    await settled(payment, APPROVED);
    expect(await checkoutRow(checkout)).toMatchObject({ paying_id: null, paid_id: payment.id });
    expect(await checkoutRow(other.checkout)).toMatchObject({
      ...{ paying_id: other.payment.id, paid_id: null },
    });
  });

  it('can be paid anew where it failed', async () => {
    const { checkout, payment } = await paying();
    await settled(payment, DECLINED);
    expect(await checkoutRow(checkout)).toMatchObject({ paying_id: null, paid_id: null });
  });

  it.each([[PENDING], [ASKED]])('is still being paid: %j', async (answer) => {
    const { checkout, payment } = await paying();
    await settled(payment, answer);
    expect(await checkoutRow(checkout)).toMatchObject({ paying_id: payment.id, paid_id: null });
  });

  it('stays as it is where another payment has it', async () => {
    const another = await records.payment({ created_at: NOW });
    const { checkout, payment } = await paying({}, another);
    await settled(payment, APPROVED);
    expect(await checkoutRow(checkout)).toMatchObject({ paying_id: another, paid_id: null });
  });

  it('is asked nothing of where there is none', async () => {
    const [asked, paid] = [await taken(), await taken()];
    const sent = await statementsOf(db, async () => {
      await settled(asked, ASKED);
      await settled(paid, APPROVED);
    });
    expect(sent).not.toEqual([]);
    expect(sent.filter((sql) => sql.includes('checkouts'))).toEqual([]);
  });

  it('says until when its shopper is waited for', async () => {
    const { payment } = await paying();
    expect((await settled(payment, ASKED))?.dueAt).toBe(EXPIRES);
  });
});

describe('a pending payment ends by itself', () => {
  const dueIn = async (given: Partial<PaymentRow>, answer: ConnectorAnswer) => {
    const payment = await taken(given);
    const { dueAt = null } = (await settled(payment, answer)) ?? {};
    return dueAt === null ? null : dueAt - payment.createdAt;
  };

  it.each([
    ['half an hour after its start, where its shopper is waited for', {}, ASKED, HOUR_MS / 2],
    ['after a week that its bank has had', {}, PENDING, 7 * DAY_MS],
    ['with its voucher', { brand: 'PIX', type: 'PA', card: '{}' }, PENDING, DAY_MS],
    ['with a longer voucher', { brand: 'PREPAYMENT', card: '{}' }, ASKED, 14 * DAY_MS],
    ['never where its processor has not let go of it', { end_code: '1' }, PENDING, null],
    ['not when it is decided', {}, APPROVED, null],
    ['not when it is declined', { brand: 'PIX' }, DECLINED, null],
  ] as const)('%s', async (_, given, answer, expected) => {
    expect(await dueIn(given, answer)).toBe(expected);
  });

  it('has a term of its own only as a voucher', () => {
    expect(payableUntil({ brand: 'OXXO', createdAt: 5 })).toBe(5 + 3 * DAY_MS);
    expect(payableUntil({ brand: 'VISA', createdAt: 5 })).toBe(5);
  });
});

describe('the card in the vault', () => {
  it.each([[APPROVED], [DECLINED]])('is forgotten with %j', async (answer) => {
    const [payment, other] = [await taken(), await taken()];
    await keepCard(payment);
    await keepCard(other);
    await settled(payment, answer);
    expect(await keptCard(payment)).toBeUndefined();
    expect(await keptCard(other)).toEqual({ number: NUMBER, cvv: '123' });
  });

  it('is kept whole while the shopper is asked, and without its CVV while the bank decides', async () => {
    const [asked, atBank] = [await taken(), await taken()];
    await keepCard(asked);
    await keepCard(atBank);
    await settled(asked, ASKED);
    await settled(atBank, PENDING);
    expect(await keptCard(asked)).toEqual({ number: NUMBER, cvv: '123' });
    expect(await keptCard(atBank)).toEqual({ number: NUMBER });
  });

  describe('of a payment whose instance alone has it', () => {
    const CARD = { number: NUMBER, cvv: '123' };
    const settleWith = async (
      checks: Payment['checks'],
      answer: ConnectorAnswer,
      inHand?: CardInHand,
    ) => {
      const payment = await taken(paymentToRow({ checks }));
      if (checks.inMemory === 'cvv') {
        await inTransaction(db, (trx) =>
          vault.keepCard(trx, { ...recordOf(payment), number: NUMBER, purgeAt: NOW + DAY_MS }),
        );
      }
      const written = await settle(gateway, payment, channel, answer, inHand);
      expect(written?.checks).toEqual(JSON.parse((await paymentRow(payment.id)).checks));
      return { kept: await keptCard(payment), checks: written?.checks };
    };
    const MARKS: Payment['checks'][] = [{ inMemory: 'card' }, { inMemory: 'cvv' }];
    const FINAL = [APPROVED, DECLINED];

    it.each(MARKS.flatMap((marks) => FINAL.map((answer) => [marks, answer] as const)))(
      'of which it has %j, nothing is left with %j',
      async (marks, answer) => {
        for (const inHand of [CARD, undefined]) {
          expect(await settleWith(marks, answer, inHand)).toEqual({ kept: undefined, checks: {} });
        }
      },
    );

    it.each(MARKS)(
      '(%j) is kept whole while the shopper is asked, for half an hour',
      async (marks) => {
        const keepCvv = vi.spyOn(vault, 'keepCvv');
        expect(await settleWith(marks, ASKED, CARD)).toEqual({ kept: CARD, checks: {} });
        const { purgeAt = 0 } = keepCvv.mock.lastCall?.[1] ?? {};
        expect(Math.abs(purgeAt - Date.now() - 30 * 60_000)).toBeLessThan(60_000);
      },
    );

    it.each(MARKS)(
      '(%j) is kept without the CVV while the bank decides, and that is written down',
      async (marks) => {
        const kept = { number: NUMBER };
        expect(await settleWith(marks, PENDING, CARD)).toEqual({
          kept,
          checks: { inMemory: 'cvv' },
        });
      },
    );

    it.each([ASKED, PENDING])('is lost where another instance goes on with %j', async (answer) => {
      for (const checks of MARKS) {
        const kept = checks.inMemory === 'cvv' ? { number: NUMBER } : undefined;
        expect(await settleWith(checks, answer)).toEqual({ kept, checks });
      }
    });

    it('is left to a sweeper where an open answer could not be written down, and nowhere with a final one', async () => {
      for (const [answer, kept, checks] of [
        [ASKED, CARD, {}],
        [PENDING, CARD, {}],
        [APPROVED, undefined, { inMemory: 'card' }],
      ] as const) {
        const isLost = new Error('the connection to the database is lost');
        vi.mocked(publishPaymentEvent).mockRejectedValueOnce(isLost);
        const payment = await taken(paymentToRow({ checks: { inMemory: 'card' } }));
        await expect(settle(gateway, payment, channel, answer, CARD)).rejects.toThrow(isLost);
        expect(await keptCard(payment)).toEqual(kept);
        expect(JSON.parse((await paymentRow(payment.id)).checks)).toEqual(checks);
      }
    });
  });

  it('that waited for the shopper is without its CVV once the bank decides, and that is written down', async () => {
    const payment = await taken();
    await keepCard(payment);
    const atBank = await settled(payment, PENDING);
    expect(atBank?.checks).toEqual({ inMemory: 'cvv' });
    expect(JSON.parse((await paymentRow(payment.id)).checks)).toEqual({ inMemory: 'cvv' });
    const cvvless = await taken();
    await inTransaction(db, (trx) =>
      vault.keepCard(trx, { ...recordOf(cvvless), number: NUMBER, purgeAt: NOW + DAY_MS }),
    );
    expect((await settled(cvvless, PENDING))?.checks).toEqual({});
  });

  it('is stored where the payment that was to store it succeeded, and only there', async () => {
    for (const [answer, isStored] of [
      ...([[APPROVED, true] as const] as const),
      ...[DECLINED, PENDING, ASKED].map((one) => [one, false] as const),
    ]) {
      const id = `stores with ${JSON.stringify(answer)}`;
      const payment = await taken({ registration_id: id });
      await keepCard(payment);
      expect(await settled(payment, answer)).toMatchObject({ registrationId: id });
      expect((await registrationRow(id)) !== undefined, id).toBe(isStored);
    }
  });

  it('is not there to be stored any more: the payment says so', async () => {
    const payment = await taken({ registration_id: 'too late' });
    expect(await settled(payment, APPROVED)).toMatchObject({
      ...{ state: 'succeeded', registrationId: null },
    });
    const published = vi.mocked(publishPaymentEvent).mock.calls[0]?.[3];
    expect(published).toMatchObject({
      before: { registrationId: 'too late' },
      after: { registrationId: null },
    });
  });

  it('is stored under the number that its processor has told', async () => {
    const renewed = '4111111111111111';
    const { holder: _, ...card } = {
      ...SHOWN,
      bin: '411111',
      last4Digits: '1111',
      number: renewed,
    };
    const payment = await taken({ registration_id: 'renewed' });
    await keepCard(payment);
    const after = await settled(payment, {
      ...APPROVED,
      storedCard: { kind: 'renewed', card },
    });
    expect(after?.card).toEqual({ ...SHOWN, bin: '411111', last4Digits: '1111' });
    expect(await vault.readCard(db, { recordId: 'renewed', entityId: channelId })).toEqual({
      number: renewed,
    });
    expect(await registrationRow('renewed')).toMatchObject({
      ...{ card_fingerprint: vault.fingerprint(renewed), card_last4: '1111' },
    });
    // It was never stored under another: nothing changed.
    expect(publishRegistrationEvent).not.toHaveBeenCalled();
  });

  it('that is stored is at its end where its processor says so, paid or not', async () => {
    for (const answer of [APPROVED, DECLINED]) {
      const id = await records.registration({ card: JSON.stringify(SHOWN) });
      await settled(await taken({ registration_id: id }), {
        ...answer,
        storedCard: { kind: 'gone' },
      });
      expect(await registrationRow(id)).toMatchObject({ revoked_at: NOW, revoked_by: 'provider' });
    }
  });
});

describe('a debit that its bank takes', () => {
  const debit = async (registrationId: string) => {
    const payment = await taken({
      ...{ brand: 'DIRECTDEBIT_SEPA', card: '{}', registration_id: registrationId },
      card_fingerprint: vault.fingerprint(IBAN),
    });
    await keepCard(payment, IBAN);
    return payment;
  };

  it('stores its account from now on, and the payment’s own number is forgotten', async () => {
    const payment = await debit('mandate');
    const after = await settled(payment, PENDING);
    expect(after).toMatchObject({ state: 'pending', registrationId: 'mandate' });
    expect(await registrationRow('mandate')).toMatchObject({ brand: 'DIRECTDEBIT_SEPA' });
    expect(await vault.readCard(db, { recordId: 'mandate', entityId: channelId })).toEqual({
      number: IBAN,
    });
    expect(await keptCard(payment)).toBeUndefined();
  });

  it('stores nothing while its shopper is still asked', async () => {
    const payment = await debit('not yet');
    await settled(payment, ASKED);
    expect(await registrationRow('not yet')).toBeUndefined();
    expect(await keptCard(payment)).toMatchObject({ number: IBAN });
  });

  it('says where its account cannot be stored any more', async () => {
    const payment = await debit('lost');
    await vault.forgetCard(db, recordOf(payment));
    expect(await settled(payment, PENDING)).toMatchObject({
      ...{ state: 'pending', registrationId: null },
    });
    expect(vi.mocked(publishPaymentEvent).mock.calls[0]?.[3]).toMatchObject({
      after: { registrationId: null },
    });
  });
});

describe('the attempt that the payment was', () => {
  const watched = async () => {
    const { id } = await createEntity(db, {
      ...{ kind: 'channel', name: 'Watched', parentId: merchantId },
    });
    await changeSettings(db, id, { cardTesting: {} });
    return existingChannel(db, id);
  };
  const attempt = async (of: typeof channel, given: Partial<PaymentRow> = {}) => {
    const payment = await taken({ entity_id: of.id, ...given });
    const screening = await screenAttempt(gateway, {
      ...{ channel: of, number: NUMBER, brand: payment.brand, remedy: 'none' },
    });
    await inTransaction(db, (trx) => keepAttempt(trx, payment.id, screening));
    return payment;
  };
  const counted = async ({ id }: typeof channel) => {
    const rows = await db
      .selectFrom('risk_windows')
      .select(['successes', 'declines'])
      .where('channel_id', '=', id)
      .where('attempts', '>', 0)
      .execute();
    const open = await db
      .selectFrom('risk_attempts')
      .select('id')
      .where('channel_id', '=', id)
      .execute();
    return {
      successes: Math.max(...rows.map(({ successes }) => successes)),
      declines: Math.max(...rows.map(({ declines }) => declines)),
      open: open.length,
    };
  };

  it.each([
    ['a success', {}, APPROVED, { successes: 1, declines: 0, open: 0 }],
    ['a decline', {}, DECLINED, { successes: 0, declines: 1, open: 0 }],
    ['open while a bank decides', {}, PENDING, { successes: 0, declines: 0, open: 1 }],
    ['open while its shopper is asked', {}, ASKED, { successes: 0, declines: 0, open: 1 }],
    [
      'a success of a debit that is taken',
      { brand: 'DIRECTDEBIT_SEPA', card: '{}' },
      PENDING,
      { successes: 1, declines: 0, open: 0 },
    ],
  ] as const)('counts as %s', async (_, given, answer, expected) => {
    const of = await watched();
    await settled(await attempt(of, given), answer, of);
    expect(await counted(of)).toEqual(expected);
  });
});

describe('the card of a payment as it reads', () => {
  const payment = { card: SHOWN, registrationId: 'r' } as unknown as Payment;
  const update = {
    kind: 'renewed',
    card: { ...SHOWN, expiryYear: '2039', number: '4111111111111111' },
  } as const;

  it('is what its processor tells of it, without its number', () => {
    expect(renewedCard(payment, update)).toEqual({ ...SHOWN, expiryYear: '2039' });
  });

  it('is what it was where that tells nothing, nothing is stored, or there is no card', () => {
    expect(renewedCard(payment, undefined)).toBe(SHOWN);
    expect(renewedCard(payment, { kind: 'gone' })).toBe(SHOWN);
    expect(renewedCard({ ...payment, registrationId: null }, update)).toBe(SHOWN);
    expect(renewedCard({ ...payment, card: undefined }, update)).toBeUndefined();
  });
});

describe('a lease', () => {
  const MINUTE_MS = 60_000;
  const quick = withSimulator(gateway, { leaseMs: 4_000 });
  const patient = withSimulator(gateway, { leaseMs: MINUTE_MS });
  beforeEach(() => {
    // The real clock: leases go by the database's.
    vi.restoreAllMocks();
    vi.spyOn(leases, 'whileRenewing').mockImplementation(async (renew, work) => {
      await renew();
      return work();
    });
  });
  const renewed = async (given: Partial<PaymentRow>, token = 'ours') => {
    const payment = await taken(given);
    await holding(gateway, { ...payment, leaseToken: token }, async () => undefined);
    const { lease_until } = await paymentRow(payment.id);
    return lease_until !== given.lease_until;
  };

  it('is as long as the rule says, and never longer than the connector allows', async () => {
    const payment = await taken();
    expect(leaseMsOf(quick, payment)).toBe(4_000);
    expect(leaseMsOf(patient, payment)).toBe(LEASE_MS);
    const { until, now } = await db
      .selectNoFrom([leaseEnd(quick, db, payment).as('until'), databaseNow(db).as('now')])
      .executeTakeFirstOrThrow();
    expect(Number(until) - Number(now)).toBeLessThan(4_500);
    expect(Number(until) - Number(now)).toBeGreaterThan(3_500);
  });

  it('is renewed while the work goes on, for as long as the connector allows', async () => {
    const payment = await taken({ lease_until: 1 });
    const other = await taken({ lease_until: 1 });
    expect(await holding(patient, payment, async () => 'done')).toBe('done');
    expect(vi.mocked(whileRenewing).mock.calls[0]?.[2]).toBe(MINUTE_MS);
    const { lease_until: until } = await paymentRow(payment.id);
    const now = Date.now();
    expect(until).toBeGreaterThan(now);
    expect(until).toBeLessThanOrEqual(now + LEASE_MS);
    expect((await paymentRow(other.id)).lease_until).toBe(1);
  });

  it('of another instance, of what is settled, or of a longer pause is left alone', async () => {
    expect(await renewed({ lease_until: 1 })).toBe(true);
    expect(await renewed({ lease_until: 1 }, 'of another')).toBe(false);
    expect(await renewed({ lease_until: 1, state: 'pending' })).toBe(false);
    expect(await renewed({ lease_until: Date.now() + MINUTE_MS })).toBe(false);
  });

  it('that is given up is over at once', async () => {
    const far = Date.now() + MINUTE_MS;
    const [payment, other] = [await taken({ lease_until: far }), await taken({ lease_until: far })];
    await release(gateway, payment);
    const { lease_until: until, lease_token: token } = await paymentRow(payment.id);
    expect(token).toBeNull();
    expect(until).toBeLessThan(far);
    expect(until).toBeGreaterThan(far - 2 * MINUTE_MS);
    expect(await paymentRow(other.id)).toMatchObject({ lease_until: far, lease_token: 'ours' });
  });

  it('is given up by the instance that has it, of what is in doubt', async () => {
    const far = Date.now() + MINUTE_MS;
    for (const given of [{ lease_token: 'of another' }, { state: 'pending' }] as const) {
      const payment = await taken({ lease_until: far, ...given });
      await release(gateway, { ...payment, leaseToken: 'ours' });
      expect(await paymentRow(payment.id)).toMatchObject({
        ...{ lease_until: far, lease_token: payment.leaseToken },
      });
    }
  });
});
