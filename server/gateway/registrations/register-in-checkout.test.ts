/** Cards and accounts that a shopper stores in a checkout: once for each post, as the merchant asked for, or not at all. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ParameterSet } from '../../../contract/parameters.ts';
import { SEALED_REFUSED, type SealedClaims } from '../../../contract/sealed-value.ts';
import type { Connector } from '../../connectors/connector.ts';
import type { CheckoutRow } from '../../store/tables.ts';
import { RELAY, refusedBy } from '../../tests/support/a-channel.ts';
import { withinOneHour } from '../../tests/support/one-window.ts';
import { CARD_FIELDS, DEBIT, IBAN, NUMBER } from '../../tests/support/payment-fields.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { SHOP_ORIGIN, sealedCard, sealerBelowHttp } from '../../tests/support/seal.ts';
import { simulatedGateway, withSimulator } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { sandboxToken } from '../../tests/support/wallet-vendor.ts';
import { changeSettings, createEntity } from '../entities/index.ts';
import * as eventsRoom from '../events/index.ts';
import { publishRegistrationEvent } from '../events/index.ts';
import { newId } from '../ids.ts';
import { type Checkout, existingCheckout } from '../records/index.ts';
import * as riskRoom from '../risk/index.ts';
import { registerInCheckout } from './register-card.ts';

const { db, vault, drop, merchantId, channelId } = await openSubscribedChannel();
afterAll(drop);
const records = await recordsOf(db, channelId);

const register = vi.fn<NonNullable<Connector['register']>>();
const authorise = vi.fn<Connector['authorise']>();
const cancel = vi.fn<Connector['cancel']>();
const gateway = withSimulator(simulatedGateway(db, vault), { register, authorise, cancel });
const seal = await sealerBelowHttp(gateway);
beforeEach(() => {
  vi.spyOn(eventsRoom, 'publishRegistrationEvent');
  for (const mock of [register, authorise, cancel]) mock.mockReset();
  register.mockResolvedValue({ isStored: true });
  authorise.mockResolvedValue({ resultCode: '000.200.000', details: {} });
  cancel.mockImplementation(async (_reference, resultCode = '900.100.500') => ({
    ...{ resultCode, details: {} },
  }));
});
afterEach(() => vi.restoreAllMocks());

const RESULT_URL = 'https://shop.example/result';
const STORES = { createRegistration: 'true' };
const IP = '203.0.113.7';
const DECLINED = { isStored: false, resultCode: '800.100.152', why: 'stolen' } as const;

type Sent = Readonly<Record<string, string>>;
const open = (parameters: ParameterSet = STORES, given: Partial<CheckoutRow> = {}) =>
  records.openCheckout(parameters, given);
const channelWith = async (
  settings: Parameters<typeof changeSettings>[2],
  parentId = merchantId,
) => {
  const { id } = await createEntity(db, { kind: 'channel', name: 'Shop', parentId });
  await changeSettings(db, id, settings);
  return id;
};
/** The post of a form whose card is text, as on a test channel. */
const TEXT: Sent = { ...CARD_FIELDS, shopperResultUrl: RESULT_URL };
const { 'card.number': _, 'card.cvv': __, ...REST } = TEXT;
const sealed = async ({ id }: Checkout, ofNumber?: Partial<SealedClaims>): Promise<Sent> => ({
  ...REST,
  ...(await sealedCard(seal, id, ofNumber)),
});
const store = (checkout: Checkout, sent: Sent = TEXT, origin?: string) =>
  registerInCheckout(gateway, checkout, Object.entries(sent), IP, origin);
const now = ({ id }: Checkout) => existingCheckout(db, id);
const stored = ({ id }: Checkout) =>
  db.selectFrom('registrations').selectAll().where('checkout_id', '=', id).execute();
const stages = () => vi.mocked(publishRegistrationEvent).mock.calls.map((call) => call[4]);
const about = (name: string, message = expect.any(String)) => ({
  errors: [expect.objectContaining({ name, message })],
});

describe('a card of a checkout that only stores', () => {
  it('is stored at the processor, and here, and the shopper goes back to the shop', async () => {
    const notificationUrl = 'https://shop.example/told';
    const checkout = await open({ ...STORES, notificationUrl, 'customer.email': 'a@b.example' });
    const answer = await store(checkout, { ...TEXT, somethingElse: '1' });
    const { registration, ignored, redirect, ...rest } = answer;
    expect(rest).toEqual({});
    expect(ignored).toEqual(['somethingElse']);
    expect(registration).toMatchObject({
      ...{ id: expect.stringMatching(/^[0-9a-f]{32}$/), entityId: channelId, brand: 'VISA' },
      ...{ checkoutId: checkout.id, ndc: checkout.id, notificationUrl, fieldEvidence: undefined },
      parameters: { 'customer.email': 'a@b.example', 'customer.ip': IP },
    });
    expect(redirect.url).toBe(
      `${RESULT_URL}?id=${checkout.id}&resourcePath=%2Fv1%2Fcheckouts%2F${checkout.id}%2Fregistration`,
    );
    expect(register).toHaveBeenCalledExactlyOnceWith({
      ...{ registrationId: registration.id, channelId, paymentBrand: 'VISA' },
      card: expect.objectContaining({ number: NUMBER, cvv: '123' }),
      parameters: registration.parameters,
    });
    expect(stages()).toEqual(['received', 'usable']);
    expect(await now(checkout)).toMatchObject({ paidId: registration.id, resultUrl: RESULT_URL });
  });

  it('is answered again to the same post, and another one is told that it is over', async () => {
    const checkout = await open();
    const first = await store(checkout, { ...TEXT, somethingElse: '1' });
    const again = await store(await now(checkout), { ...TEXT, somethingElse: '1' });
    expect(again).toEqual({ ...first, ignored: [] });
    expect(register).toHaveBeenCalledOnce();
    expect(await refusedBy(async () => store(await now(checkout)))).toMatchObject({
      description: expect.stringMatching(/this checkout is already paid$/),
    });
    expect(await stored(checkout)).toHaveLength(1);
  });

  it('has an id of its own in each checkout', async () => {
    const [one, other] = [await store(await open()), await store(await open())];
    expect(one.registration.id).not.toBe(other.registration.id);
  });

  it('is of the division that the merchant named, and of no other entity', async () => {
    const division = await createEntity(db, {
      ...{ kind: 'division', name: 'Division', parentId: merchantId },
    });
    const entity_id = await channelWith({}, division.id);
    const ownerWith = async (entityId: string) =>
      (await store(await open({ ...STORES, entityId }, { entity_id }))).registration.entityId;
    expect(await ownerWith(division.id)).toBe(division.id);
    expect(await ownerWith(entity_id)).toBe(entity_id);
  });

  it('is of a wallet never: that is stored with a payment', async () => {
    const token = await sandboxToken(vault, channelId);
    const sent = {
      ...{ paymentBrand: 'GOOGLEPAY', shopperResultUrl: RESULT_URL },
      'googlePay.paymentToken': token,
    };
    const checkout = await open();
    expect(await refusedBy(() => store(checkout, sent))).toMatchObject(about('paymentBrand'));
    expect(register).not.toHaveBeenCalled();
  });
});

describe('a shopper is refused', () => {
  it('from a page that may not show the form', async () => {
    const entity_id = await channelWith({ origins: [SHOP_ORIGIN] });
    const checkout = await open(STORES, { entity_id });
    const attempt = (origin?: string) => store(checkout, TEXT, origin);
    expect(await refusedBy(() => attempt('https://evil.example'))).toMatchObject({ status: 403 });
    expect(await stored(checkout)).toEqual([]);
    await attempt(SHOP_ORIGIN);
    expect(await stored(checkout)).toHaveLength(1);
  });

  it('after the checkout’s time', async () => {
    const checkout = await open(STORES, { expires_at: Date.now() });
    expect(await refusedBy(() => store(checkout))).toMatchObject({ status: 404 });
  });

  it('where the checkout is to be paid', async () => {
    const money = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
    for (const parameters of [money, { ...money, ...STORES }]) {
      const checkout = await open(parameters);
      for (const sent of [TEXT, { ...TEXT, paymentBrand: 'PAYPAL' }]) {
        expect(await refusedBy(() => store(checkout, sent))).toMatchObject({
          errors: [
            { name: 'createRegistration', value: null, message: 'this checkout is to be paid' },
          ],
        });
      }
      expect(await now(checkout)).toEqual(checkout);
    }
  });

  it('on a live channel that has no processor', async () => {
    const entity_id = await channelWith({ mode: 'live', origins: [SHOP_ORIGIN] });
    const checkout = await open(STORES, { entity_id });
    // The second has more that is wrong: a live channel takes no text.
    for (const sent of [await sealed(checkout), TEXT]) {
      expect(await refusedBy(() => store(checkout, sent, SHOP_ORIGIN))).toMatchObject({
        code: '500.100.201',
      });
    }
  });

  it('where a test of a live channel would store a card at no processor', async () => {
    const entity_id = await channelWith({
      ...{ mode: 'live', origins: [SHOP_ORIGIN], connectivityTests: true, connector: RELAY },
    });
    const checkout = await open({ ...STORES, testMode: 'INTERNAL' }, { entity_id });
    const sent = await sealed(checkout);
    expect(await refusedBy(() => store(checkout, sent, SHOP_ORIGIN))).toMatchObject(
      about('testMode'),
    );
    expect(register).not.toHaveBeenCalled();
  });

  it('with a card that is stored already', async () => {
    const id = newId();
    const { registration } = await store(await open({ ...STORES, merchantTransactionId: id }));
    const checkout = await open({ ...STORES, 'registrations[0].id': registration.id });
    const sent = { registrationId: registration.id, shopperResultUrl: RESULT_URL };
    expect(await refusedBy(() => store(checkout, sent))).toMatchObject({
      errors: [{ name: 'registrationId', value: null, message: 'is stored already' }],
    });
  });

  it('with a way to pay that cannot be stored', async () => {
    const checkout = await open();
    const sent = { paymentBrand: 'IDEAL', shopperResultUrl: RESULT_URL };
    expect(await refusedBy(() => store(checkout, sent))).toMatchObject({
      errors: [{ name: 'paymentBrand', value: 'IDEAL', message: 'IDEAL cannot be stored' }],
    });
    expect(stages()).toEqual([]);
  });
});

describe('an account of a shopper', () => {
  it('is stored here, as it was typed or sealed', async () => {
    const { 'bankAccount.iban': ___, ...holder } = DEBIT;
    for (const isSealed of [false, true]) {
      const checkout = await open();
      const { registration } = await store(checkout, {
        ...{ ...holder, shopperResultUrl: RESULT_URL },
        ...(isSealed
          ? { 'sealed[bankAccount.iban]': await seal(checkout.id, 'bankAccount.iban') }
          : { 'bankAccount.iban': IBAN }),
      });
      expect(registration).toMatchObject({ brand: 'DIRECTDEBIT_SEPA', card: undefined });
      expect(await vault.readCard(db, { recordId: registration.id, entityId: channelId })).toEqual({
        number: IBAN,
      });
    }
    expect(register).not.toHaveBeenCalled();
  });
});

describe('an agreement in a checkout', () => {
  const sent = { paymentBrand: 'PAYPAL', shopperResultUrl: RESULT_URL };

  it('is asked of its shopper at the brand’s page', async () => {
    const checkout = await open();
    const answer = await store(checkout, { ...sent, somethingElse: '1' });
    expect(answer.agreement).toMatchObject({
      ...{ type: 'RG', brand: 'PAYPAL', state: 'pending', checkoutId: checkout.id },
      registrarId: channelId,
    });
    expect(answer).toMatchObject({
      registration: { id: answer.agreement?.registrationId, entityId: channelId },
      redirect: { url: expect.any(String) },
      ignored: ['somethingElse'],
    });
    expect(answer).not.toHaveProperty('payment');
    expect(await now(checkout)).toMatchObject({ payingId: answer.agreement?.id, paidId: null });
    expect(await stored(checkout)).toEqual([]);
  });

  it('of a brand that the merchant chose belongs to the division that it named', async () => {
    const division = await createEntity(db, {
      ...{ kind: 'division', name: 'Division', parentId: merchantId },
    });
    const entity_id = await channelWith({}, division.id);
    const parameters = { ...STORES, entityId: division.id, paymentBrand: 'PAYPAL' };
    const checkout = await open(parameters, { entity_id });
    const { agreement } = await store(checkout, { shopperResultUrl: RESULT_URL });
    expect(agreement?.registrarId).toBe(division.id);
  });

  it('is asked for from a page that may show the form', async () => {
    const entity_id = await channelWith({ origins: [SHOP_ORIGIN] });
    const checkout = await open(STORES, { entity_id });
    await store(checkout, sent, SHOP_ORIGIN);
    expect(authorise).toHaveBeenCalledOnce();
  });

  it('is none where a card is sent, or a stored one is chosen', async () => {
    const { registration } = await store(await open());
    const checkout = await open({ ...STORES, 'registrations[0].id': registration.id });
    const chosen = { ...sent, registrationId: registration.id };
    expect(await refusedBy(() => store(checkout, chosen))).toMatchObject(about('registrationId'));
    expect(authorise).not.toHaveBeenCalled();
  });
});

describe('a sealed card', () => {
  it('is stored once, for its own post alone', async () => {
    const checkout = await open();
    const sent = await sealed(checkout);
    register.mockResolvedValueOnce(DECLINED);
    const first = await refusedBy(() => store(checkout, sent));
    expect(first).toMatchObject({ status: 400, code: DECLINED.resultCode });
    expect(await refusedBy(() => store(checkout, { ...sent, other: '1' }))).toMatchObject({
      code: SEALED_REFUSED.notAcceptable,
    });
    expect(await refusedBy(() => store(checkout, sent))).toEqual(first);
    expect(register).toHaveBeenCalledOnce();
    expect(stages()).toEqual(['received', 'refused']);
    await store(checkout, await sealed(checkout));
    expect(await stored(checkout)).toHaveLength(1);
  });

  it('hears why it was refused when its seal is too old to be opened', async () => {
    const checkout = await open();
    const sent = await sealed(checkout);
    register.mockResolvedValueOnce(DECLINED);
    const first = await refusedBy(() => store(checkout, sent));
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 6 * 60_000);
    expect(await refusedBy(() => store(checkout, sent))).toEqual(first);
  });

  it('is refused where its number stands in what the merchant sent', async () => {
    const checkout = await open({ ...STORES, merchantTransactionId: `order-${NUMBER}` });
    const sent = await sealed(checkout);
    expect(await refusedBy(() => store(checkout, sent))).toMatchObject(
      about('merchantTransactionId', 'must not hold a card number'),
    );
    expect(register).not.toHaveBeenCalled();
    expect(stages()).toEqual([]);
  });

  it('that nothing answers is not told of, and may be tried again with the same post', async () => {
    const checkout = await open();
    const sent = await sealed(checkout);
    register.mockRejectedValueOnce(new Error('broken'));
    await expect(store(checkout, sent)).rejects.toThrow('broken');
    expect(stages()).toEqual([]);
    await store(checkout, sent);
    expect(await stored(checkout)).toHaveLength(1);
  });

  it('that is text is no such post: it may be tried again', async () => {
    const checkout = await open();
    register.mockResolvedValueOnce(DECLINED);
    await refusedBy(() => store(checkout));
    await store(checkout);
    expect(await stored(checkout)).toHaveLength(1);
    expect(
      await db
        .selectFrom('nonce_claims')
        .selectAll()
        .where('checkout_id', '=', checkout.id)
        .execute(),
    ).toEqual([]);
  });

  it('keeps what its frames saw, and is declined for it where the channel says so', async () => {
    const evidence = { evidence: '00000012' };
    const checkout = await open();
    const { registration } = await store(checkout, await sealed(checkout, evidence));
    expect(registration.fieldEvidence).toEqual({ 'card.number': { covered: 12 } });
    const entity_id = await channelWith({ fieldEvidence: 'decline' });
    const strict = await open(STORES, { entity_id });
    const sent = await sealed(strict, evidence);
    register.mockClear();
    expect(await refusedBy(() => store(strict, sent))).toMatchObject({ code: '100.380.100' });
    expect(register).not.toHaveBeenCalled();
  });
});

describe('an attempt in a checkout', () => {
  beforeEach(withinOneHour);
  const watched = async (refuse = 1) => {
    const limits = { 'card/hour': { refuse } };
    const entity_id = await channelWith({ cardTesting: { limits } } as never);
    return { entity_id, checkout: await open(STORES, { entity_id }) };
  };
  const windows = (entity_id: string) =>
    db
      .selectFrom('risk_windows')
      .select(['rule', 'attempts', 'declines'])
      .where('channel_id', '=', entity_id)
      .orderBy('rule')
      .execute();
  const attempts = async (entity_id: string) =>
    (await windows(entity_id)).find(({ rule }) => rule === 'card/hour')?.attempts;

  it('counts by its card, address and checkout, and the next one is refused', async () => {
    const { entity_id, checkout } = await watched();
    register.mockResolvedValue(DECLINED);
    const first = await sealed(checkout);
    expect(await refusedBy(() => store(checkout, first))).toMatchObject({
      code: DECLINED.resultCode,
    });
    const declined = (await windows(entity_id)).filter(({ declines }) => declines > 0);
    expect(declined.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['address/hour', 'card/hour', 'checkout/hour']),
    );
    // Its CVV stays closed: nothing is said of what is wrong with it.
    const sent = { ...(await sealed(checkout)), 'sealed[card.cvv]': 'damaged' };
    const refusal = await refusedBy(() => store(checkout, sent));
    expect(refusal).toMatchObject({ code: '800.120.101' });
    expect(await refusedBy(() => store(checkout, sent))).toEqual(refusal);
    expect(register).toHaveBeenCalledOnce();
    expect(stages().filter((stage) => stage === 'refused')).toHaveLength(2);
  });

  it('with card data that another post has used is none', async () => {
    const { entity_id, checkout } = await watched();
    const sent = await sealed(checkout);
    register.mockResolvedValueOnce(DECLINED);
    await refusedBy(() => store(checkout, sent));
    const before = await windows(entity_id);
    const screen = vi.spyOn(riskRoom, 'screenAttempt');
    await refusedBy(() => store(checkout, { ...sent, other: '1' }));
    expect(screen).not.toHaveBeenCalled();
    expect(await windows(entity_id)).toEqual(before);
  });

  describe('of a post that comes twice at once', () => {
    /** The first waits for its processor. */
    const begun = async (refuse: number) => {
      const { entity_id, checkout } = await watched(refuse);
      const sent = await sealed(checkout);
      const processor = Promise.withResolvers<{ isStored: true }>();
      register.mockReturnValueOnce(processor.promise);
      const first = store(checkout, sent);
      await vi.waitFor(() => expect(register).toHaveBeenCalledOnce());
      const isAnswered = async () => {
        expect(await attempts(entity_id)).toBe(1);
        processor.resolve({ isStored: true });
        const { registration } = await first;
        expect(await attempts(entity_id)).toBe(0);
        expect(await stored(checkout)).toMatchObject([{ id: registration.id }]);
        expect(stages()).not.toContain('refused');
      };
      return { again: () => store(checkout, sent), count: () => attempts(entity_id), isAnswered };
    };

    it('is one', async () => {
      const { again, count, isAnswered } = await begun(2);
      register.mockImplementationOnce(async () => {
        expect(await count()).toBe(1);
        return undefined;
      });
      await again();
      await isAnswered();
    });

    it('does not refuse itself', async () => {
      const { again, isAnswered } = await begun(1);
      expect(await refusedBy(again)).toMatchObject({
        ...{ status: 400, code: '200.300.404' },
        description: expect.stringMatching(/a registration of this checkout is being made$/),
      });
      await isAnswered();
    });
  });
});

describe('a payment of the checkout that is open still', () => {
  const openWith = async (nextStep: string | null) => {
    const { id: checkout_id } = await open();
    const payment = await records.payment({
      ...{ created_at: Date.now(), state: 'pending', type: 'RG', result_code: '000.200.000' },
      ...{ next_step: nextStep, due_at: Date.now() + 60_000, settled_at: null, checkout_id },
    });
    await db
      .updateTable('checkouts')
      .set({ paying_id: payment, latest_id: payment })
      .where('id', '=', checkout_id)
      .execute();
    return { payment, checkout: await existingCheckout(db, checkout_id) };
  };
  const stateOf = async (id: string) =>
    (await db.selectFrom('payments').select('state').where('id', '=', id).executeTakeFirstOrThrow())
      .state;
  const STEP = JSON.stringify({
    ...{ kind: 'redirect', transactionId: 't' },
    page: { url: 'https://bank.example/page', method: 'GET', parameters: [] },
  });

  it('is ended by a card, which is stored', async () => {
    const { payment, checkout } = await openWith(STEP);
    await store(checkout);
    expect(await stateOf(payment)).toBe('failed');
    expect(await stored(checkout)).toHaveLength(1);
  });

  it('goes on where the card would not be stored', async () => {
    const { payment, checkout } = await openWith(STEP);
    await refusedBy(() => store(checkout, { ...TEXT, 'card.expiryYear': '2001' }));
    expect(await stateOf(payment)).toBe('pending');
  });

  it('keeps the card away where its bank has not decided', async () => {
    const { checkout } = await openWith(null);
    expect(await refusedBy(() => store(checkout))).toMatchObject({
      description: expect.stringMatching(/a payment of this checkout is pending$/),
    });
    expect(register).not.toHaveBeenCalled();
    expect(await stored(checkout)).toEqual([]);
    // That is none of the card's.
    expect(stages()).toEqual([]);
  });
});
