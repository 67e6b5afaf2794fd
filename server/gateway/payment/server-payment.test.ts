/** Payments that a merchant's server makes: what is asked of the processor, what is refused, and that each is made once. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connector, ConnectorAnswer } from '../../connectors/connector.ts';
import { inTransaction } from '../../store/dialect.ts';
import { type Registration, registrationFromRow } from '../../store/records/registration.ts';
import type { PaymentRow, RegistrationRow } from '../../store/tables.ts';
import { refusedBy } from '../../tests/support/a-channel.ts';
import { CARD, DEBIT, DETAILS, IBAN, NUMBER, SHOWN } from '../../tests/support/payment-fields.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { simulatedGateway, withSimulator } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { sandboxToken } from '../../tests/support/wallet-vendor.ts';
import { changeSettings, createEntity, existingChannel } from '../entities/index.ts';
import { newId } from '../ids.ts';
import type { PaymentOrder } from '../order/index.ts';
import { SWEEPER_TIME_MS } from './attempt.ts';
import {
  authenticate,
  checkChain,
  createPayment,
  makePayment,
  payWithRegistration,
} from './server-payment.ts';

const { db, vault, drop, merchantId, channelId } = await openSubscribedChannel();
afterAll(drop);
const channel = await existingChannel(db, channelId);
const records = await recordsOf(db, channelId);

const ask = vi.fn<Connector['authorise']>();
/** Its lease is over at once: what is left in doubt is not waited for. */
const gateway = withSimulator(simulatedGateway(db, vault), {
  ...{ leaseMs: 50 - SWEEPER_TIME_MS, authorise: ask },
});
const APPROVED: ConnectorAnswer = { resultCode: '000.100.110', details: {} };
beforeEach(() => {
  ask.mockReset();
  ask.mockResolvedValue(APPROVED);
});

const MONEY = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
const RESULT_URL = { shopperResultUrl: 'https://shop.example/result' };
const ID = /^[0-9a-f]{32}$/;

type Sent = Readonly<Record<string, string>>;
const paymentRow = (id: string) =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
const create = (sent: Sent, of = channel, id = newId()) =>
  createPayment(gateway, of, Object.entries(sent), id);
const asked = () => ask.mock.lastCall?.[0];
const channelWith = async (settings: Parameters<typeof changeSettings>[2]) => {
  const { id } = await createEntity(db, {
    ...{ kind: 'channel', name: 'Shop', parentId: merchantId },
  });
  await changeSettings(db, id, settings);
  return existingChannel(db, id);
};
const live = await channelWith({ mode: 'live', origins: ['https://shop.example'] });
const otherChannel = await channelWith({});
const about = (name: string) => ({ errors: [expect.objectContaining({ name })] });

describe('a payment with a card', () => {
  it('is asked of the processor, and answered with what was ignored', async () => {
    const id = newId();
    const { payment, ignored } = await create(
      { ...MONEY, ...CARD, 'card.cvv': '123', somethingElse: '1' },
      ...[channel, id],
    );
    expect(payment).toMatchObject({
      ...{ id, state: 'succeeded', type: 'DB', brand: 'VISA', amount: 92_00, checkoutId: null },
      ...{ registrationId: null, resultUrl: null },
    });
    expect(payment.ndc).toContain(channelId);
    expect(ignored).toEqual(['somethingElse']);
    expect(asked()).toMatchObject({ card: { ...DETAILS, cvv: '123' }, isStored: false });
  });

  it('is stored where that is asked for, and where the shopper goes is kept', async () => {
    const stored = await create({
      ...{ ...MONEY, ...CARD, ...RESULT_URL, 'card.cvv': '123', createRegistration: 'true' },
    });
    expect(stored.payment).toMatchObject({
      ...{ registrationId: expect.stringMatching(ID), resultUrl: RESULT_URL.shopperResultUrl },
    });
    const not = await create({ ...MONEY, ...CARD, createRegistration: 'false' });
    expect(not.payment.registrationId).toBeNull();
  });

  it('needs its card', async () => {
    const { errors } = await refusedBy(() => create({ ...MONEY, paymentBrand: 'VISA' }));
    expect(errors.map(({ name }) => name)).toEqual(Object.keys(CARD));
  });

  it('uses an authentication, once', async () => {
    const of = { ...MONEY, ...CARD };
    const id = await records.payment({
      ...{ created_at: Date.now(), type: '3D', amount: 92_00 },
      card_fingerprint: vault.fingerprint(NUMBER),
      checks: JSON.stringify({ threeDSecure: { eci: '05', version: '2.2.0' } }),
    });
    const sent = { ...of, 'threeDSecure.id': id };
    const first = newId();
    expect((await create(sent, channel, first)).payment.authenticationId).toBe(id);
    expect(asked()?.parameters['threeDSecure.eci']).toBe('05');
    expect(await refusedBy(() => create(sent))).toMatchObject(about('threeDSecure.id'));
    expect((await create(sent, channel, first)).payment).toMatchObject({
      ...{ id: first, state: 'succeeded' },
    });
    expect(ask).toHaveBeenCalledOnce();
  });
});

describe('a payment with a brand that is no card', () => {
  it('needs somewhere to send the shopper', async () => {
    const sent = { ...MONEY, paymentBrand: 'PAYPAL' };
    expect(await refusedBy(() => create(sent))).toMatchObject({
      errors: [{ name: 'shopperResultUrl', value: null, message: 'is required' }],
    });
    const { payment } = await create({ ...sent, ...RESULT_URL });
    expect(payment).toMatchObject({ brand: 'PAYPAL', resultUrl: RESULT_URL.shopperResultUrl });
    expect(asked()).not.toHaveProperty('card');
  });

  it('that is debited needs that not', async () => {
    const { payment } = await create({ ...MONEY, ...DEBIT });
    expect(payment).toMatchObject({ brand: 'DIRECTDEBIT_SEPA', resultUrl: null });
    expect(asked()).toMatchObject({ iban: IBAN });
  });
});

describe('a payment with a token of a wallet', () => {
  it('pays with the card in it, once, and is answered again under its id', async () => {
    const token = await sandboxToken(vault, channelId);
    const sent = { ...MONEY, paymentBrand: 'GOOGLEPAY', 'googlePay.paymentToken': token };
    const id = newId();
    const { payment } = await create(sent, channel, id);
    expect(payment).toMatchObject({ id, brand: 'GOOGLEPAY', state: 'succeeded' });
    expect(asked()).toMatchObject({
      ...{ paymentBrand: 'VISA', card: { number: NUMBER, wallet: { cardBrand: 'VISA' } } },
    });
    // By then a token may be too old to be opened.
    const again = { ...sent, 'googlePay.paymentToken': 'not to be opened' };
    expect(await create(again, channel, id)).toMatchObject({ payment: { id }, ignored: [] });
    expect(await refusedBy(() => create(sent))).toMatchObject(about('googlePay.paymentToken'));
    expect(ask).toHaveBeenCalledOnce();
  });
});

describe('a live channel without a connector', () => {
  it('makes no payment and authenticates no shopper: nothing else is wrong before that', async () => {
    const id = await records.registration({});
    for (const call of [
      () => create({}, live),
      () => authenticate(gateway, live, [], newId()),
      () => payWithRegistration(gateway, live, { id } as Registration, [], newId()),
    ]) {
      expect(await refusedBy(call)).toMatchObject({ code: '500.100.201' });
    }
    expect(ask).not.toHaveBeenCalled();
  });
});

describe('an authentication', () => {
  const authenticated = (sent: Sent) =>
    authenticate(gateway, channel, Object.entries(sent), newId());

  it('moves no money, and stores nothing', async () => {
    const { paymentType: _, ...money } = MONEY;
    const { payment, ignored } = await authenticated({
      ...{ ...money, ...CARD, ...RESULT_URL, somethingElse: '1' },
    });
    expect(payment).toMatchObject({
      ...{ type: '3D', brand: 'VISA', checkoutId: null, registrationId: null },
      resultUrl: RESULT_URL.shopperResultUrl,
    });
    expect(payment.ndc).toContain(channelId);
    expect(ignored).toEqual(['somethingElse']);
    expect(asked()).toMatchObject({ paymentType: '3D', card: DETAILS, isStored: false });
  });

  it('needs its card', async () => {
    const { paymentType: _, ...money } = MONEY;
    const { errors } = await refusedBy(() => authenticated({ ...money, ...RESULT_URL }));
    expect(errors.map(({ name }) => name)).toEqual(Object.keys(CARD));
  });
});

describe('a payment with what is stored', () => {
  const stored = async (given: Partial<RegistrationRow> = {}, number: string | null = NUMBER) => {
    const id = await records.registration({ card: JSON.stringify(SHOWN), ...given });
    if (number !== null) {
      await inTransaction(db, (trx) =>
        vault.keepCard(trx, { recordId: id, entityId: channelId, number, purgeAt: null }),
      );
    }
    return registrationFromRow(
      await db
        .selectFrom('registrations')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    );
  };
  const pay = (registration: Registration, sent: Sent, id = newId()) =>
    payWithRegistration(gateway, channel, registration, Object.entries(sent), id);

  it('pays with the stored card, with a CVV where the shopper gave one', async () => {
    const registration = await stored();
    const { payment, ignored } = await pay(registration, { ...MONEY, somethingElse: '1' });
    expect(payment).toMatchObject({
      ...{ state: 'succeeded', brand: 'VISA', registrationId: registration.id },
      ...{ checkoutId: null, resultUrl: null },
    });
    expect(payment.ndc).toContain(channelId);
    expect(ignored).toEqual(['somethingElse']);
    expect(asked()?.card).toStrictEqual(DETAILS);
    expect(asked()).toMatchObject({ isStored: true, registrationId: registration.id });
    await pay(registration, { ...MONEY, ...RESULT_URL, 'card.cvv': '123' });
    expect(asked()?.card).toStrictEqual({ ...DETAILS, cvv: '123' });
  });

  it('says where the shopper goes', async () => {
    const { payment } = await pay(await stored(), { ...MONEY, ...RESULT_URL });
    expect(payment.resultUrl).toBe(RESULT_URL.shopperResultUrl);
  });

  it('is of the stored brand, and of no other', async () => {
    const registration = await stored();
    expect((await pay(registration, { ...MONEY, paymentBrand: 'VISA' })).payment.brand).toBe(
      'VISA',
    );
    expect(
      await refusedBy(() => pay(registration, { ...MONEY, paymentBrand: 'MASTER' })),
    ).toMatchObject({
      errors: [
        {
          ...{ name: 'paymentBrand', value: 'MASTER' },
          message: 'must be that of the registration, VISA',
        },
      ],
    });
  });

  it('debits the stored account, with what its mandate says', async () => {
    const registration = await stored(
      {
        ...{ brand: 'DIRECTDEBIT_SEPA', card: '{}' },
        parameters: JSON.stringify({ 'bankAccount.holder': 'Jane Jones' }),
      },
      IBAN,
    );
    const { payment } = await pay(registration, MONEY);
    expect(payment).toMatchObject({ brand: 'DIRECTDEBIT_SEPA', registrationId: registration.id });
    expect(payment.parameters['bankAccount.holder']).toBe('Jane Jones');
    expect(asked()).toMatchObject({ iban: IBAN });
    expect(asked()).not.toHaveProperty('card');
  });

  it('pays by an agreement without an account, whose brand judges the request', async () => {
    const agreement = await stored(
      {
        ...{ brand: 'PAYPAL', card: '{}' },
        parameters: JSON.stringify({ 'bankAccount.holder': 'Jane Jones' }),
      },
      null,
    );
    const repeated = { ...MONEY, recurringType: 'REPEATED' };
    const { payment } = await pay(agreement, repeated);
    expect(payment).toMatchObject({ brand: 'PAYPAL', registrationId: agreement.id });
    expect(payment.parameters).not.toHaveProperty(['bankAccount.holder']);
    expect(asked()).not.toHaveProperty('iban');
    const parts = { ...MONEY, 'recurring.numberOfInstallments': '3' };
    expect(await refusedBy(() => pay(agreement, parts))).toMatchObject({
      errors: [
        {
          name: 'recurring.numberOfInstallments',
          message: 'must not be sent with PAYPAL: it is for cards only',
        },
      ],
    });
  });

  it('uses an authentication of the card', async () => {
    const registration = await stored();
    const sent = { ...MONEY, 'threeDSecure.id': 'a'.repeat(32) };
    expect(await refusedBy(() => pay(registration, sent))).toMatchObject(about('threeDSecure.id'));
  });

  it('of a chain names one that is there', async () => {
    const registration = await stored();
    const sent = { ...MONEY, recurringType: 'REPEATED', 'customParameters[NTR]': 'none' };
    expect(await refusedBy(() => pay(registration, sent))).toMatchObject(
      about('customParameters[NTR]'),
    );
  });
});

describe('a payment that is made', () => {
  const orderOf = (given: Partial<PaymentOrder> = {}): PaymentOrder => ({
    ...{ channel, checkoutId: null, ndc: 'request 1', paymentType: 'DB', brand: 'VISA' },
    ...{ amount: 92_00, currency: 'EUR', mode: 'INTERNAL', parameters: {}, card: DETAILS },
    createRegistration: false,
    ...given,
  });

  it('under an id that was made before is that payment, and its processor is not asked', async () => {
    const id = newId();
    await makePayment(gateway, orderOf(), id);
    const again = await makePayment(gateway, orderOf({ amount: 1 }), id);
    expect(again).toMatchObject({ id, amount: 92_00, state: 'succeeded' });
    expect(ask).toHaveBeenCalledOnce();
  });

  it('is not made where it cannot be written, and that is said', async () => {
    const broken = {
      ...gateway,
      vault: {
        ...vault,
        keepCard: async () => {
          throw new Error('no such table');
        },
      },
    };
    const id = newId();
    await expect(makePayment(broken, orderOf(), id)).rejects.toThrow('no such table');
    expect(await paymentRow(id)).toBeUndefined();
    expect(ask).not.toHaveBeenCalled();
  });

  it('with an authentication that another payment has used is not made', async () => {
    const authenticationId = await records.payment({ created_at: 0, type: '3D' });
    await makePayment(gateway, orderOf({ authenticationId }), newId());
    const id = newId();
    expect(
      await refusedBy(() => makePayment(gateway, orderOf({ authenticationId }), id)),
    ).toMatchObject(about('threeDSecure.id'));
    expect(await paymentRow(id)).toBeUndefined();
  });

  describe('where attempts are counted', () => {
    const watched = (limits: object, cardTesting: object = {}) =>
      channelWith({ cardTesting: { serverPayments: true, limits, ...cardTesting } } as never);
    /** The second attempt with a card is refused, or challenged. */
    const refusing = () => watched({ 'card/hour': { refuse: 1 } });
    const challenging = () => watched({ 'card/hour': { attempts: 1 } });
    const windows = ({ id }: typeof channel, rule = 'card/hour') =>
      db
        .selectFrom('risk_windows')
        .select(['attempts', 'successes', 'declines'])
        .where('channel_id', '=', id)
        .where('rule', '=', rule)
        .execute();
    const DECLINED: ConnectorAnswer = { resultCode: '800.100.152', details: {} };
    const make = (of: typeof channel, given: Partial<PaymentOrder> = {}) =>
      makePayment(gateway, orderOf({ channel: of, ...given }), newId());

    it('counts as what it was', async () => {
      const of = await refusing();
      await make(of);
      expect(await windows(of)).toEqual([{ attempts: 1, successes: 1, declines: 0 }]);
    });

    it('is refused without asking the processor, and is a payment all the same', async () => {
      const of = await refusing();
      ask.mockResolvedValue(DECLINED);
      await make(of);
      const refused = await make(of);
      expect(refused).toMatchObject({
        ...{ state: 'failed', resultCode: '800.120.101', resultDetails: {} },
      });
      expect(await paymentRow(refused.id)).toMatchObject({ state: 'failed' });
      expect(ask).toHaveBeenCalledOnce();
    });

    it('asks for a challenge of a shopper who has somewhere to go', async () => {
      const of = await challenging();
      const resultUrl = RESULT_URL.shopperResultUrl;
      const parameters = { 'customer.email': 'jane@example.com' };
      await make(of, { resultUrl, parameters });
      expect(asked()?.parameters).toEqual(parameters);
      const challenged = await make(of, { resultUrl, parameters });
      const expected = { ...parameters, 'threeDSecure.challengeIndicator': '04' };
      expect(asked()?.parameters).toEqual(expected);
      expect(challenged.parameters).toMatchObject(expected);
    });

    it('asks for none of a shopper who has nowhere to go', async () => {
      const of = await challenging();
      await make(of);
      await make(of);
      expect(asked()?.parameters).toEqual({});
    });

    it.each([
      ['of a bank account', { brand: 'DIRECTDEBIT_SEPA', iban: IBAN, card: undefined }, 1],
      ['without a card', { brand: 'PAYPAL', card: undefined }, 0],
      ['of a chain', { parameters: { recurringType: 'REPEATED' } }, 0],
      ['by the merchant', { parameters: { 'standingInstruction.source': 'MIT' } }, 0],
      ['by the shopper', { parameters: { 'standingInstruction.source': 'CIT' } }, 1],
    ] as const)('%s counts %j: %i', async (_, given, count) => {
      const of = await refusing();
      await make(of, given as Partial<PaymentOrder>);
      expect(await windows(of)).toHaveLength(count);
    });

    it('counts nowhere where the channel does not want that, or only tries itself out', async () => {
      const limits = { 'card/hour': { refuse: 1 } };
      const [unwatched, trying] = [
        await watched(limits, { serverPayments: false }),
        await channelWith({
          ...{ mode: 'live', origins: ['https://shop.example'], connectivityTests: true },
          cardTesting: { serverPayments: true, limits },
        } as never),
      ];
      await make(unwatched);
      await make(trying);
      expect([...(await windows(unwatched)), ...(await windows(trying))]).toEqual([]);
    });

    it('counts by its shopper’s address and e-mail, which the server says', async () => {
      const of = await watched({});
      await make(of, {
        parameters: { 'customer.email': 'jane@example.com', 'customer.ip': '203.0.113.7' },
      });
      const rules = await db
        .selectFrom('risk_windows')
        .select('rule')
        .where('channel_id', '=', of.id)
        .execute();
      expect(rules.map(({ rule }) => rule.split('/')[0])).toEqual(
        expect.arrayContaining(['card', 'email', 'address']),
      );
    });

    it('counts not where it is not made', async () => {
      const of = await refusing();
      const id = newId();
      await makePayment(gateway, orderOf({ channel: of }), id);
      await makePayment(gateway, orderOf({ channel: of }), id);
      expect(await windows(of)).toEqual([{ attempts: 1, successes: 1, declines: 0 }]);
    });

    it('of a wallet is counted by its card’s brand, as is a challenge that was ignored', async () => {
      const of = await challenging();
      const wallet = { brand: 'GOOGLEPAY', cardBrand: 'MASTER' } as const;
      const given = {
        ...{ resultUrl: RESULT_URL.shopperResultUrl, brand: 'GOOGLEPAY' },
        card: { ...DETAILS, wallet },
      };
      await make(of, given);
      await make(of, given);
      expect(await windows(of, 'unchallenged/day')).toMatchObject([{ attempts: 1 }]);
    });
  });
});

describe('a payment of a chain', () => {
  const FIRST = { acquirer_tx_id: 'chain', card_fingerprint: vault.fingerprint(NUMBER) };
  const check = async (
    first: Partial<PaymentRow>,
    given: Partial<PaymentOrder> = {},
    parameters: Sent = { recurringType: 'REPEATED', 'customParameters[NTR]': 'chain' },
  ) => {
    await db.deleteFrom('payments').execute();
    await records.payment({ created_at: 0, ...FIRST, ...first });
    return checkChain(gateway, {
      ...{ channel, mode: 'INTERNAL', card: DETAILS, parameters },
      ...given,
    } as PaymentOrder);
  };
  it.each([
    ['the same card', {}, {}],
    ['the same card, by another test', { mode: 'EXTERNAL' }, {}],
    ['money, where this is money', { mode: 'LIVE' }, { mode: 'LIVE' }],
    [
      'the same account',
      { card_fingerprint: vault.fingerprint(IBAN) },
      { card: undefined, iban: IBAN },
    ],
    [
      'what is stored, in any channel',
      { registration_id: 'r', entity_id: otherChannel.id, card_fingerprint: null },
      { registrationId: 'r' },
    ],
  ] as const)('goes on from one with %s', async (_, first, given) => {
    await expect(check(first, given as Partial<PaymentOrder>)).resolves.toBeUndefined();
  });

  it.each([
    ['another id', { acquirer_tx_id: 'another' }, {}],
    ['another card', { card_fingerprint: vault.fingerprint('4111111111111111') }, {}],
    ['another channel', { entity_id: otherChannel.id }, {}],
    ['money, where this is a test', { mode: 'LIVE' }, {}],
    ['a test, where this is money', {}, { mode: 'LIVE' }],
    ['another stored card', { registration_id: 'another' }, { registrationId: 'r' }],
    ['no card at all', {}, { card: undefined }],
  ] as const)('does not go on from one with %s', async (_, first, given) => {
    expect(await refusedBy(() => check(first, given as Partial<PaymentOrder>))).toMatchObject({
      errors: [
        {
          ...{ name: 'customParameters[NTR]', value: 'chain' },
          message: 'must be the acquirerTxId9 of an INITIAL payment of the card',
        },
      ],
    });
  });

  it('need not name it, and what begins a chain goes on from none', async () => {
    const none = { acquirer_tx_id: 'another' };
    await check(none, {}, { recurringType: 'REPEATED' });
    await check(none, {}, { recurringType: 'INITIAL', 'customParameters[NTR]': 'chain' });
  });

  it('is checked of a payment with a card', async () => {
    const sent = { ...MONEY, ...CARD, recurringType: 'REPEATED', 'customParameters[NTR]': 'none' };
    expect(await refusedBy(() => create(sent))).toMatchObject(about('customParameters[NTR]'));
  });
});
