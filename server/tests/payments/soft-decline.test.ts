/** Issuers that decline softly: the shopper is sent into the challenge by the same payment. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { SUCCESS, THROUGH } from '../support/processor-gateway.ts';
import { shopperOf } from '../support/shopper.ts';
import { CARD, CARD_FIELDS, type Fields, startTestGateway } from '../support/test-gateway.ts';

const test = await startTestGateway();
const { answerChallenge, browse, passMethodCall } = shopperOf(test);
afterAll(() => test[Symbol.asyncDispose]());

const SOFT = { 'card.number': '4200000000001107' };
const AFTER_METHOD_CALL = { 'card.number': '4200000000001123' };
const INSISTS = { 'card.number': '4200000000001115' };
const SOFT_DECLINE = '300.100.100';
const PENDING = '000.200.000';
const MONEY: Fields = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
/** The rules against card testing are those of a gateway without a processor behind it. */
const isAlone = THROUGH === 'INTERNAL';

const payment = (fields: Fields = {}) =>
  test.call('/v1/payments', { entityId: test.entityId, ...MONEY, ...CARD, ...fields });
const read = async (id: string) => (await test.call(`/v1/payments/${id}`)).body;
const statusOf = async (id: string) => (await test.call(`/v1/checkouts/${id}/payment`)).body;
const register = async (fields: Fields) => {
  const { 'card.cvv': _, ...card } = CARD_FIELDS;
  return (await test.call('/v1/registrations', { entityId: test.entityId, ...card, ...fields }))
    .body.id;
};
const payStored = (id: string, fields: Fields) =>
  test.call(`/v1/registrations/${id}/payments`, { entityId: test.entityId, ...MONEY, ...fields });

const giveUp = async (redirect: string) => {
  const page = await browse(redirect);
  const action = /action="([^"]+\/cancel\/[^"]+)"/.exec(page.body)?.[1] ?? '';
  await browse(action.replaceAll('&amp;', '&'), '');
};

describe('a checkout whose issuer declines softly', () => {
  it('sends the shopper into the challenge at once, and is paid by the same payment', async () => {
    const id = await test.createCheckout();
    const { body, status } = await test.pay(id, SOFT);
    expect([status, body.result.code]).toEqual([200, PENDING]);
    expect(body.redirect.url).toContain('/v1/threeDSecure/');
    const during = await statusOf(id);
    expect(during.threeDSecure).toMatchObject({ flow: 'challenge', softDeclined: true });
    await answerChallenge(body.redirect.url, 'Y');
    const final = await statusOf(id);
    expect(final).toMatchObject({
      id: during.id,
      result: { code: SUCCESS },
      threeDSecure: { eci: '05', transStatus: 'Y', softDeclined: true },
    });
    const made = await test.gateway.db
      .selectFrom('payments')
      .select('id')
      .where('checkout_id', '=', id)
      .execute();
    expect(made).toEqual([{ id: final.id }]);
  });

  it('ends with what the challenge ends with, and can be tried again', async () => {
    const id = await test.createCheckout();
    const { body } = await test.pay(id, SOFT);
    await answerChallenge(body.redirect.url, 'N');
    expect((await statusOf(id)).result.code).toBe('100.380.401');
    expect((await test.pay(id)).body.result.code).toBe(SUCCESS);
  });

  it('sends on after a look at the browser too, in the page that the shopper sees then', async () => {
    const id = await test.createCheckout();
    const { body } = await test.pay(id, AFTER_METHOD_CALL);
    expect((await statusOf(id)).threeDSecure).toMatchObject({ flow: 'frictionless' });
    const onto = await passMethodCall(body.redirect.url);
    expect([onto.status, onto.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/start/),
    ]);
    const { result, threeDSecure } = await statusOf(id);
    expect(result.code).toBe(PENDING);
    // Another gateway is asked again when it has decided.
    if (isAlone) expect(threeDSecure.flow).toBe('challenge');
    await answerChallenge(body.redirect.url, 'Y');
    expect((await statusOf(id)).result.code).toBe(SUCCESS);
  });

  it('is declined finally by an issuer that is not content with the challenge', async () => {
    const id = await test.createCheckout();
    const { body } = await test.pay(id, INSISTS);
    expect(body.result.code).toBe(PENDING);
    await answerChallenge(body.redirect.url, 'Y');
    const { result, redirect } = await statusOf(id);
    expect([result.code, redirect]).toEqual([SOFT_DECLINE, undefined]);
  });

  it('pays with a stored card that the shopper has chosen, later payments of a chain too', async () => {
    const stored = await register(SOFT);
    for (const chain of [
      {},
      { 'standingInstruction.mode': 'REPEATED', 'standingInstruction.source': 'CIT' },
    ]) {
      const id = await test.createCheckout({ 'registrations[0].id': stored, ...chain });
      const { body } = await test.call(`/v1/checkouts/${id}/payment`, {
        registrationId: stored,
        shopperResultUrl: CARD['shopperResultUrl'],
      });
      expect(body.result.code).toBe(PENDING);
      await answerChallenge(body.redirect.url, 'Y');
      expect(await statusOf(id)).toMatchObject({
        registrationId: stored,
        result: { code: SUCCESS },
      });
    }
  });

  it('stores the card once the challenge is passed', async () => {
    const id = await test.createCheckout({ createRegistration: 'true' });
    const { body } = await test.pay(id, SOFT);
    expect((await statusOf(id)).registrationId).toBeUndefined();
    await answerChallenge(body.redirect.url, 'Y');
    expect((await statusOf(id)).registrationId).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is forgotten by the vault when it is over', async () => {
    const id = await test.createCheckout();
    const { body } = await test.pay(id, SOFT);
    await answerChallenge(body.redirect.url, 'Y');
    const { id: paymentId } = await statusOf(id);
    for (const table of ['card_numbers', 'card_cvvs'] as const) {
      const kept = await test.gateway.db
        .selectFrom(table)
        .select('record_id')
        .where('record_id', '=', paymentId)
        .execute();
      expect(kept).toEqual([]);
    }
  });
});

describe('a payment of the merchant’s server', () => {
  it('is answered with the redirect to the challenge', async () => {
    const { body, status } = await payment(SOFT);
    expect([status, body.result.code]).toEqual([200, PENDING]);
    await answerChallenge(body.redirect.url, 'Y');
    expect((await read(body.id)).result.code).toBe(SUCCESS);
  });

  it('goes on from an authentication without a challenge', async () => {
    const { body } = await payment({ ...SOFT, 'customParameters[3DS2_enrolled]': 'true' });
    expect(body.result.code).toBe(PENDING);
    expect(body.threeDSecure).toMatchObject({ flow: 'challenge' });
  });

  // Another gateway has an address of ours to send the shopper back to, in any case.
  it.runIf(isAlone)('without shopperResultUrl is declined, and says what to send', async () => {
    const { body, status } = await payment({ ...SOFT, shopperResultUrl: undefined });
    expect([status, body.result.code]).toEqual([400, SOFT_DECLINE]);
    expect(body.resultDetails.ExtendedDescription).toContain('sent again with shopperResultUrl');
    expect(body.redirect).toBeUndefined();
  });

  it('is declined where the merchant has started it, and says so', async () => {
    const stored = await register(SOFT);
    for (const agreed of [
      { recurringType: 'REPEATED' },
      { 'standingInstruction.source': 'MIT' },
      { 'standingInstruction.mode': 'REPEATED', 'standingInstruction.source': 'MIT' },
    ]) {
      const { body, status } = await payStored(stored, {
        ...agreed,
        shopperResultUrl: CARD['shopperResultUrl'],
      });
      expect([status, body.result.code]).toEqual([400, SOFT_DECLINE]);
      expect(body.resultDetails.ExtendedDescription).toContain('not present');
    }
  });

  it('is approved at once where the merchant has authenticated the shopper', async () => {
    const { body } = await payment({
      ...SOFT,
      'threeDSecure.eci': '05',
      'threeDSecure.verificationId': 'AAACAgSRBklmQCFgMpEGAAAAAAA=',
    });
    expect(body.result.code).toBe(SUCCESS);
  });

  it('is declined finally where that did not help, or a challenge was asked for before', async () => {
    const elsewhere = await payment({ ...INSISTS, 'threeDSecure.eci': '05' });
    expect(elsewhere.body.result.code).toBe(SOFT_DECLINE);
    const { body } = await payment({ ...INSISTS, 'threeDSecure.challengeIndicator': '04' });
    await answerChallenge(body.redirect.url, 'Y');
    expect((await read(body.id)).result.code).toBe(SOFT_DECLINE);
  });

  it('asks once under its Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'soft-decline-asked-once' };
    const fields = { entityId: test.entityId, ...MONEY, ...CARD, ...SOFT };
    const first = await test.call('/v1/payments', fields, { headers });
    const again = await test.call('/v1/payments', fields, { headers });
    expect(again.body).toEqual(first.body);
  });

  it('is captured and refunded like any other', async () => {
    const { body } = await payment({ ...SOFT, paymentType: 'PA' });
    await answerChallenge(body.redirect.url, 'Y');
    const refer = (id: string, paymentType: string) =>
      test.call(`/v1/payments/${id}`, { ...MONEY, entityId: test.entityId, paymentType });
    const capture = await refer(body.id, 'CP');
    expect(capture.body.result.code).toBe(SUCCESS);
    expect((await refer(capture.body.id, 'RF')).body.result.code).toBe(SUCCESS);
  });

  it('can be given up by the shopper', async () => {
    const { body } = await payment(SOFT);
    await giveUp(body.redirect.url);
    expect((await read(body.id)).result.code).toBe('100.396.101');
  });
});

describe.runIf(isAlone)('the rules against card testing', () => {
  /** In each window of the card, which has no other attempt. */
  const expectCounted = async (counted: object) => {
    const rows = await test.gateway.db.selectFrom('risk_windows').selectAll().execute();
    const ofCard = rows.filter(({ rule }) => rule.startsWith('card/'));
    expect(ofCard.length).toBeGreaterThan(0);
    for (const row of ofCard) expect(row).toMatchObject({ attempts: 1, ...counted });
  };
  beforeEach(async () => {
    await test.set({ cardTesting: {} });
    await test.gateway.db.deleteFrom('risk_windows').execute();
  });

  it.each([
    ['Y', { declines: 0, successes: 1 }],
    ['N', { declines: 1, successes: 0 }],
  ])('count one attempt, answered with %s', async (outcome, counted) => {
    const id = await test.createCheckout();
    const { body } = await test.pay(id, SOFT);
    await answerChallenge(body.redirect.url, outcome);
    await expectCounted(counted);
  });

  it('count a challenge that was given up as the decline that it followed', async () => {
    const id = await test.createCheckout();
    const { body } = await test.pay(id, SOFT);
    await giveUp(body.redirect.url);
    await expectCounted({ declines: 1, successes: 0 });
  });
});
