/** A shopper pays: a checkout is paid once, by what its merchant asked for, and what is no attempt changes nothing. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ParameterSet } from '../../../contract/parameters.ts';
import { SEALED_REFUSED, type SealedClaims } from '../../../contract/sealed-value.ts';
import type { Connector, ConnectorAnswer } from '../../connectors/connector.ts';
import { inTransaction } from '../../store/dialect.ts';
import type { CheckoutRow, PaymentRow } from '../../store/tables.ts';
import { RELAY, refusedBy } from '../../tests/support/a-channel.ts';
import { withinOneHour } from '../../tests/support/one-window.ts';
import {
  CARD_FIELDS,
  DEBIT,
  DETAILS,
  IBAN,
  NUMBER,
  SHOWN,
} from '../../tests/support/payment-fields.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { SHOP_ORIGIN, sealedCard, sealerBelowHttp } from '../../tests/support/seal.ts';
import { simulatedGateway, withSimulator } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { sandboxToken } from '../../tests/support/wallet-vendor.ts';
import { changeSettings, createEntity } from '../entities/index.ts';
import { SWEEPER_TIME_MS } from '../payment/index.ts';
import * as recordsRoom from '../records/index.ts';
import { type Checkout, existingCheckout, RESULT_READABLE_MS } from '../records/index.ts';
import * as riskRoom from '../risk/index.ts';
import { screenAttempt } from '../risk/index.ts';
import { claimNonce } from './nonces.ts';
import { payCheckout } from './pay-checkout.ts';

const { db, vault, drop, merchantId, channelId } = await openSubscribedChannel();
afterAll(drop);
const records = await recordsOf(db, channelId);

const ask = vi.fn<Connector['authorise']>();
const cancel = vi.fn<Connector['cancel']>();
const gateway = withSimulator(simulatedGateway(db, vault), { authorise: ask, cancel });
/** Its lease is over at once: what is left in doubt is not waited for. */
const impatient = withSimulator(gateway, { leaseMs: 50 - SWEEPER_TIME_MS });
const seal = await sealerBelowHttp(gateway);
const APPROVED: ConnectorAnswer = { resultCode: '000.100.110', details: {} };
const DECLINED: ConnectorAnswer = { resultCode: '800.100.152', details: {} };
const PENDING: ConnectorAnswer = {
  ...{ resultCode: '000.200.000', details: {} },
  nextStep: {
    ...{ kind: 'redirect', transactionId: 't' },
    page: { url: 'https://bank.example/page', method: 'GET', parameters: [] },
  } as never,
};
beforeEach(() => {
  for (const mock of [ask, cancel]) mock.mockReset();
  ask.mockResolvedValue(APPROVED);
  cancel.mockImplementation(async (_reference, resultCode = '900.100.500') => ({
    ...{ resultCode, details: {} },
  }));
});
afterEach(() => vi.restoreAllMocks());

const RESULT_URL = 'https://shop.example/result';
const MONEY = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
const IP = '203.0.113.7';
/** The post of a form whose card is text, as on a test channel. */
const TEXT: Sent = { ...CARD_FIELDS, shopperResultUrl: RESULT_URL };
const { 'card.number': _, 'card.cvv': __, ...REST } = TEXT;
const PAYPAL: Sent = { paymentBrand: 'PAYPAL', shopperResultUrl: RESULT_URL };

type Sent = Readonly<Record<string, string>>;
const open = (parameters: ParameterSet = MONEY, given: Partial<CheckoutRow> = {}) =>
  records.openCheckout(parameters, given);
const sealed = async ({ id }: Checkout, ofNumber?: Partial<SealedClaims>): Promise<Sent> => ({
  ...REST,
  ...(await sealedCard(seal, id, ofNumber)),
});
const pay = (checkout: Checkout, sent: Sent = TEXT, origin?: string, registrarId?: string) =>
  payCheckout(gateway, checkout, Object.entries(sent), IP, origin, registrarId);
const now = ({ id }: Checkout) => existingCheckout(db, id);
const change = ({ id }: Checkout, changes: Partial<CheckoutRow>) =>
  db.updateTable('checkouts').set(changes).where('id', '=', id).execute();
const paymentsOf = ({ id }: Checkout) =>
  db.selectFrom('payments').selectAll().where('checkout_id', '=', id).execute();
const marksOf = ({ id }: Checkout) =>
  db.selectFrom('submissions').selectAll().where('checkout_id', '=', id).execute();
const channelWith = async (settings: Parameters<typeof changeSettings>[2]) => {
  const { id } = await createEntity(db, { kind: 'channel', name: 'Shop', parentId: merchantId });
  await changeSettings(db, id, settings);
  return id;
};
const backFrom = ({ resourcePath }: { resourcePath: string }, to = RESULT_URL) =>
  `${to}?id=${resourcePath.split('/')[3]}&resourcePath=${encodeURIComponent(resourcePath)}`;

describe('a checkout that is paid', () => {
  it('is paid with what its merchant asked for, and its shopper goes back to the shop', async () => {
    const checkout = await open();
    const { payment, redirect, ignored, ...rest } = await pay(checkout, {
      ...{ ...TEXT, amount: '1.00', somethingElse: '1' },
    });
    expect(rest).toEqual({});
    expect(ignored).toEqual(['amount', 'somethingElse']);
    expect(payment).toMatchObject({
      ...{ state: 'succeeded', amount: 92_00, currency: 'EUR', type: 'DB', card: SHOWN },
      ...{ checkoutId: checkout.id, ndc: checkout.id, resultUrl: RESULT_URL, embedder: null },
    });
    expect(ask).toHaveBeenCalledOnce();
    expect(ask.mock.lastCall?.[0]).toMatchObject({
      ...{ amount: 92_00, currency: 'EUR', paymentType: 'DB', paymentBrand: 'VISA' },
      card: { ...DETAILS, cvv: '123' },
    });
    expect(redirect.url).toBe(backFrom({ resourcePath: `/v1/checkouts/${checkout.id}/payment` }));
    expect(await now(checkout)).toMatchObject({
      ...{ payingId: null, paidId: payment.id, latestId: payment.id, resultUrl: RESULT_URL },
      ...{ callDueAt: checkout.createdAt + 29 * 60_000, callAttempts: 0 },
    });
  });

  it('goes back to where its merchant wants, whatever the page says', async () => {
    const shopperResultUrl = 'https://shop.example/other';
    const checkout = await open({ ...MONEY, shopperResultUrl });
    const resourcePath = `/v1/checkouts/${checkout.id}/payment`;
    expect((await pay(checkout)).redirect.url).toBe(backFrom({ resourcePath }, shopperResultUrl));
    const { shopperResultUrl: ___, ...without } = TEXT;
    const other = await open({ ...MONEY, shopperResultUrl });
    expect((await pay(other, without)).redirect.url).toContain(`${shopperResultUrl}?`);
  });

  it('sends its shopper to the bank first, where that is asked', async () => {
    ask.mockResolvedValueOnce(PENDING);
    const checkout = await open();
    const { payment, redirect } = await pay(checkout, PAYPAL);
    expect(payment.state).toBe('pending');
    expect(redirect.url).toContain(`/v1/redirects/${payment.id}/start/`);
    expect(await now(checkout)).toMatchObject({ payingId: payment.id, paidId: null });
  });

  it('may be tried again after a decline', async () => {
    ask.mockResolvedValueOnce(DECLINED);
    const checkout = await open();
    const first = await pay(checkout);
    expect(first.payment).toMatchObject({ state: 'failed', resultCode: DECLINED.resultCode });
    expect(await now(checkout)).toMatchObject({ payingId: null, paidId: null });
    const { payment } = await pay(await now(checkout));
    expect(payment.state).toBe('succeeded');
    expect(payment.id).not.toBe(first.payment.id);
    expect(await now(checkout)).toMatchObject({ paidId: payment.id, latestId: payment.id });
  });

  it('is paid once', async () => {
    const checkout = await open();
    await pay(checkout);
    // Once as it is now, once as a request has read it that came at the same moment.
    for (const found of [await now(checkout), checkout]) {
      expect(await refusedBy(() => pay(found))).toMatchObject({
        ...{ status: 400, description: expect.stringMatching(/this checkout is already paid$/) },
      });
    }
    expect(await paymentsOf(checkout)).toHaveLength(1);
    expect(ask).toHaveBeenCalledOnce();
  });
});

describe('what was changed while a post was read', () => {
  it('is what is paid', async () => {
    const checkout = await open();
    await change(checkout, { parameters: JSON.stringify({ ...MONEY, amount: '50.00' }) });
    expect((await pay(checkout)).payment.amount).toBe(50_00);
    expect(ask).toHaveBeenCalledOnce();
  });

  it('is its end', async () => {
    const checkout = await open();
    await change(checkout, { expires_at: Date.now() });
    expect(await refusedBy(() => pay(checkout))).toMatchObject({ status: 404 });
    expect(await paymentsOf(checkout)).toEqual([]);
    expect(ask).not.toHaveBeenCalled();
  });

  it('is that another payment is being made, which is not waited for for ever', async () => {
    const checkout = await open();
    const payment = await records.payment({
      ...{ created_at: Date.now(), state: 'in_doubt', checkout_id: checkout.id },
      ...{ lease_until: Date.now() + 60_000, settled_at: null },
    });
    await change(checkout, { paying_id: payment });
    const attempt = () => payCheckout(impatient, checkout, Object.entries(TEXT), IP);
    expect(await refusedBy(attempt)).toMatchObject({
      ...{ status: 400, code: '200.300.404' },
      description: expect.stringMatching(/another payment of this checkout is being made$/),
    });
    expect(ask).not.toHaveBeenCalled();
  });

  it('is that another payment is being made, after whose decline this one is', async () => {
    const checkout = await open();
    const bank = Promise.withResolvers<ConnectorAnswer>();
    ask.mockReturnValueOnce(bank.promise);
    const first = pay(checkout);
    await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce());
    const look = vi.spyOn(recordsRoom, 'findPayment');
    const second = pay(checkout, { ...TEXT, somethingElse: '1' });
    // It has looked, and looks again.
    await vi.waitFor(() => expect(look.mock.calls.length).toBeGreaterThan(1));
    expect(ask).toHaveBeenCalledOnce();
    bank.resolve(DECLINED);
    expect((await first).payment.state).toBe('failed');
    expect((await second).payment.state).toBe('succeeded');
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('is its card data, which another post has used', async () => {
    const entity_id = await channelWith({ cardTesting: {} } as never);
    const checkout = await open(MONEY, { entity_id });
    const sent = await sealed(checkout);
    const screen = screenAttempt;
    vi.spyOn(riskRoom, 'screenAttempt').mockImplementationOnce(async (...about) => {
      const { nonce } = await vault.openSealedValue(db, sent['sealed[card.number]'] ?? '');
      await claimNonce(db, nonce, { checkoutId: checkout.id, requestHash: 'other' }, null);
      return screen(...about);
    });
    expect(await refusedBy(() => pay(checkout, sent))).toMatchObject({
      code: SEALED_REFUSED.notAcceptable,
    });
    expect(await now(checkout)).toEqual(checkout);
    expect(await paymentsOf(checkout)).toEqual([]);
    expect(ask).not.toHaveBeenCalled();
  });
});

describe('a shopper does not pay', () => {
  it('from a page that may not show the form', async () => {
    const entity_id = await channelWith({ origins: [SHOP_ORIGIN] });
    const checkout = await open(MONEY, { entity_id });
    const attempt = (origin: string) => pay(checkout, TEXT, origin);
    expect(await refusedBy(() => attempt('https://evil.example'))).toMatchObject({ status: 403 });
    const { payment } = await attempt(SHOP_ORIGIN);
    expect(payment).toMatchObject({ state: 'succeeded', embedder: SHOP_ORIGIN });
  });

  it('with a stored card from no page, on a live channel that lists its pages', async () => {
    const entity_id = await channelWith({ mode: 'live', origins: [SHOP_ORIGIN] });
    const checkout = await open(MONEY, { entity_id });
    const chosen = { shopperResultUrl: RESULT_URL, registrationId: 'a'.repeat(32) };
    expect(await refusedBy(() => pay(checkout, chosen))).toMatchObject({
      ...{ status: 403, description: expect.stringMatching(/the header Origin is missing$/) },
    });
    // All else is looked at first: this channel has no processor.
    const sent = await sealed(checkout);
    expect(await refusedBy(() => pay(checkout, sent))).toMatchObject({ code: '500.100.201' });
    expect(await now(checkout)).toEqual(checkout);
  });

  it('after its time', async () => {
    const checkout = await open(MONEY, { expires_at: Date.now() });
    expect(await refusedBy(() => pay(checkout))).toMatchObject({ status: 404 });
  });

  it('for a checkout that only stores, unless its shopper agrees to that', async () => {
    const checkout = await open({ createRegistration: 'true' });
    expect(await refusedBy(() => pay(checkout, PAYPAL))).toMatchObject({
      errors: [{ name: 'paymentType', value: null, message: 'this checkout only stores a card' }],
    });
    const { payment } = await pay(checkout, PAYPAL, undefined, channelId);
    expect(payment).toMatchObject({ type: 'RG', registrarId: channelId });
  });

  it('where the payment cannot be written, and the checkout stays as it is', async () => {
    const checkout = await open({ ...MONEY, createRegistration: 'true' });
    const failing = {
      ...gateway,
      vault: {
        ...vault,
        async keepCard() {
          throw new Error('broken');
        },
      },
    };
    for (const sent of [TEXT, await sealed(checkout)]) {
      const attempt = payCheckout(failing, checkout, Object.entries(sent), IP);
      await expect(attempt).rejects.toThrow('broken');
    }
    expect(await now(checkout)).toEqual(checkout);
  });
});

describe('the page that is told of an authentication', () => {
  it.each<[origins: string[], origin: string | undefined, embedder: string | null]>([
    [[], undefined, null],
    [[], SHOP_ORIGIN, SHOP_ORIGIN],
    [[], 'null', null],
    [['null', SHOP_ORIGIN], 'null', '*'],
  ])('of a channel with the origins %j, from %s: %s', async (origins, origin, embedder) => {
    const entity_id = await channelWith({ origins });
    const { payment } = await pay(await open(MONEY, { entity_id }), TEXT, origin);
    expect(payment.embedder).toBe(embedder);
  });
});

describe('the same post again', () => {
  it.each([
    ['paid', APPROVED],
    ['was declined', DECLINED],
  ])('with sealed values hears that it has %s', async (_name, answer) => {
    ask.mockResolvedValueOnce(answer);
    const checkout = await open();
    const sent = { ...(await sealed(checkout)), somethingElse: '1' };
    const first = await pay(checkout, sent);
    expect(await pay(await now(checkout), sent)).toEqual({ ...first, ignored: [] });
    expect(ask).toHaveBeenCalledOnce();
    const other = { ...sent, somethingElse: '2' };
    if (answer === DECLINED) {
      expect(await refusedBy(() => pay(checkout, other))).toMatchObject({
        code: SEALED_REFUSED.notAcceptable,
      });
    }
  });

  it('is known while its first time is being written, and waits for what comes of it', async () => {
    const checkout = await open();
    const sent = await sealed(checkout);
    const posts = await Promise.all([pay(checkout, sent), pay(checkout, sent)]);
    expect(posts[0]?.payment.id).toBe(posts[1]?.payment.id);
    expect(ask).toHaveBeenCalledOnce();
  });

  it('without a card leads to the same wallet, until that has declined', async () => {
    ask.mockResolvedValue(PENDING);
    const checkout = await open();
    const before = Date.now();
    const first = await pay(checkout, PAYPAL);
    const again = await pay(await now(checkout), PAYPAL);
    expect(again.payment.id).toBe(first.payment.id);
    const marks = await marksOf(checkout);
    expect(marks).toMatchObject([{ payment_id: first.payment.id }]);
    expect(marks[0]?.purge_at).toBeGreaterThanOrEqual(before + RESULT_READABLE_MS);
    // Another post is another attempt, and ends it.
    const other = await pay(await now(checkout), { ...PAYPAL, somethingElse: '1' });
    expect(other.payment.id).not.toBe(first.payment.id);
    expect(await paymentsOf(checkout)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: first.payment.id, state: 'failed' }),
        expect.objectContaining({ id: other.payment.id, state: 'pending' }),
      ]),
    );
    expect((await pay(await now(checkout), PAYPAL)).payment.id).not.toBe(first.payment.id);
  });

  it('without a card hears of its success', async () => {
    const checkout = await open();
    const { payment } = await pay(checkout, PAYPAL);
    expect((await pay(await now(checkout), PAYPAL)).payment.id).toBe(payment.id);
    expect(ask).toHaveBeenCalledOnce();
  });

  it.each(['card.number', 'card.cvv'])('with %s as text is known by nothing', async (name) => {
    const checkout = await open();
    const sent: Sent =
      name === 'card.number'
        ? { ...REST, 'card.number': NUMBER }
        : { ...PAYPAL, 'card.cvv': '123' };
    await pay(checkout, sent).catch(() => {});
    expect(await marksOf(checkout)).toEqual([]);
  });
});

describe('an attempt that is open still', () => {
  const openWith = async (given: Partial<PaymentRow>) => {
    const { id: checkout_id } = await open();
    const payment = await records.payment({
      ...{ created_at: Date.now(), state: 'pending', result_code: '000.200.000', checkout_id },
      ...{ next_step: JSON.stringify(PENDING.nextStep), due_at: Date.now() + 60_000 },
      ...{ settled_at: null, ...given },
    });
    await change({ id: checkout_id } as Checkout, { paying_id: payment, latest_id: payment });
    return { payment, checkout: await existingCheckout(db, checkout_id) };
  };
  const stateOf = async (id: string) =>
    (await db.selectFrom('payments').select('state').where('id', '=', id).executeTakeFirstOrThrow())
      .state;
  const IS_PENDING = {
    ...{ status: 400, code: '200.300.404' },
    description: expect.stringMatching(/a payment of this checkout is pending$/),
  };

  it('is ended by the next one', async () => {
    const { payment, checkout } = await openWith({});
    expect((await pay(checkout)).payment.state).toBe('succeeded');
    expect(await stateOf(payment)).toBe('failed');
  });

  it('makes room for the next one where its bank declines it meanwhile', async () => {
    const { payment, checkout } = await openWith({});
    const find = recordsRoom.findPayment;
    vi.spyOn(recordsRoom, 'findPayment').mockImplementationOnce(async (...about) => {
      const found = await find(...about);
      const declined = {
        state: 'failed',
        result_code: DECLINED.resultCode,
        settled_at: 1,
      } as const;
      await db.updateTable('payments').set(declined).where('id', '=', payment).execute();
      await change(checkout, { paying_id: null });
      return found;
    });
    expect((await pay(checkout)).payment.state).toBe('succeeded');
    expect(await stateOf(payment)).toBe('failed');
    expect(cancel).not.toHaveBeenCalled();
  });

  it('goes on where the next one could be none', async () => {
    const { payment, checkout } = await openWith({});
    await refusedBy(() => pay(checkout, { ...TEXT, 'card.expiryYear': '2001' }));
    expect(await stateOf(payment)).toBe('pending');
  });

  it.each<[why: string, given: Partial<PaymentRow>]>([
    ['its bank decides, without its shopper', { next_step: null }],
    ['its outcome is unknown', { state: 'in_doubt', result_code: '900.100.300' }],
  ])('keeps the next one away where %s', async (_why, given) => {
    const { checkout } = await openWith(given);
    expect(await refusedBy(() => pay(checkout))).toMatchObject(IS_PENDING);
    expect(ask).not.toHaveBeenCalled();
  });

  it('keeps the next one away where it cannot be ended', async () => {
    cancel.mockResolvedValue({ resultCode: '000.200.000', details: {} });
    const { checkout } = await openWith({});
    expect(await refusedBy(() => pay(checkout))).toMatchObject(IS_PENDING);
    expect(ask).not.toHaveBeenCalled();
  });
});

describe('the rules against card testing', () => {
  beforeEach(withinOneHour);
  const watched = async (limits: object) => {
    const entity_id = await channelWith({ cardTesting: { limits } } as never);
    return { entity_id, open: () => open(MONEY, { entity_id }) };
  };
  const attempts = async (entity_id: string) =>
    (
      await db
        .selectFrom('risk_windows')
        .select('attempts')
        .where('channel_id', '=', entity_id)
        .where('rule', '=', 'card/hour')
        .execute()
    ).map((row) => row.attempts);

  it('decline the next attempt without asking its bank, and its CVV stays closed', async () => {
    const { open: next } = await watched({ 'card/hour': { refuse: 1 } });
    ask.mockResolvedValueOnce(DECLINED);
    const checkout = await next();
    await pay(checkout, await sealed(checkout));
    const sent = { ...(await sealed(checkout)), 'sealed[card.cvv]': 'damaged' };
    const { payment } = await pay(await now(checkout), sent);
    expect(payment).toMatchObject({ state: 'failed', resultCode: '800.120.101' });
    expect(ask).toHaveBeenCalledOnce();
    expect(await now(checkout)).toMatchObject({ payingId: null, paidId: null });
  });

  it('do not count what began no payment', async () => {
    const { entity_id, open: next } = await watched({ 'card/hour': { refuse: 5 } });
    const checkout = await next();
    await pay(checkout, await sealed(checkout));
    const before = await attempts(entity_id);
    const other = await next();
    const wrong = { ...(await sealed(other)), 'sealed[card.cvv]': 'damaged' };
    expect(await refusedBy(() => pay(other, wrong))).toMatchObject({
      code: SEALED_REFUSED.notAcceptable,
    });
    expect(await attempts(entity_id)).toEqual(before);
    const used = await sealed(other);
    ask.mockResolvedValueOnce(DECLINED);
    await pay(other, used);
    const declined = await attempts(entity_id);
    expect(declined).not.toEqual(before);
    await refusedBy(() => pay(other, { ...used, somethingElse: '1' }));
    expect(await attempts(entity_id)).toEqual(declined);
    // As a request has read it that came while it was paid.
    const late = await sealed(checkout);
    expect(await refusedBy(() => pay(checkout, late))).toMatchObject({
      description: expect.stringMatching(/this checkout is already paid$/),
    });
    expect(await attempts(entity_id)).toEqual(declined);
  });

  it('count a post once that waits for another, by its e-mail too', async () => {
    const { entity_id } = await watched({ 'card/hour': { refuse: 5 } });
    const email = 'jane@example.com';
    const checkout = await open({ ...MONEY, 'customer.email': email }, { entity_id });
    const bank = Promise.withResolvers<ConnectorAnswer>();
    ask.mockReturnValueOnce(bank.promise);
    const screen = vi.spyOn(riskRoom, 'screenAttempt');
    const first = pay(checkout, await sealed(checkout));
    await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce());
    const look = vi.spyOn(recordsRoom, 'findPayment');
    const second = pay(checkout, await sealed(checkout));
    await vi.waitFor(() => expect(look.mock.calls.length).toBeGreaterThan(1));
    bank.resolve(DECLINED);
    await Promise.all([first, second]);
    expect(screen.mock.calls.map(([, attempt]) => attempt)).toMatchObject([
      { number: NUMBER, brand: 'VISA', checkoutId: checkout.id, address: IP, email },
      { number: NUMBER, brand: 'VISA', checkoutId: checkout.id, address: IP, email },
    ]);
  });

  it('look at an account by its IBAN, and not at what has neither', async () => {
    const { open: next } = await watched({});
    const screen = vi.spyOn(riskRoom, 'screenAttempt');
    await pay(await next(), PAYPAL);
    expect(screen).not.toHaveBeenCalled();
    await pay(await next(), { ...DEBIT, shopperResultUrl: RESULT_URL });
    expect(screen).toHaveBeenCalledOnce();
    const attempt = { number: IBAN, brand: 'DIRECTDEBIT_SEPA' };
    expect(screen.mock.lastCall?.[1]).toMatchObject(attempt);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('look at the card in a wallet by the brand of the card', async () => {
    const { entity_id, open: next } = await watched({});
    const screen = vi.spyOn(riskRoom, 'screenAttempt');
    await pay(await next(), {
      ...{ paymentBrand: 'GOOGLEPAY', shopperResultUrl: RESULT_URL },
      'googlePay.paymentToken': await sandboxToken(vault, entity_id),
    });
    expect(screen.mock.lastCall?.[1]).toMatchObject({ number: NUMBER, brand: 'VISA' });
  });

  it('count no order that cannot be, of which the CVV is looked at all the same', async () => {
    const { entity_id, open: next } = await watched({ 'card/hour': { refuse: 5 } });
    const checkout = await next();
    const expired = { ...(await sealed(checkout)), 'card.expiryYear': '2001' };
    expect(await refusedBy(() => pay(checkout, expired))).toMatchObject({
      errors: [{ name: 'card.expiryYear' }],
    });
    const wrong = { ...expired, 'sealed[card.cvv]': 'damaged' };
    expect(await refusedBy(() => pay(checkout, wrong))).toMatchObject({
      code: SEALED_REFUSED.notAcceptable,
    });
    expect(await attempts(entity_id)).toEqual([]);
  });

  it('let a payment pass that tries a live channel out', async () => {
    const entity_id = await channelWith({
      ...{ mode: 'live', origins: [SHOP_ORIGIN], connectivityTests: true },
      ...{ connector: RELAY, cardTesting: { limits: { 'card/hour': { refuse: 1 } } } },
    } as never);
    for (const _ of [1, 2]) {
      const checkout = await open({ ...MONEY, testMode: 'INTERNAL' }, { entity_id });
      const { payment } = await pay(checkout, await sealed(checkout));
      expect(payment.state).toBe('succeeded');
      expect(ask.mock.lastCall?.[0]).toMatchObject({ card: { cvv: '123' } });
    }
    expect(await attempts(entity_id)).toEqual([]);
  });

  it('know where a payment was counted, until it is over', async () => {
    const { entity_id, open: next } = await watched({ 'card/hour': { refuse: 5 } });
    ask.mockResolvedValueOnce(PENDING);
    const checkout = await next();
    const { payment } = await pay(checkout, await sealed(checkout));
    const kept = db.selectFrom('risk_attempts').select('id').where('channel_id', '=', entity_id);
    expect(await kept.execute()).toEqual([{ id: payment.id }]);
    expect(await attempts(entity_id)).toEqual([1]);
  });

  it('challenge the shopper where that is enough', async () => {
    const { open: next } = await watched({ 'channel/hour': { attempts: 1 } });
    ask.mockResolvedValueOnce(DECLINED);
    const first = await next();
    await pay(first, await sealed(first));
    const second = await next();
    await pay(second, await sealed(second));
    const challenged = ask.mock.calls.map(
      ([{ parameters }]) => parameters['threeDSecure.challengeIndicator'],
    );
    expect(challenged).toEqual([undefined, '04']);
  });
});

describe('what the frames saw', () => {
  it('declines a payment without asking its bank, where the channel says so', async () => {
    const entity_id = await channelWith({ fieldEvidence: 'decline' });
    const checkout = await open(MONEY, { entity_id });
    const sent = await sealed(checkout, { evidence: '00000012' });
    expect((await pay(checkout, sent)).payment).toMatchObject({
      ...{ state: 'failed', resultCode: '100.380.100' },
      fieldEvidence: { 'card.number': { covered: 12 } },
    });
    expect(ask).not.toHaveBeenCalled();
  });
});

describe('a stored card', () => {
  it('is paid with by a CVV that is sealed alone, once', async () => {
    const id = await records.registration({ card: JSON.stringify(SHOWN) });
    await inTransaction(db, (trx) =>
      vault.keepCard(trx, {
        ...{ recordId: id, entityId: channelId, number: NUMBER, purgeAt: null },
      }),
    );
    const checkout = await open({ ...MONEY, 'registrations[0].id': id });
    const sent = {
      ...{ registrationId: id, shopperResultUrl: RESULT_URL },
      'sealed[card.cvv]': await seal(checkout.id, 'card.cvv'),
    };
    ask.mockResolvedValueOnce(DECLINED);
    const { payment } = await pay(checkout, sent);
    expect(payment).toMatchObject({ registrationId: id, state: 'failed' });
    expect(await refusedBy(() => pay(checkout, { ...sent, somethingElse: '1' }))).toMatchObject({
      code: SEALED_REFUSED.notAcceptable,
    });
    expect((await pay(checkout, sent)).payment.id).toBe(payment.id);
    expect(ask).toHaveBeenCalledOnce();
  });
});
