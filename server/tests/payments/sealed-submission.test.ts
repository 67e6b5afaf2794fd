import { afterAll, describe, expect, it, vi } from 'vitest';
import { SEALED_REFUSED, type SealedClaims } from '../../../contract/sealed-value.ts';
import { SHOP_ORIGIN, sealer } from '../support/seal.ts';
import { CARD, type Fields, startTestGateway } from '../support/test-gateway.ts';

const gateway = await startTestGateway();
afterAll(() => gateway[Symbol.asyncDispose]());
const { call, createCheckout } = gateway;

const seal = await sealer(gateway, await gateway.createCheckout());

const post = (checkoutId: string, fields: Fields) =>
  call(`/v1/checkouts/${checkoutId}/payment`, {
    ...CARD,
    'card.number': undefined,
    'card.cvv': undefined,
    ...fields,
  });

const sealedFields = async (id: string, claims: Partial<SealedClaims> = {}): Promise<Fields> => ({
  'sealed[card.number]': await seal(id, 'card.number', claims),
  'sealed[card.cvv]': await seal(id, 'card.cvv'),
});

const countPayments = async (checkoutId: string) =>
  (
    await gateway.gateway.db
      .selectFrom('payments')
      .select('id')
      .where('checkout_id', '=', checkoutId)
      .execute()
  ).length;

describe('sealed card data', () => {
  it('pays', async () => {
    const id = await createCheckout();
    const { status, body } = await post(id, await sealedFields(id));
    expect([status, body.result.code]).toEqual([200, '000.100.110']);
  });

  it('pays on a channel that lists the page’s origin', async () => {
    await gateway.set({ origins: [SHOP_ORIGIN] });
    const id = await createCheckout();
    const { status } = await post(id, await sealedFields(id));
    await gateway.set({ origins: [] });
    expect(status).toBe(200);
  });

  const minutes = 60_000;
  it.each<[name: string, fields: (id: string) => Promise<Fields>, code: string]>([
    [
      'of another checkout',
      async (id) => ({ ...(await sealedFields(id, { checkoutId: await createCheckout() })) }),
      SEALED_REFUSED.notAcceptable,
    ],
    [
      'of another field',
      async (id) => sealedFields(id, { field: 'card.cvv' }),
      SEALED_REFUSED.notAcceptable,
    ],
    [
      'of a page without an origin',
      async (id) => sealedFields(id, { origin: 'null' }),
      SEALED_REFUSED.notAcceptable,
    ],
    [
      'older than 5 minutes',
      async (id) => sealedFields(id, { at: Date.now() - 5.1 * minutes }),
      SEALED_REFUSED.tooOld,
    ],
    [
      'from 4 minutes in the future',
      async (id) => sealedFields(id, { at: Date.now() + 4 * minutes }),
      SEALED_REFUSED.tooOld,
    ],
    [
      'damaged',
      async (id) => ({ 'sealed[card.number]': `${await seal(id, 'card.number')}x` }),
      SEALED_REFUSED.notAcceptable,
    ],
    [
      'that is none',
      async () => ({ 'sealed[card.number]': 'eyJhbGciOiJub25lIn0.e30.' }),
      SEALED_REFUSED.notAcceptable,
    ],
    [
      'whose CVV is of another checkout',
      async (id) => ({
        ...(await sealedFields(id)),
        'sealed[card.cvv]': await seal(await createCheckout(), 'card.cvv'),
      }),
      SEALED_REFUSED.notAcceptable,
    ],
  ])('%s is refused without a payment', async (_name, fields, code) => {
    const id = await createCheckout();
    const { status, body } = await post(id, await fields(id));
    expect([status, body.result.code]).toEqual([400, code]);
    expect(body).not.toHaveProperty('redirect');
    expect(await countPayments(id)).toBe(0);
  });

  it('of an origin that the channel does not list is refused', async () => {
    await gateway.set({ origins: ['https://other.example', SHOP_ORIGIN] });
    const id = await createCheckout();
    const { body } = await post(id, await sealedFields(id, { origin: 'https://evil.example' }));
    await gateway.set({ origins: [] });
    expect(body.result.code).toBe(SEALED_REFUSED.notAcceptable);
  });

  it('with a wrong value is refused like any other', async () => {
    const id = await createCheckout();
    const { body } = await post(id, await sealedFields(id, { value: '4200000000000001' }));
    expect(body.result.code).toBe('100.100.101');
  });
});

describe('a sealed card is its post’s idempotency key', () => {
  it('the same post again gets the first answer, of a success', async () => {
    const id = await createCheckout();
    const fields = await sealedFields(id);
    const first = await post(id, fields);
    const again = await post(id, fields);
    expect(again.status).toBe(200);
    expect(again.body.redirect).toEqual(first.body.redirect);
    expect(await countPayments(id)).toBe(1);
  });

  it('and of a decline, without asking the bank again', async () => {
    const id = await createCheckout();
    const fields = await sealedFields(id, { value: '4200000000001024' });
    const answers = [await post(id, fields), await post(id, fields)];
    expect(answers.map(({ body }) => body.result.code)).toEqual(['800.100.155', '800.100.155']);
    expect(await countPayments(id)).toBe(1);
  });

  it('ten at once make one payment and get one answer', async () => {
    const id = await createCheckout();
    const fields = await sealedFields(id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(id, fields)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.result.code}`))).toEqual(
      new Set(['200 000.100.110']),
    );
    expect(await countPayments(id)).toBe(1);
  });

  it('another post with it is refused', async () => {
    const id = await createCheckout();
    const fields = await sealedFields(id, { value: '4200000000001024' });
    await post(id, fields);
    const other = await post(id, { ...fields, 'card.holder': 'John Jones' });
    expect([other.status, other.body.result.code]).toEqual([400, SEALED_REFUSED.notAcceptable]);
    expect(await countPayments(id)).toBe(1);
  });

  it('it is worth nothing in another checkout, of any merchant', async () => {
    const [mine, another] = [await createCheckout(), await createCheckout()];
    const sealed = await sealedFields(mine);
    expect((await post(mine, sealed)).status).toBe(200);
    const { status, body } = await post(another, sealed);
    expect([status, body.result.code]).toEqual([400, SEALED_REFUSED.notAcceptable]);
    expect(body.redirect).toBeUndefined();
    expect(await countPayments(another)).toBe(0);
  });

  it('one that was refused before an attempt can be corrected', async () => {
    const id = await createCheckout();
    const fields = await sealedFields(id);
    const wrong = await post(id, { ...fields, 'card.expiryYear': '2020' });
    expect(wrong.body.result.code).toBe('100.100.303');
    expect((await post(id, fields)).status).toBe(200);
  });
});

describe('storing a card', () => {
  const CARD_ONLY: Fields = {
    amount: undefined,
    currency: undefined,
    paymentType: undefined,
    createRegistration: 'true',
  };
  const store = (id: string, fields: Fields, options: RequestInit = {}) =>
    call(
      `/v1/checkouts/${id}/registration`,
      { ...CARD, 'card.number': undefined, 'card.cvv': undefined, ...fields },
      options,
    );
  const stored = (id: string) =>
    gateway.gateway.db
      .selectFrom('registrations')
      .select('id')
      .where('checkout_id', '=', id)
      .execute();

  it('the same post again hears that it is stored, another one that it cannot be', async () => {
    const id = await createCheckout(CARD_ONLY);
    const fields = await sealedFields(id);
    const [first, second] = await Promise.all([store(id, fields), store(id, fields)]);
    const third = await store(id, fields);
    expect([first, second, third].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(third.body.redirect).toEqual(first.body.redirect);
    expect(third.body.result.code).toBe('000.100.110');
    const other = await store(id, await sealedFields(id));
    expect([other.status, other.body.result.code]).toEqual([400, '200.300.404']);
    expect(await stored(id)).toHaveLength(1);
  });

  it('is for the pages of the channel', async () => {
    const id = await createCheckout(CARD_ONLY);
    await gateway.set({ origins: [SHOP_ORIGIN] });
    const headers = { origin: 'https://evil.example' };
    const { status } = await store(id, await sealedFields(id), { headers });
    await gateway.set({ origins: [] });
    expect(status).toBe(403);
    expect(await stored(id)).toEqual([]);
  });

  it('is over when its merchant gives it up while the card is read', async () => {
    const id = await createCheckout(CARD_ONLY);
    const { vault } = gateway.gateway;
    const open = vault.openSealedValue;
    let removed = 0;
    vi.spyOn(vault, 'openSealedValue').mockImplementationOnce(async (...read) => {
      const path = `/v1/checkouts/${id}?entityId=${gateway.entityId}`;
      removed = (await call(path, undefined, { method: 'DELETE' })).status;
      return open(...read);
    });
    const { status } = await store(id, await sealedFields(id));
    expect([removed, status]).toEqual([200, 404]);
    expect(await stored(id)).toEqual([]);
  });
});
