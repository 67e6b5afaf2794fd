/** 3-D Secure by itself, and payments that use it: once, for the same card, up to its amount. */
import { afterAll, describe, expect, it } from 'vitest';
import { createEntity } from '../../gateway/entities/entities.ts';
import {
  ACCEPTED,
  CARD,
  DECLINED_CARD,
  expectInvalid,
  inShort,
  SUCCESS,
  startMerchant,
  THROUGH,
} from '../support/merchant.ts';
import { shopperOf } from '../support/shopper.ts';
import type { Answer, Fields } from '../support/test-gateway.ts';

const merchant = await startMerchant();
afterAll(() => merchant[Symbol.asyncDispose]());
const { call, entityId, gateway, payment, payStored, register } = merchant;
const { db } = gateway;
const shopper = shopperOf(merchant);

const FRICTIONLESS = { 'card.number': '4200000000000026' };
const CHALLENGE = { 'card.number': '4200000000000018' };
const PENDING = { status: 200, code: '000.200.000' };
const UNKNOWN = { status: 404, code: '700.400.580' };
const DAY_MS = 24 * 60 * 60_000;

const authenticate = (fields: Fields = {}): Promise<Answer> =>
  call('/v1/threeDSecure', {
    entityId,
    amount: '92.00',
    currency: 'EUR',
    ...CARD,
    shopperResultUrl: 'https://shop.example/result',
    ...FRICTIONLESS,
    ...fields,
  });
const authenticated = async (fields: Fields = {}): Promise<string> => {
  const { body } = await authenticate(fields);
  expect(body.result.code).toBe(SUCCESS);
  return body.id;
};
const readOne = (id: string) => call(`/v1/threeDSecure/${id}?entityId=${entityId}`);
const payWith = (id: string, fields: Fields = {}) =>
  payment({ 'threeDSecure.id': id, ...FRICTIONLESS, ...fields });
const messageOf = ({ body }: Answer) => body.result.parameterErrors?.[0]?.message;

describe('an authentication', () => {
  it('without a challenge tells what came out of it, and moves no money', async () => {
    const answer = await authenticate({ merchantTransactionId: 'authentication-1' });
    expect(inShort(answer)).toEqual(ACCEPTED);
    const { body } = answer;
    expect(body).toMatchObject({
      paymentType: '3D',
      amount: '92.00',
      merchantTransactionId: 'authentication-1',
      threeDSecure: {
        eci: '05',
        version: '2.2.0',
        flow: 'frictionless',
        transStatus: 'Y',
        verificationId: expect.stringMatching(/./),
        dsTransactionId: expect.stringMatching(/./),
      },
    });
    expect((await readOne(body.id)).body).toMatchObject({
      id: body.id,
      threeDSecure: body.threeDSecure,
    });
    const today = new Date().toISOString().slice(0, 10);
    const report = `entityId=${entityId}&date.from=${today}&date.to=${today}`;
    const { body: reported } = await call(`/reports/v1/reconciliations/aggregations?${report}`);
    expect(reported.aggregations).toEqual([]);
    for (const paymentType of ['CP', 'RV', 'RF']) {
      const refused = await merchant.refer(body.id, {
        paymentType,
        ...(paymentType !== 'RV' && { amount: '1.00', currency: 'EUR' }),
      });
      expect(refused.status).toBe(400);
    }
  });

  it('by a challenge ends where the shopper comes back, and is read there', async () => {
    const answer = await authenticate(CHALLENGE);
    expect(inShort(answer)).toEqual(PENDING);
    const { id, redirect } = answer.body;
    const end = await shopper.answerChallenge(redirect.url, 'Y');
    expect(end.body).toContain(encodeURIComponent(`/v1/threeDSecure/${id}`));
    expect((await readOne(id)).body).toMatchObject({
      result: { code: SUCCESS },
      threeDSecure: { eci: '05', flow: 'challenge', transStatus: 'Y' },
    });
    const paid = await payWith(id, CHALLENGE);
    expect(inShort(paid)).toEqual(ACCEPTED);
    expect(paid.body.redirect).toBeUndefined();
  });

  it('that fails is a failed one, by a challenge or without', async () => {
    const { body } = await authenticate(CHALLENGE);
    await shopper.answerChallenge(body.redirect.url, 'N');
    expect((await readOne(body.id)).body.result.code).toBe('100.380.401');
    const rejected = await authenticate({ 'card.number': '4200003000000079' });
    expect(inShort(rejected)).toEqual({ status: 400, code: '100.390.118' });
  });

  it('is no question to the acquirer: a card that it declines is authenticated', async () => {
    const answer = await authenticate({ 'card.number': DECLINED_CARD });
    expect(inShort(answer)).toEqual(ACCEPTED);
    expect(answer.body.resultDetails).not.toHaveProperty('AcquirerResponse');
    expect(answer.body.result).not.toHaveProperty('cvvResponse');
  });

  it('after a method call goes on by itself', async () => {
    const { body } = await authenticate({ 'card.number': '4200000000000091' });
    expect(body.redirect.preconditions).toHaveLength(1);
    await shopper.passMethodCall(body.redirect.url);
    expect((await readOne(body.id)).body.result.code).toBe(SUCCESS);
  });

  it('under an Idempotency-Key is made once', async () => {
    const headers = { 'idempotency-key': 'authentication of an order' };
    const ask = () =>
      call(
        '/v1/threeDSecure',
        {
          ...{ entityId, amount: '92.00', currency: 'EUR', ...CARD, ...FRICTIONLESS },
          shopperResultUrl: 'https://shop.example/result',
        },
        { headers },
      );
    expect((await ask()).body.id).toBe((await ask()).body.id);
  });
});

describe('an authentication is refused', () => {
  it.each<[why: string, fields: Fields, name: string]>([
    ['without an amount', { amount: undefined }, 'amount'],
    ['of nothing', { amount: '0.00' }, 'amount'],
    ['without a card', { 'card.number': undefined }, 'card.number'],
    ['without a page to come back to', { shopperResultUrl: undefined }, 'shopperResultUrl'],
    ['as a debit', { paymentType: 'DB' }, 'paymentType'],
    ['with what it is to find out', { 'threeDSecure.eci': '05' }, 'threeDSecure.eci'],
    ['with an exemption', { 'threeDSecure.exemptionFlag': '01' }, 'threeDSecure.exemptionFlag'],
    ['with another authentication', { 'threeDSecure.id': '0'.repeat(32) }, 'threeDSecure.id'],
    [
      'of a shopper who is away',
      { recurringType: 'REPEATED', 'card.cvv': undefined },
      'recurringType',
    ],
    ['by telephone', { transactionCategory: 'TO' }, 'transactionCategory'],
  ])('%s', async (_, fields, name) => {
    expectInvalid(await authenticate(fields), name);
  });

  it('of a wallet', async () => {
    const answer = await authenticate({ paymentBrand: 'PAYPAL' });
    expect(inShort(answer)).toEqual({ status: 400, code: '600.200.800' });
  });

  it('to others: it is read by its own channel, and no payment is one', async () => {
    const id = await authenticated();
    await using other = await startMerchant();
    const theirs = `entityId=${other.entityId}`;
    expect(inShort(await other.call(`/v1/threeDSecure/${id}?${theirs}`))).toEqual(UNKNOWN);
    expect(inShort(await readOne(await merchant.paymentId()))).toEqual(UNKNOWN);
    expect(inShort(await readOne('0'.repeat(32)))).toEqual(UNKNOWN);
  });
});

describe('a payment with an authentication', () => {
  it('asks the shopper nothing, and the issuer bears the loss', async () => {
    const id = await authenticated();
    const paid = await payWith(id);
    expect(inShort(paid)).toEqual(ACCEPTED);
    const { threeDSecure } = (await readOne(id)).body;
    expect(paid.body.threeDSecure).toMatchObject({
      id,
      eci: threeDSecure.eci,
      verificationId: threeDSecure.verificationId,
      dsTransactionId: threeDSecure.dsTransactionId,
      liabilityShift: true,
    });
  });

  it('may be of less, of a card that is stored, or a reservation', async () => {
    expect(inShort(await payWith(await authenticated(), { amount: '91.99' }))).toEqual(ACCEPTED);
    expect(inShort(await payWith(await authenticated(), { paymentType: 'PA' }))).toEqual(ACCEPTED);
    const stored = (await register(FRICTIONLESS)).body.id;
    const paid = await payStored(stored, { 'threeDSecure.id': await authenticated() });
    expect(inShort(paid)).toEqual(ACCEPTED);
    expect(paid.body.threeDSecure.liabilityShift).toBe(true);
  });

  it('uses it once, also where two come at the same moment', async () => {
    const id = await authenticated();
    const both = await Promise.all([payWith(id), payWith(id)]);
    expect(both.map(inShort).sort((a, b) => a.status - b.status)).toEqual([
      ACCEPTED,
      { status: 400, code: '200.300.404' },
    ]);
    const again = await payWith(id);
    expectInvalid(again, 'threeDSecure.id');
    expect(messageOf(again)).toContain('was used by another payment');
  });

  it('is one where it is repeated under its key', async () => {
    const id = await authenticated();
    const headers = { 'idempotency-key': `payment with ${id}` };
    const fields = { 'threeDSecure.id': id, ...FRICTIONLESS };
    const [one, two] = [await payment(fields, { headers }), await payment(fields, { headers })];
    expect(one.body.id).toBe(two.body.id);
    expect(inShort(two)).toEqual(ACCEPTED);
  });

  it.each<[why: string, fields: Fields, message: string]>([
    ['of another card', { 'card.number': '4200000000000000' }, 'of the card that pays'],
    ['of more', { amount: '92.01' }, 'was given for 92.00 EUR, and not for more'],
    ['of another currency', { currency: 'USD' }, 'was given for 92.00 EUR'],
  ])('is refused %s', async (_, fields, message) => {
    const id = await authenticated();
    const refused = await payWith(id, fields);
    expectInvalid(refused, 'threeDSecure.id');
    expect(messageOf(refused)).toContain(message);
    expect(inShort(await payWith(id))).toEqual(ACCEPTED);
  });

  it('is refused where it failed, is not over, or is none', async () => {
    const failed = (await authenticate({ 'card.number': '4200003000000079' })).body.id;
    const waiting = (await authenticate(CHALLENGE)).body.id;
    for (const [id, card] of [
      [failed, { 'card.number': '4200003000000079' }],
      [waiting, CHALLENGE],
    ] as const) {
      const refused = await payWith(id, card);
      expectInvalid(refused, 'threeDSecure.id');
      expect(messageOf(refused)).toContain('that has succeeded');
    }
    for (const id of ['0'.repeat(32), await merchant.paymentId()]) {
      const refused = await payWith(id);
      expect(messageOf(refused)).toContain('must be an authentication of this channel');
    }
    expectInvalid(await payWith('nonsense'), 'threeDSecure.id');
  });

  it('is refused on another channel of the merchant', async () => {
    const id = await authenticated();
    const { parent_id: parentId } = await db
      .selectFrom('entities')
      .select('parent_id')
      .where('id', '=', entityId)
      .executeTakeFirstOrThrow();
    const { id: other } = await createEntity(db, {
      kind: 'channel',
      name: 'Another',
      ...(parentId !== null && { parentId }),
    });
    await db.updateTable('payments').set({ entity_id: other }).where('id', '=', id).execute();
    expect(messageOf(await payWith(id))).toContain('must be an authentication of this channel');
  });

  it('is refused 90 days later', async () => {
    const id = await authenticated();
    const settled = (days: number) =>
      db
        .updateTable('payments')
        .set({ settled_at: Date.now() - days * DAY_MS })
        .where('id', '=', id)
        .execute();
    await settled(90);
    expect(messageOf(await payWith(id))).toContain('has expired');
    await settled(89);
    expect(inShort(await payWith(id))).toEqual(ACCEPTED);
  });

  it('does not contradict what is sent beside it', async () => {
    const id = await authenticated();
    expectInvalid(await payWith(id, { 'threeDSecure.eci': '05' }), 'threeDSecure.eci');
  });

  it('can bring what came out of it instead, as of any other authentication', async () => {
    const { threeDSecure } = (await readOne(await authenticated())).body;
    const paid = await payment({
      ...FRICTIONLESS,
      'threeDSecure.eci': threeDSecure.eci,
      'threeDSecure.verificationId': threeDSecure.verificationId,
      'threeDSecure.dsTransactionId': threeDSecure.dsTransactionId,
    });
    expect(inShort(paid)).toEqual(ACCEPTED);
    expect(paid.body.threeDSecure.liabilityShift).toBe(true);
  });
});

it.runIf(THROUGH !== 'INTERNAL')('a processor that authenticates nobody is not asked', async () => {
  const { settings } = await db
    .selectFrom('entities')
    .select('settings')
    .where('id', '=', entityId)
    .executeTakeFirstOrThrow();
  const { connector } = JSON.parse(settings);
  await merchant.set({ connector: { ...connector, paymentTypes: ['PA', 'DB', 'CD'] } });
  expect(inShort(await authenticate())).toEqual({ status: 400, code: '600.200.400' });
});
