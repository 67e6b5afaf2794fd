/** A seal opens once, with its pair (D8). */
import { afterAll, describe, expect, it } from 'vitest';
import { SEALED_REFUSED, type SealedClaims } from '../../../contract/sealed-value.ts';
import { ApiError } from '../../gateway/requests/index.ts';
import { THROUGH } from '../support/processor-gateway.ts';
import { sealer } from '../support/seal.ts';
import { CARD, type Fields, startTestGateway } from '../support/test-gateway.ts';

const gateway = await startTestGateway();
afterAll(() => gateway[Symbol.asyncDispose]());
const { call, createCheckout } = gateway;
const { db } = gateway.gateway;
const seal = await sealer(gateway, await gateway.createCheckout());

const DECLINED = '4200000000001024';
const REFUSED = [400, SEALED_REFUSED.notAcceptable];
const OTHER_CARD = '5454545454545454';
const SECOND = 1_000;

const submit = (resource: 'payment' | 'registration', id: string, fields: Fields) =>
  call(`/v1/checkouts/${id}/${resource}`, {
    ...CARD,
    'card.number': undefined,
    'card.cvv': undefined,
    ...fields,
  });
const pay = (id: string, fields: Fields) => submit('payment', id, fields);
const codeOf = ({ status, body }: Awaited<ReturnType<typeof pay>>) => [status, body.result.code];

type Halves = Record<'sealed[card.number]' | 'sealed[card.cvv]', string>;
const sealBoth = async (
  id: string,
  number: Partial<SealedClaims> = {},
  cvv: Partial<SealedClaims> = {},
): Promise<Halves> => ({
  'sealed[card.number]': await seal(id, 'card.number', number),
  'sealed[card.cvv]': await seal(id, 'card.cvv', {
    ...(number.nonce && { nonce: number.nonce }),
    ...cvv,
  }),
});
const countPayments = async (id: string) =>
  (await db.selectFrom('payments').select('id').where('checkout_id', '=', id).execute()).length;
const formOf = async (id: string) => (await call(`/v1/checkouts/${id}/form`)).body;

describe('number and CVV', () => {
  it('of one submission pay, with the nonce that the form’s data bring', async () => {
    const id = await createCheckout();
    const { nonce } = await formOf(id);
    expect(codeOf(await pay(id, await sealBoth(id, { nonce })))[0]).toBe(200);
    expect((await formOf(id)).nonce).not.toBe(nonce);
  });

  it.each<[string, (id: string) => Promise<Fields>]>([
    [
      'of two submissions',
      async (id) => {
        const [one, other] = [await sealBoth(id), await sealBoth(id)];
        return { ...one, 'sealed[card.cvv]': other['sealed[card.cvv]'] };
      },
    ],
    [
      'of which the absent CVV is replaced by another’s',
      async (id) => {
        const [absent, other] = [await sealBoth(id, {}, { value: '' }), await sealBoth(id)];
        return { ...absent, 'sealed[card.cvv]': other['sealed[card.cvv]'] };
      },
    ],
    [
      'of which the CVV is replaced by another’s absent one',
      async (id) => {
        const [own, absent] = [await sealBoth(id), await sealBoth(id, {}, { value: '' })];
        return { ...own, 'sealed[card.cvv]': absent['sealed[card.cvv]'] };
      },
    ],
    [
      'with a nonce of another checkout',
      async (id) => sealBoth(id, { nonce: (await formOf(await createCheckout())).nonce }),
    ],
    ['with a nonce that is made up', (id) => sealBoth(id, { nonce: 'a'.repeat(64) })],
    ['with a nonce that is none', (id) => sealBoth(id, { nonce: 'mine' })],
    ['of which the number is sealed as absent', (id) => sealBoth(id, { value: '' })],
  ])('%s are refused, and nothing is attempted', async (_name, fields) => {
    const id = await createCheckout();
    expect(codeOf(await pay(id, await fields(id)))).toEqual(REFUSED);
    expect(await countPayments(id)).toBe(0);
  });

  it('that is sealed as absent pays without a CVV', async () => {
    const id = await createCheckout();
    expect((await pay(id, await sealBoth(id, {}, { value: '' }))).status).toBe(200);
  });

  it.runIf(THROUGH !== 'LIVE')('are both sealed, or both are text', async () => {
    const id = await createCheckout();
    const { 'sealed[card.number]': number } = await sealBoth(id);
    const { status, body } = await pay(id, { 'sealed[card.number]': number, 'card.cvv': '123' });
    expect([status, body.result.parameterErrors?.[0]?.name]).toEqual([400, 'card.cvv']);
    expect(await countPayments(id)).toBe(0);
  });
});

describe('the time of a seal', () => {
  it.each([
    ['59 seconds ahead pays', 59 * SECOND, 200],
    // Not to the second: the payment takes a while to come.
    ['4 minutes 30 old pays', -270 * SECOND, 200],
    ['90 seconds ahead is refused', 90 * SECOND, 400],
    ['4 minutes ahead is refused', 240 * SECOND, 400],
    ['5 minutes ahead is refused', 300 * SECOND, 400],
    ['5 minutes 1 old is refused', -301 * SECOND, 400],
  ])('%s', async (_name, shift, status) => {
    const id = await createCheckout();
    const at = Date.now() + shift;
    const answer = await pay(id, await sealBoth(id, { at }, { at }));
    expect(answer.status).toBe(status);
    if (status === 200) return;
    expect(answer.body.result.code).toBe(SEALED_REFUSED.tooOld);
    expect(await countPayments(id)).toBe(0);
    const { nonce, now } = answer.body;
    expect(Math.abs(now - Date.now())).toBeLessThan(60 * SECOND);
    expect((await pay(id, await sealBoth(id, { nonce }))).status).toBe(200);
  });
});

describe('after a decline', () => {
  const decline = async (id: string) => {
    const fields = await sealBoth(id, { value: DECLINED });
    const answer = await pay(id, fields);
    expect(answer.body.result.code).toBe('800.100.155');
    return { fields, answer };
  };

  it('the answer brings the next nonce, and the shopper goes on with it', async () => {
    const id = await createCheckout();
    const { answer } = await decline(id);
    const { nonce } = answer.body;
    expect((await pay(id, await sealBoth(id, { nonce }))).status).toBe(200);
  });

  it('the same post gets the same answer', async () => {
    const id = await createCheckout();
    const { fields, answer } = await decline(id);
    expect(codeOf(await pay(id, fields))).toEqual(codeOf(answer));
    expect(await countPayments(id)).toBe(1);
  });

  it.each<[string, (fields: Halves, id: string, nonce: string) => Promise<Fields>]>([
    ['its seals with another holder', async (fields) => ({ ...fields, 'card.holder': 'Jo Doe' })],
    [
      'its number with another expiry date',
      async (fields) => ({ ...fields, 'card.expiryYear': '2035' }),
    ],
    [
      'its CVV beside another number, sealed with its nonce',
      async (fields, id, nonce) => ({
        ...fields,
        paymentBrand: 'MASTER',
        'sealed[card.number]': await seal(id, 'card.number', { nonce, value: OTHER_CARD }),
      }),
    ],
    [
      'its CVV beside another number',
      async (fields, id) => ({
        ...fields,
        paymentBrand: 'MASTER',
        'sealed[card.number]': await seal(id, 'card.number', { value: OTHER_CARD }),
      }),
    ],
    ['new seals with its nonce', async (_fields, id, nonce) => sealBoth(id, { nonce })],
    [
      'its number alone',
      async ({ 'sealed[card.number]': number }) => ({ 'sealed[card.number]': number }),
    ],
  ])('%s is refused, and nothing is attempted', async (_name, change) => {
    const id = await createCheckout();
    const { nonce } = await formOf(id);
    const first = await sealBoth(id, { nonce, value: DECLINED });
    await pay(id, first);
    const answer = await pay(id, await change(first, id, nonce));
    expect(codeOf(answer)).toEqual(REFUSED);
    expect(await countPayments(id)).toBe(1);
    const again = await sealBoth(id, { nonce: answer.body.nonce });
    expect((await pay(id, again)).status).toBe(200);
  });
});

describe('posts at once with one nonce', () => {
  it('make exactly one attempt, however they differ', async () => {
    const id = await createCheckout();
    const { nonce } = await formOf(id);
    const posts = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => ({
        ...(await sealBoth(id, { nonce, value: DECLINED })),
        'card.holder': `Jane Jones ${'ABCDEFGH'[n]}`,
      })),
    );
    const answers = await Promise.all(posts.map((fields) => pay(id, fields)));
    const codes = answers.map(({ body }) => body.result.code).toSorted();
    expect(codes).toEqual(['800.100.155', ...Array(7).fill(SEALED_REFUSED.notAcceptable)]);
    expect(await countPayments(id)).toBe(1);
  });
});

describe('a stored card', () => {
  const stored = async () =>
    (
      await call('/v1/registrations', {
        ...CARD,
        'card.cvv': undefined,
        shopperResultUrl: undefined,
        entityId: gateway.entityId,
      })
    ).body.id as string;
  const withStored = async (fields: (id: string) => Promise<Fields>) => {
    const registrationId = await stored();
    const id = await createCheckout({ 'registrations[0].id': registrationId });
    return { id, post: { registrationId, ...(await fields(id)) } as Fields };
  };
  const bare = {
    paymentBrand: undefined,
    'card.holder': undefined,
    'card.expiryMonth': undefined,
    'card.expiryYear': undefined,
  };
  const payStored = (id: string, post: Fields) => pay(id, { ...bare, ...post });

  it('is paid with its sealed CVV once; what comes with the same nonce is refused', async () => {
    const { id, post } = await withStored(async (own) => ({
      amount: undefined,
      'sealed[card.cvv]': await seal(own, 'card.cvv'),
    }));
    const [first, again] = [await payStored(id, post), await payStored(id, post)];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.redirect).toEqual(first.body.redirect);
    expect(await countPayments(id)).toBe(1);
  });

  it('cannot use the CVV of a card that was posted before', async () => {
    const { id, post } = await withStored(async () => ({}));
    const both = await sealBoth(id, { value: DECLINED });
    expect((await pay(id, both)).body.result.code).toBe('800.100.155');
    const answer = await payStored(id, { ...post, 'sealed[card.cvv]': both['sealed[card.cvv]'] });
    expect(codeOf(answer)).toEqual(REFUSED);
    expect(await countPayments(id)).toBe(1);
  });

  it('is paid without a CVV and without a nonce, and with one that is sealed as absent', async () => {
    const plain = await withStored(async () => ({}));
    expect((await payStored(plain.id, plain.post)).status).toBe(200);
    const absent = await withStored(async (id) => ({
      'sealed[card.cvv]': await seal(id, 'card.cvv', { value: '' }),
    }));
    expect((await payStored(absent.id, absent.post)).status).toBe(200);
  });
});

describe('storing a card', () => {
  const STORES: Fields = {
    amount: undefined,
    currency: undefined,
    paymentType: undefined,
    createRegistration: 'true',
  };
  const store = (id: string, fields: Fields) => submit('registration', id, fields);
  const published = async (id: string) =>
    (await db.selectFrom('registrations').select('id').where('checkout_id', '=', id).execute())
      .length;

  /** The processor refuses every card for as long as this runs. */
  const refusing = async (run: (asked: () => number) => Promise<void>) => {
    const connectors = gateway.gateway.connectors as Map<string, object>;
    const before = new Map(connectors);
    let asked = 0;
    const register = async () => {
      asked += 1;
      return { isStored: false, resultCode: '800.100.152', why: '' };
    };
    for (const [name, connector] of before) connectors.set(name, { ...connector, register });
    await run(() => asked).finally(() => {
      for (const [name, connector] of before) connectors.set(name, connector);
    });
  };

  it('that the processor refuses: the same post is answered alike, another is not opened', async () => {
    const id = await createCheckout(STORES);
    const { nonce } = await formOf(id);
    const fields = await sealBoth(id, { nonce });
    await refusing(async (asked) => {
      const first = await store(id, fields);
      expect(codeOf(first)).toEqual([400, '800.100.152']);
      const again = await store(id, fields);
      expect(again.body.result).toEqual(first.body.result);
      expect(asked()).toBe(1);
      const other = await store(id, { ...fields, 'card.expiryYear': '2035' });
      expect(codeOf(other)).toEqual(REFUSED);
      expect(codeOf(await store(id, await sealBoth(id, { nonce })))).toEqual(REFUSED);
      expect(asked()).toBe(1);
    });
    const { nonce: next } = (await store(id, fields)).body;
    expect((await store(id, await sealBoth(id, { nonce: next }))).status).toBe(200);
    expect(await published(id)).toBe(1);
  });

  it('that is expired: the number is not taken again with another date', async () => {
    const id = await createCheckout(STORES);
    const fields = await sealBoth(id);
    const expired = await store(id, { ...fields, 'card.expiryYear': '2020' });
    expect(expired.body.result.code).toBe('100.100.303');
    expect(codeOf(await store(id, fields))).toEqual(REFUSED);
    expect(await published(id)).toBe(0);
  });

  it('and paying claim from the same nonces', async () => {
    const id = await createCheckout();
    const { nonce } = await formOf(id);
    const fields = await sealBoth(id, { nonce, value: DECLINED });
    await pay(id, fields);
    const toStore = JSON.stringify({
      createRegistration: 'true',
      shopperResultUrl: CARD['shopperResultUrl'],
    });
    await db.updateTable('checkouts').set({ parameters: toStore }).where('id', '=', id).execute();
    expect(codeOf(await store(id, fields))).toEqual(REFUSED);
    expect(codeOf(await store(id, await sealBoth(id, { nonce })))).toEqual(REFUSED);

    const toPay = await createCheckout(STORES);
    const sealed = await sealBoth(toPay);
    expect((await store(toPay, { ...sealed, 'card.expiryYear': '2020' })).status).toBe(400);
    const paid = JSON.stringify({ amount: '92.00', currency: 'EUR', paymentType: 'DB' });
    await db.updateTable('checkouts').set({ parameters: paid }).where('id', '=', toPay).execute();
    expect(codeOf(await pay(toPay, sealed))).toEqual(REFUSED);
    expect(await countPayments(toPay)).toBe(0);
  });

  it('at once and differently stores one card', async () => {
    const id = await createCheckout(STORES);
    const { nonce } = await formOf(id);
    const answers = await Promise.all(
      ['2034', '2035', '2036'].map(async (year) =>
        store(id, { ...(await sealBoth(id, { nonce })), 'card.expiryYear': year }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await published(id)).toBe(1);
  });
});

it('a refusal that is repeated reads like the first one', async () => {
  const { sameRefusal } = await import('../../gateway/requests/index.ts');
  const { status, result } = new ApiError(400, '800.100.152', 'why');
  expect(sameRefusal({ status, result })).toMatchObject({
    status,
    result,
    message: result.description,
  });
});
