/** Stored payment data: made alone or with a payment, paid with, deleted. */
import { afterAll, describe, expect, it } from 'vitest';
import { issueToken } from '../../gateway/access/access-tokens.ts';
import { createEntity } from '../../gateway/entities/entities.ts';
import {
  ACCEPTED,
  CARD,
  DECLINED_CARD,
  expectInvalid,
  ignoredIn,
  inShort,
  namesOf,
  SUCCESS,
  startMerchant,
  THROUGH,
} from '../support/merchant.ts';
import { asSubmitted, type Fields } from '../support/test-gateway.ts';

const merchant = await startMerchant();
afterAll(() => merchant[Symbol.asyncDispose]());
const { call, entityId, payment, payStored, register, unregister } = merchant;

const ID = /^[0-9a-f]{32}$/;
const UNKNOWN = { status: 404, code: '100.150.200' };
const SHOWN_CARD = {
  bin: '420000',
  last4Digits: '0000',
  holder: 'Jane Jones',
  expiryMonth: '05',
  expiryYear: '2034',
};

const storedCards = async () =>
  (await merchant.gateway.db.selectFrom('registrations').select('id').execute()).length;

describe('a registration on its own', () => {
  it('answers what the document lists, and nothing of the number', async () => {
    const { status, body } = await register({
      merchantTransactionId: 'customer-4711',
      'customer.merchantCustomerId': '4711',
      'customer.email': 'jane@shop.example',
      'billing.city': 'Paris',
      'customParameters[colour]': 'blue',
      'risk.parameters[age]': '7',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: expect.stringMatching(ID),
      merchantTransactionId: 'customer-4711',
      result: { code: SUCCESS },
      risk: { parameters: { age: '7' } },
      card: SHOWN_CARD,
      customer: { merchantCustomerId: '4711' },
      customParameters: { colour: 'blue' },
      buildNumber: expect.any(String),
      timestamp: expect.any(String),
      ndc: expect.stringMatching(new RegExp(`^${entityId}_[0-9a-f]{32}$`)),
    });
    expect(body.card).toEqual(SHOWN_CARD);
    for (const name of ['amount', 'currency', 'paymentType', 'registrationId', 'referencedId']) {
      expect(body).not.toHaveProperty(name);
    }
    expect(JSON.stringify(body)).not.toContain('4200000000000000');
  });

  it('takes no amount and no type: they are ignored, and named', async () => {
    const answer = await register({ amount: '92.00', paymentType: 'DB' });
    expect(inShort(answer)).toEqual(ACCEPTED);
    expect(ignoredIn(answer)).toEqual(['amount', 'paymentType']);
    expect(answer.body).not.toHaveProperty('amount');
  });

  it('makes no payment', async () => {
    const before = await merchant.countPayments();
    const { body } = await register({ merchantTransactionId: 'no-payment' });
    const query = await call(`/v1/query?entityId=${entityId}&merchantTransactionId=no-payment`);
    expect(inShort(query)).toEqual({ status: 400, code: '700.400.580' });
    expect(inShort(await merchant.read(body.id))).toEqual({ status: 404, code: '700.400.580' });
    expect(await merchant.countPayments()).toBe(before);
  });

  it('finds the brand in the number', async () => {
    const { body } = await register({
      paymentBrand: undefined,
      'card.number': '5454545454545454',
    });
    expect(body.result.code).toBe(SUCCESS);
    const paid = await payStored(body.id);
    expect(paid.body).toMatchObject({ paymentBrand: 'MASTER', result: { code: SUCCESS } });
  });

  it('needs the brand where the number does not tell it', async () => {
    const answer = await register({
      paymentBrand: undefined,
      'card.number': '1000000000000008',
      'card.cvv': undefined,
    });
    expectInvalid(answer, 'paymentBrand');
  });

  it('needs no CVV, unless it starts a chain', async () => {
    expect(inShort(await register({ 'card.cvv': undefined }))).toEqual(ACCEPTED);
    expect(inShort(await register({ recurringType: 'INITIAL' }))).toEqual(ACCEPTED);
    expectInvalid(await register({ recurringType: 'INITIAL', 'card.cvv': undefined }), 'card.cvv');
  });

  it('needs a card', async () => {
    const answer = await register(
      Object.fromEntries(Object.keys(CARD).map((name) => [name, undefined])),
    );
    expect(answer.status).toBe(400);
    expect(answer.body.result.code).toBe('200.300.404');
    expect(namesOf(answer)).toContain('card.number');
  });

  it('is refused with the result that the simulator is asked for', async () => {
    const before = await storedCards();
    const forced = { 'customParameters[simulator.result]': '800.100.153' };
    expect(inShort(await register(forced))).toEqual({ status: 400, code: '800.100.153' });
    expect(await storedCards()).toBe(before);
    const succeeds = { 'customParameters[simulator.result]': SUCCESS };
    expect(inShort(await register(succeeds))).toEqual(ACCEPTED);
  });

  it('in a checkout is refused with it, too', async () => {
    const id = await merchant.createCheckout({
      amount: undefined,
      currency: undefined,
      paymentType: undefined,
      createRegistration: 'true',
      'customParameters[simulator.result]': '800.100.153',
    });
    const shopperResultUrl = 'https://shop.example/result';
    const post = await asSubmitted(merchant, id, { ...CARD, shopperResultUrl });
    const answer = await call(`/v1/checkouts/${id}/registration`, post);
    expect(inShort(answer)).toEqual({ status: 400, code: '800.100.153' });
  });

  it('of the same card twice are two', async () => {
    const [one, two] = [await register(), await register()];
    expect(one.body.id).not.toBe(two.body.id);
  });
});

describe('a payment with a registration', () => {
  it.each(['PA', 'DB', 'CD'])('%s', async (paymentType) => {
    const { body: registration } = await register();
    const answer = await payStored(registration.id, {
      paymentType,
      merchantTransactionId: 'stored-4711',
      'customer.merchantCustomerId': '4711',
      'customParameters[colour]': 'blue',
    });
    expect(inShort(answer)).toEqual(ACCEPTED);
    expect(answer.body).toMatchObject({
      id: expect.stringMatching(ID),
      paymentType,
      paymentBrand: 'VISA',
      amount: '92.00',
      currency: 'EUR',
      merchantTransactionId: 'stored-4711',
      card: SHOWN_CARD,
      customer: { merchantCustomerId: '4711' },
      customParameters: { colour: 'blue' },
    });
    expect((await merchant.read(answer.body.id)).body).toMatchObject({
      id: answer.body.id,
      paymentType,
      card: SHOWN_CARD,
    });
  });

  it('as often as wanted', async () => {
    const { body } = await register();
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push((await payStored(body.id)).body.id);
    expect(new Set(ids).size).toBe(3);
  });

  it('is declined as the card is', async () => {
    const { body } = await register({ 'card.number': DECLINED_CARD });
    expect(body.result.code).toBe(SUCCESS);
    expect(inShort(await payStored(body.id))).toEqual({ status: 400, code: '800.100.152' });
    expect(inShort(await payStored(body.id))).toEqual({ status: 400, code: '800.100.152' });
  });

  it.each<[name: string, fields: Fields]>([
    ['amount', { amount: undefined }],
    ['amount', { amount: '1.5' }],
    ['currency', { currency: undefined }],
    ['paymentType', { paymentType: undefined }],
    ['paymentType', { paymentType: 'CP' }],
    ['paymentType', { paymentType: 'RF' }],
  ])('refuses a wrong %s: %o', async (name, fields) => {
    const { body } = await register();
    expectInvalid(await payStored(body.id, fields), name);
  });

  it.each([
    ['unknown', '0'.repeat(32)],
    ['no id', encodeURIComponent("'; drop table registrations; --")],
  ])('of an %s registration is refused', async (_which, id) => {
    expect(inShort(await payStored(id))).toEqual(UNKNOWN);
  });

  it.runIf(THROUGH === 'INTERNAL')(
    'of another merchant’s registration is refused, and so is its deletion',
    async () => {
      const { db } = merchant.gateway;
      const other = await createEntity(db, { kind: 'merchant', name: 'Other merchant' });
      const channel = await createEntity(db, {
        kind: 'channel',
        name: 'Other channel',
        parentId: other.id,
      });
      const { token } = await issueToken(db, { entityId: channel.id, label: 'test' });
      const headers = { authorization: `Bearer ${token}` };
      const { body } = await register({ entityId: channel.id }, { headers });
      expect(body.result.code).toBe(SUCCESS);
      expect(inShort(await payStored(body.id))).toEqual(UNKNOWN);
      expect(inShort(await unregister(body.id))).toEqual(UNKNOWN);
      const own = await payStored(body.id, { entityId: channel.id }, { headers });
      expect(inShort(own)).toEqual(ACCEPTED);
    },
  );

  it('a payment’s id is no registration', async () => {
    expect(inShort(await payStored(await merchant.paymentId()))).toEqual(UNKNOWN);
  });
});

describe('a payment that stores its data', () => {
  it('answers the registration, which can be paid with', async () => {
    const { body } = await payment({ createRegistration: 'true' });
    expect(body).toMatchObject({
      result: { code: SUCCESS },
      registrationId: expect.stringMatching(ID),
    });
    expect(body.registrationId).not.toBe(body.id);
    expect(inShort(await payStored(body.registrationId))).toEqual(ACCEPTED);
    const read = await merchant.read(body.id);
    expect(read.body.registrationId).toBe(body.registrationId);
  });

  it.each<[why: string, fields: Fields]>([
    ['without createRegistration', {}],
    ['with createRegistration=false', { createRegistration: 'false' }],
    ['when it is declined', { createRegistration: 'true', 'card.number': DECLINED_CARD }],
    [
      'when it is pending',
      { createRegistration: 'true', 'customParameters[simulator.result]': '000.200.000' },
    ],
  ])('answers none %s', async (_why, fields) => {
    const { body } = await payment(fields);
    expect(body).toHaveProperty('id');
    expect(body).not.toHaveProperty('registrationId');
    expect((await merchant.read(body.id)).body).not.toHaveProperty('registrationId');
  });
});

describe('deleting a registration', () => {
  it('answers a new id and the one that was deleted', async () => {
    const { body: registration } = await register({
      merchantTransactionId: 'customer-4711',
      'customer.merchantCustomerId': '4711',
    });
    const { status, body } = await unregister(registration.id);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(ID),
      referencedId: registration.id,
      merchantTransactionId: 'customer-4711',
      customer: { merchantCustomerId: '4711' },
      result: { code: SUCCESS, description: expect.any(String) },
      buildNumber: expect.any(String),
      timestamp: expect.any(String),
      ndc: expect.any(String),
    });
    expect(body.id).not.toBe(registration.id);
  });

  it('once; it is unknown from then on', async () => {
    const { body } = await register();
    await payStored(body.id);
    expect(inShort(await unregister(body.id))).toEqual(ACCEPTED);
    expect(inShort(await unregister(body.id))).toEqual(UNKNOWN);
    expect(inShort(await payStored(body.id))).toEqual(UNKNOWN);
  });

  it('keeps the payments that were made with it', async () => {
    const { body } = await payment({ createRegistration: 'true' });
    const again = await payStored(body.registrationId);
    await unregister(body.registrationId);
    for (const id of [body.id, again.body.id]) {
      expect(inShort(await merchant.read(id))).toEqual(ACCEPTED);
      const refund = { paymentType: 'RF', amount: '92.00', currency: 'EUR' };
      expect(inShort(await merchant.refer(id, refund))).toEqual(ACCEPTED);
    }
  });

  it('keeps the other registrations of the card', async () => {
    const [one, two] = [await register(), await register()];
    await unregister(one.body.id);
    expect(inShort(await payStored(two.body.id))).toEqual(ACCEPTED);
  });

  it('leaves nothing of the number in the vault', async () => {
    const { db } = merchant.gateway;
    const cards = async () =>
      Number(
        (
          await db
            .selectFrom('card_numbers')
            .select(({ fn }) => fn.countAll().as('n'))
            .executeTakeFirst()
        )?.n,
      );
    const before = await cards();
    const { body } = await register();
    expect(await cards()).toBe(before + 1);
    await unregister(body.id);
    expect(await cards()).toBe(before);
  });

  it.runIf(THROUGH === 'INTERNAL').each([
    ['INTERNAL', 200, SUCCESS],
    ['EXTERNAL', 200, '000.100.112'],
    ['LIVE', 400, '200.300.404'],
  ])('with testMode=%s in the query', async (testMode, status, code) => {
    const { body } = await register();
    const answer = await call(
      `/v1/registrations/${body.id}?entityId=${entityId}&testMode=${testMode}`,
      undefined,
      { method: 'DELETE' },
    );
    expect(inShort(answer)).toEqual({ status, code });
    if (status === 400) expect(namesOf(answer)).toEqual(['testMode']);
    expect((await payStored(body.id)).status).toBe(status === 400 ? 200 : 404);
  });

  it('of an unknown one is refused', async () => {
    expect(inShort(await unregister('0'.repeat(32)))).toEqual(UNKNOWN);
  });

  it('at the same moment, ten times, deletes once', async () => {
    const { body } = await register();
    const answers = await Promise.all(Array.from({ length: 10 }, () => unregister(body.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(9);
  });
});

describe('a registration through a checkout', () => {
  const create = async () => {
    const { status, body } = await call('/v1/checkouts', { entityId, createRegistration: 'true' });
    expect({ status, code: body.result.code }).toEqual({ status: 200, code: '000.200.100' });
    return body.id;
  };
  const path = (id: string) => `/v1/checkouts/${id}/registration`;
  const form: Fields = { ...CARD, shopperResultUrl: 'https://shop.example/result' };

  it('needs no amount and no type; its result is read from the checkout', async () => {
    const id = await create();
    const sent = await call(path(id), await asSubmitted(merchant, id, form));
    expect(sent.status).toBe(200);
    expect(sent.body.redirect.url).toBe(
      `https://shop.example/result?id=${id}&resourcePath=${encodeURIComponent(path(id))}`,
    );
    const { status, body } = await call(`${path(id)}?entityId=${entityId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: expect.stringMatching(ID),
      result: { code: SUCCESS },
      card: SHOWN_CARD,
      ndc: id,
    });
    expect(inShort(await payStored(body.id))).toEqual(ACCEPTED);
  });

  it('reads as pending before the shopper has sent anything', async () => {
    const { status, body } = await call(`${path(await create())}?entityId=${entityId}`);
    expect({ status, code: body.result.code }).toEqual({ status: 200, code: '000.200.000' });
    expect(body).not.toHaveProperty('id');
  });

  it('of an unknown checkout is refused', async () => {
    const unknown = path(`${'A'.repeat(32)}.uat01-gw01`);
    for (const answer of [
      await call(`${unknown}?entityId=${entityId}`),
      await call(unknown, form),
    ]) {
      expect(inShort(answer)).toEqual({ status: 404, code: '200.300.404' });
    }
  });
});
