/** What a connector is asked, and the one challenge that a soft decline leads to. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connector, ConnectorAnswer, NextStep } from '../../connectors/connector.ts';
import { inTransaction } from '../../store/dialect.ts';
import { type Payment, paymentFromRow } from '../../store/records/payment.ts';
import { CVV_KEY_TABLES } from '../../store/tables/vault-tables.ts';
import type { PaymentRow } from '../../store/tables.ts';
import { DETAILS, NUMBER, SHOWN } from '../../tests/support/payment-fields.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { simulatedGateway, withSimulator } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { existingChannel } from '../entities/index.ts';
import { returnUrlsOf } from '../processors/index.ts';
import { authoriseRequest, settleOrStepUp } from './authorisation.ts';

const { db, vault, drop, channelId } = await openSubscribedChannel();
afterAll(drop);
const channel = await existingChannel(db, channelId);
const records = await recordsOf(db, channelId);

const ask = vi.fn<Connector['authorise']>();
const LEASE_MS = 4_000;
const TIME_LIMIT_MS = 12_345;
const gateway = withSimulator(simulatedGateway(db, vault), {
  ...{ leaseMs: LEASE_MS, timeLimitMs: TIME_LIMIT_MS, authorise: ask },
});
beforeEach(() => {
  ask.mockReset();
  ask.mockResolvedValue(APPROVED);
});

const APPROVED: ConnectorAnswer = { resultCode: '000.100.110', details: {} };
const SOFT: ConnectorAnswer = { resultCode: '300.100.100', details: { from: 'the issuer' } };
const PAGE = { url: 'https://bank.example/page', method: 'GET', parameters: [] } as const;
const STEP: NextStep = { kind: 'threeDSecure', transactionId: 't', page: PAGE };
const LOOKED_AT: NextStep = { kind: 'threeDSecure', transactionId: 't', methodCall: PAGE };

const paymentRow = (id: string) =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const change = (id: string, changes: Partial<PaymentRow>) =>
  db.updateTable('payments').set(changes).where('id', '=', id).execute();
const keepCard = ({ id, entityId }: Payment, cvv = '123') =>
  inTransaction(db, async (trx) => {
    const until = { recordId: id, entityId, purgeAt: Date.now() + 60_000 };
    await vault.keepCard(trx, { ...until, number: NUMBER });
    await vault.keepCvv(trx, { ...until, cvv });
  });
const recordOf = ({ id, entityId }: Payment) => ({ recordId: id, entityId });
/** A payment that this instance has taken, of a shopper who is there. */
const unkept = async (given: Partial<PaymentRow> = {}): Promise<Payment> => {
  const id = await records.payment({
    ...{ created_at: Date.now(), state: 'in_doubt', result_code: '000.200.000' },
    ...{ card: JSON.stringify(SHOWN), settled_at: null, lease_token: 'ours', lease_until: 1 },
    ...{ result_url: 'https://shop.example/', next_step: JSON.stringify(LOOKED_AT) },
    ...given,
  });
  return paymentFromRow(await paymentRow(id));
};
const taken = async (given: Partial<PaymentRow> = {}) => {
  const payment = await unkept(given);
  await keepCard(payment);
  return payment;
};

describe('a connector is asked', () => {
  type Order = Parameters<typeof authoriseRequest>[2];
  const requestOf = (payment: Payment, order: Partial<Order> = {}) =>
    authoriseRequest(gateway, payment, { channel, parameters: {}, ...order });

  it('for the payment, by its own reference, and no more', async () => {
    const payment = await unkept();
    expect(requestOf(payment)).toStrictEqual({
      ...{ reference: payment.reference, channelId, merchantName: 'Channel', origins: [] },
      ...{ returnUrls: returnUrlsOf(gateway, payment.id), paymentType: 'DB' },
      ...{ paymentBrand: 'VISA', amount: 100, currency: 'EUR', mode: 'INTERNAL' },
      ...{ parameters: {}, isStored: false },
    });
  });

  it('with all that its order has', async () => {
    const payment = await unkept({ registration_id: 'stored', brand: 'PIX' });
    const settings = { ...channel.settings, origins: ['https://shop.example'] };
    const order = {
      ...{ channel: { ...channel, settings }, parameters: { 'merchant.name': 'Shop' } },
      ...{ card: DETAILS, iban: 'DE89', accountPassword: 'secret', registrationId: 'stored' },
      isInline: true,
    };
    expect(requestOf(payment, order)).toMatchObject({
      ...{ merchantName: 'Shop', origins: ['https://shop.example'], card: DETAILS, iban: 'DE89' },
      ...{ accountPassword: 'secret', registrationId: 'stored', isInline: true, isStored: true },
      ...{ parameters: order.parameters, returnUrls: returnUrlsOf(gateway, payment.id, true) },
      ...{ paymentBrand: 'PIX', payableUntil: payment.createdAt + 24 * 60 * 60_000 },
    });
  });

  it('of a wallet for its card’s own brand', async () => {
    const payment = await unkept({ brand: 'APPLEPAY' });
    const wallet = { brand: 'APPLEPAY', cardBrand: 'MASTER' } as const;
    expect(requestOf(payment, { card: { ...DETAILS, wallet } }).paymentBrand).toBe('MASTER');
  });

  it('for one that stores its card under the new id, not as for one that is stored', async () => {
    const payment = await unkept({ registration_id: 'new' });
    expect(requestOf(payment)).toMatchObject({ registrationId: 'new', isStored: false });
  });
});

describe('a soft decline', () => {
  it('asks the connector once more, under a new reference, for a challenge', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout');
    const payment = await taken({
      parameters: '{"threeDSecure.exemptionFlag":"01","customer.email":"jane@example.com"}',
      checks: '{"avsResponse":"A"}',
    });
    let again: PaymentRow | undefined;
    ask.mockImplementationOnce(async () => {
      again = await paymentRow(payment.id);
      return { resultCode: '000.200.000', details: {}, nextStep: STEP };
    });
    const before = await paymentRow(payment.id);
    const answer = { ...SOFT, checks: { exemption: 'refused', cvvResponse: 'M' } } as const;
    expect(await settleOrStepUp(gateway, payment, channel, answer)).toMatchObject({
      ...{ id: payment.id, state: 'pending', nextStep: STEP },
      checks: { exemption: 'refused', softDeclined: true },
    });
    const { reference = '', lease_until: until = 0 } = again ?? {};
    expect(reference).toMatch(/^[0-9a-f]{32}$/);
    expect(reference).not.toBe(payment.reference);
    expect(again).toEqual({
      ...{ ...before, reference, lease_until: until, next_step: null },
      checks: JSON.stringify({ exemption: 'refused', softDeclined: true }),
    });
    expect(until).toBeGreaterThan(Date.now() - 60_000);
    expect(limit).toHaveBeenCalledExactlyOnceWith(TIME_LIMIT_MS);
    expect(ask).toHaveBeenCalledExactlyOnceWith(
      authoriseRequest(
        gateway,
        { ...payment, reference },
        {
          ...{ channel, card: { ...DETAILS, cvv: '123' } },
          parameters: {
            'customer.email': 'jane@example.com',
            'threeDSecure.challengeIndicator': '04',
          },
        },
      ),
      limit.mock.results[0]?.value,
    );
    limit.mockRestore();
  });

  it('without an exemption leaves nothing of one', async () => {
    const payment = await taken();
    expect(await settleOrStepUp(gateway, payment, channel, SOFT)).toMatchObject({
      ...{ state: 'succeeded', checks: { softDeclined: true } },
    });
    expect(JSON.parse((await paymentRow(payment.id)).checks)).toEqual({ softDeclined: true });
  });

  it.each([
    ['after the issuer has only looked at the browser', {}, SOFT],
    [
      'after one without a challenge',
      { next_step: null },
      { ...SOFT, checks: { threeDSecure: { flow: 'frictionless' } } } as unknown as ConnectorAnswer,
    ],
    ['of a card in a wallet', { card: JSON.stringify({ ...SHOWN, brand: 'VISA' }) }, SOFT],
  ] as const)('asks once more %s', async (_, given, answer) => {
    const payment = await taken(given);
    expect(await settleOrStepUp(gateway, payment, channel, answer)).toMatchObject({
      state: 'succeeded',
    });
    expect(ask).toHaveBeenCalledOnce();
  });

  const checked = (checks: object) => ({ ...SOFT, checks }) as ConnectorAnswer;
  it.each([
    ['is another decline', {}, { ...SOFT, resultCode: '800.100.152' }],
    ['comes while it is ended', { end_code: '100.396.201' }, SOFT],
    ['comes after a challenge', { next_step: JSON.stringify(STEP) }, SOFT],
    ['comes after another', { checks: '{"softDeclined":true}' }, SOFT],
    ['is of a network token', { card: JSON.stringify({ ...SHOWN, numberType: 'DPAN' }) }, SOFT],
    ['is one of another gateway, which has asked', {}, checked({ softDeclined: true })],
    ['says that there was a challenge', {}, checked({ threeDSecure: { flow: 'challenge' } })],
  ] as const)('is final where it %s', async (_, given, answer) => {
    const payment = await taken(given);
    expect(await settleOrStepUp(gateway, payment, channel, answer)).toMatchObject({
      ...{ state: 'failed', resultCode: answer.resultCode, reference: payment.reference },
      resultDetails: SOFT.details,
    });
    expect(ask).not.toHaveBeenCalled();
  });

  it('of an operation is final: no shopper is there', async () => {
    const charge = await records.payment({ created_at: 0, reserved: 100 });
    const refund = await taken({ type: 'RF', referenced_id: charge });
    expect(await settleOrStepUp(gateway, refund, channel, SOFT)).toMatchObject({ state: 'failed' });
    expect(ask).not.toHaveBeenCalled();
  });

  const ADVICE = {
    shopperResultUrl:
      'the issuer wants the shopper authenticated: sent again with shopperResultUrl, the payment redirects the shopper to the issuer',
    shopper:
      'the issuer wants the shopper authenticated, who is not present: the shopper has to pay with the card once more',
  };
  it.each([
    ['what leads the shopper there', { result_url: null }, ADVICE.shopperResultUrl],
    ['that the shopper is absent', { parameters: '{"recurringType":"REPEATED"}' }, ADVICE.shopper],
    [
      'the same of one who has nowhere to go',
      { parameters: '{"transactionCategory":"MO"}', result_url: null },
      ADVICE.shopper,
    ],
    [
      'nothing where the merchant had the shopper authenticated',
      { parameters: '{"threeDSecure.eci":"05"}' },
      undefined,
    ],
    ['nothing of a credit', { type: 'CD' }, undefined],
  ] as const)('is final, and tells the merchant %s', async (_, given, advice) => {
    const payment = await taken(given);
    const after = await settleOrStepUp(gateway, payment, channel, SOFT);
    expect(after).toMatchObject({ state: 'failed', resultCode: '300.100.100' });
    expect(after?.resultDetails).toStrictEqual({
      ...SOFT.details,
      ...(advice && { ExtendedDescription: advice }),
    });
    expect(ask).not.toHaveBeenCalled();
  });

  it('is final where the vault has nothing to ask with', async () => {
    const [forgotten, lost] = [await unkept(), await taken()];
    const ofAnother = await unkept({ checks: '{"inMemory":"card"}' });
    for (const table of CVV_KEY_TABLES) await db.deleteFrom(table).execute();
    const cardless = await unkept({ brand: 'PAYPAL', card: '{}' });
    for (const payment of [forgotten, lost, ofAnother, cardless]) {
      expect(await settleOrStepUp(gateway, payment, channel, SOFT)).toMatchObject({
        ...{ state: 'failed', resultDetails: SOFT.details },
      });
    }
    expect(ask).not.toHaveBeenCalled();
  });

  it('is final where its bank took its time: the CVV was forgotten when it began to', async () => {
    const atItsBank = await unkept({ settled_at: Date.now(), next_step: null });
    await inTransaction(db, (trx) =>
      vault.keepCard(trx, { ...recordOf(atItsBank), number: NUMBER, purgeAt: Date.now() + 60_000 }),
    );
    const after = await settleOrStepUp(gateway, atItsBank, channel, SOFT);
    expect([after?.state, ask.mock.calls]).toEqual(['failed', []]);
  });

  it('asks with the card that is in hand, and writes it down where the shopper is asked, or no answer comes', async () => {
    const inHand = { number: NUMBER, cvv: '123' };
    const marked = () => unkept({ checks: '{"inMemory":"card"}' });
    const [asked, unanswered] = [await marked(), await marked()];
    ask.mockResolvedValueOnce({ resultCode: '000.200.000', details: {}, nextStep: STEP });
    await settleOrStepUp(gateway, asked, channel, SOFT, inHand);
    expect(ask.mock.lastCall?.[0]).toMatchObject({ card: inHand });
    ask.mockRejectedValue(new Error('no connection'));
    await settleOrStepUp(gateway, unanswered, channel, SOFT, inHand);
    for (const payment of [asked, unanswered]) {
      expect(await vault.readCard(db, recordOf(payment))).toEqual(inHand);
      expect((await paymentRow(payment.id)).checks).toBe('{"softDeclined":true}');
    }
  });

  it('asks with a stored card as that, and with a new one under its new id', async () => {
    const stored = await records.registration({ card: JSON.stringify(SHOWN) });
    await settleOrStepUp(gateway, await taken({ registration_id: stored }), channel, SOFT);
    expect(ask.mock.lastCall?.[0]).toMatchObject({ registrationId: stored, isStored: true });
    await settleOrStepUp(gateway, await taken({ registration_id: 'new' }), channel, SOFT);
    expect(ask.mock.lastCall?.[0]).toMatchObject({ registrationId: 'new', isStored: false });
    await settleOrStepUp(gateway, await taken(), channel, SOFT);
    expect(ask.mock.lastCall?.[0]).not.toHaveProperty('registrationId');
  });

  it.each([
    ['has taken it', { lease_token: 'of another' }],
    ['has asked once more', { reference: 'of another' }],
    ['has settled it', { state: 'failed' }],
  ] as const)('asks nothing where another instance %s', async (_, changes) => {
    const [payment, other] = [await taken(), await taken()];
    await change(payment.id, changes);
    const before = await paymentRow(payment.id);
    expect(await settleOrStepUp(gateway, payment, channel, SOFT)).toBeUndefined();
    expect(await paymentRow(payment.id)).toEqual(before);
    expect(paymentFromRow(await paymentRow(other.id))).toEqual(other);
    expect(ask).not.toHaveBeenCalled();
  });

  it('changes no payment but its own', async () => {
    const [payment, other] = [await taken(), await taken()];
    await settleOrStepUp(gateway, payment, channel, SOFT);
    expect(paymentFromRow(await paymentRow(other.id))).toEqual(other);
  });

  it('leaves the payment to the sweepers where the second answer does not come', async () => {
    ask.mockRejectedValue(new Error('no connection'));
    const payment = await taken();
    expect(await settleOrStepUp(gateway, payment, channel, SOFT)).toBeUndefined();
    expect(await paymentRow(payment.id)).toMatchObject({
      ...{ state: 'in_doubt', lease_token: null, checks: '{"softDeclined":true}' },
    });
  });
});
