/** What a checkout was created for and what its shopper sends keep the same rules together. */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { expectInvalid } from '../support/merchant.ts';
import { sealer } from '../support/seal.ts';
import { CARD, CARD_FIELDS, type Fields, startAlone } from '../support/test-gateway.ts';

const gateway = await startAlone();
afterAll(() => gateway[Symbol.asyncDispose]());
const { call, createCheckout, entityId } = gateway;
const { db } = gateway.gateway;
const seal = await sealer(gateway, await createCheckout());

const PAID = '000.100.110';
const STORES: Fields = {
  amount: undefined,
  currency: undefined,
  paymentType: undefined,
  createRegistration: 'true',
};
const INITIALS: Fields[] = [
  { recurringType: 'INITIAL' },
  { 'standingInstruction.mode': 'INITIAL' },
];
const REPEATEDS: Fields[] = [
  { recurringType: 'REPEATED' },
  { 'standingInstruction.mode': 'REPEATED', 'standingInstruction.source': 'MIT' },
];

type Post = (checkoutId: string, fields?: Fields) => ReturnType<typeof call>;
const posted =
  (resource: 'payment' | 'registration', sealed: boolean): Post =>
  async (id, fields = {}) => {
    const { 'card.number': value = '', 'card.cvv': cvv, ...rest }: Fields = { ...CARD, ...fields };
    const clear = { 'card.number': value, 'card.cvv': cvv };
    const number = sealed && (await seal(id, 'card.number', { value }));
    return call(`/v1/checkouts/${id}/${resource}`, {
      ...rest,
      ...(number
        ? {
            'sealed[card.number]': number,
            'sealed[card.cvv]': await seal(id, 'card.cvv', { value: cvv ?? '' }),
          }
        : clear),
    });
  };
/** How a browser posts: the form with sealed values, or a plain one on a test channel. */
const WAYS: readonly [way: string, checkout: Fields, post: Post][] = [
  ['the form', {}, posted('payment', true)],
  ['a plain post', {}, posted('payment', false)],
  ['the form that stores', STORES, posted('registration', true)],
  ['a plain post that stores', STORES, posted('registration', false)],
];
const formOf = async (id: string) => (await call(`/v1/checkouts/${id}/form`)).body;
const attempts = async () =>
  (await db.selectFrom('payments').select('id').execute()).length +
  (await db.selectFrom('registrations').select('id').execute()).length;

describe.each(WAYS)('%s', (_way, checkout, post) => {
  it.each(INITIALS)('that starts a chain (%o) needs the CVV', async (fields) => {
    const id = await createCheckout({ ...checkout, ...fields });
    const before = await attempts();
    expectInvalid(await post(id, { 'card.cvv': undefined }), 'card.cvv');
    expect(await attempts()).toBe(before);
    expect((await post(id)).body.result.code).toBe(PAID);
  });

  it.each(REPEATEDS)('of a later payment (%o) takes no CVV', async (fields) => {
    const id = await createCheckout({ ...checkout, ...fields });
    const refused = await post(id);
    expectInvalid(refused, 'card.cvv');
    expect(refused.body.result.parameterErrors[0].value).toBeNull();
    expect((await post(id, { 'card.cvv': undefined })).body.result.code).toBe(PAID);
  });

  it('MIT alone forbids neither INITIAL nor the CVV', async () => {
    const mit = { 'standingInstruction.source': 'MIT' };
    const [alone, first] = [
      await createCheckout({ ...checkout, ...mit }),
      await createCheckout({ ...checkout, ...mit, recurringType: 'INITIAL' }),
    ];
    expect((await post(alone)).body.result.code).toBe(PAID);
    expect((await post(first)).body.result.code).toBe(PAID);
  });

  it.each([undefined, '', '   '])('needs the holder: %o', async (holder) => {
    const id = await createCheckout(checkout);
    expectInvalid(await post(id, { 'card.holder': holder }), 'card.holder');
  });

  it('needs none where its page has hidden the field', async () => {
    const id = await createCheckout(checkout);
    const answer = await post(id, { 'card.holder': undefined, 'card.holderHidden': 'true' });
    expect(answer.body.result.code).toBe(PAID);
  });
});

describe('the form’s data say of the CVV', () => {
  it.each<[string, Fields, boolean | undefined]>([
    ['nothing of a payment by itself', {}, undefined],
    ['that a first payment needs it', { recurringType: 'INITIAL' }, true],
    ['that a first registration needs it', { ...STORES, recurringType: 'INITIAL' }, true],
    ['that a later one does not take it', { recurringType: 'REPEATED' }, false],
    ['nothing of MIT alone', { 'standingInstruction.source': 'MIT' }, undefined],
  ])('%s', async (_what, fields, cardCvv) => {
    expect((await formOf(await createCheckout(fields))).cardCvv).toBe(cardCvv);
  });
});

describe('a stored card of the checkout', () => {
  afterEach(() => gateway.set({ storedCardCvv: undefined }));
  const offered = async (fields: Fields) => {
    const { body } = await call('/v1/registrations', {
      entityId,
      ...CARD_FIELDS,
      'card.cvv': undefined,
    });
    const id = await createCheckout({ 'registrations[0].id': body.id, ...fields });
    const payStored = (cvv: Fields = {}) =>
      call(`/v1/checkouts/${id}/payment`, {
        registrationId: body.id,
        shopperResultUrl: CARD['shopperResultUrl'],
        ...cvv,
      });
    return { id, payStored };
  };

  it.each(INITIALS)('starts a chain (%o) with its CVV', async (fields) => {
    const { id, payStored } = await offered(fields);
    expect((await formOf(id)).storedCardCvv).toBe('required');
    expectInvalid(await payStored(), 'card.cvv');
    expect((await payStored({ 'card.cvv': '123' })).body.result.code).toBe(PAID);
  });

  it.each(REPEATEDS)('of a later payment (%o) is paid with or without it', async (fields) => {
    for (const cvv of [{}, { 'card.cvv': '123' }]) {
      const { id, payStored } = await offered(fields);
      expect((await formOf(id)).storedCardCvv).toBeUndefined();
      expect((await payStored(cvv)).body.result.code).toBe(PAID);
    }
  });

  it.each(REPEATEDS)('of a later payment (%o) needs it where the channel says so', async (more) => {
    await gateway.set({ storedCardCvv: 'required' });
    const { id, payStored } = await offered(more);
    expect(await formOf(id)).toMatchObject({ cardCvv: false, storedCardCvv: 'required' });
    expect((await payStored()).body.result.code).toBe('100.100.600');
    expect((await payStored({ 'card.cvv': '123' })).body.result.code).toBe(PAID);
  });
});

describe('a form of an older release, which does not know the rules', () => {
  const ofOlder = async (fields: Fields = {}) => {
    const id = await createCheckout(fields);
    const row = await db.selectFrom('releases').selectAll().executeTakeFirstOrThrow();
    await db
      .insertInto('releases')
      .values({ ...row, id: 'older', script: '/* older */' })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    await db.updateTable('checkouts').set({ release: 'older' }).where('id', '=', id).execute();
    return id;
  };
  const sealed = posted('payment', true);

  it('pays without the holder that its page has hidden', async () => {
    const answer = await sealed(await ofOlder(), { 'card.holder': undefined });
    expect(answer.body.result.code).toBe(PAID);
  });

  it('pays a later payment of a chain; the CVV that it asked for goes nowhere', async () => {
    const { body } = await sealed(await ofOlder({ recurringType: 'REPEATED' }));
    expect(body.result.code).toBe(PAID);
    expect(body.result).not.toHaveProperty('cvvResponse');
  });

  it('starts no chain without the CVV', async () => {
    const id = await ofOlder({ recurringType: 'INITIAL' });
    expectInvalid(await sealed(id, { 'card.cvv': undefined }), 'card.cvv');
  });

  it('nor is a plain post excused', async () => {
    const plain = posted('payment', false);
    expectInvalid(await plain(await ofOlder(), { 'card.holder': undefined }), 'card.holder');
  });
});

describe('what the browser adds to the checkout', () => {
  it('starts a chain: then it needs the CVV, too', async () => {
    const id = await createCheckout();
    const first = { 'standingInstruction.mode': 'INITIAL' };
    expectInvalid(await gateway.pay(id, { ...first, 'card.cvv': undefined }), 'card.cvv');
    expect((await gateway.pay(id, first)).body.result.code).toBe(PAID);
  });
});
