/** A stored card and a stranger with the checkout's id (channel settings `storedCardCvv`, `origins`). */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { sealer } from '../support/seal.ts';
import { CARD_FIELDS, type Fields, startAlone } from '../support/test-gateway.ts';

const SHOP = 'https://shop.example';
const RESULT_PAGE = { shopperResultUrl: `${SHOP}/result` };
const CVV_REQUIRED = '100.100.600';
const NO_CONNECTOR = '500.100.201';
const PAID = '000.100.110';

const gateway = await startAlone();
afterAll(() => gateway[Symbol.asyncDispose]());
const { call, createCheckout, entityId } = gateway;

async function register(fields: Fields = {}): Promise<string> {
  const { 'card.cvv': _, ...card } = CARD_FIELDS;
  return (await call('/v1/registrations', { entityId, ...card, ...fields })).body.id;
}
const stored = await register();
const withoutCvv = await register({
  paymentBrand: 'MAESTRO',
  'card.number': '6799990100000000019',
});
const offer = (id = stored) => createCheckout({ 'registrations[0].id': id });
const pay = (checkout: string, fields: Fields = {}, origin?: string, id = stored) =>
  call(
    `/v1/checkouts/${checkout}/payment`,
    { registrationId: id, ...RESULT_PAGE, ...fields },
    origin === undefined ? {} : { headers: { origin } },
  );
const formOf = (checkout: string, origin?: string) =>
  call(
    `/v1/checkouts/${checkout}/form`,
    undefined,
    origin === undefined ? {} : { headers: { origin } },
  );

afterEach(() =>
  gateway.set({ mode: 'test', storedCardCvv: undefined, origins: [], cardTesting: undefined }),
);

describe('the CVV of a stored card', () => {
  it('is required on a live channel, whatever the page wants', async () => {
    const checkout = await offer();
    await gateway.set({ mode: 'live', origins: ['any'] });
    const { status, body } = await pay(checkout, {}, SHOP);
    expect([status, body.result.code]).toEqual([400, CVV_REQUIRED]);
    expect(body.result.parameterErrors).toEqual([
      {
        name: 'card.cvv',
        value: null,
        message: 'is required for a stored card on this channel',
      },
    ]);
    const made = await gateway.gateway.db
      .selectFrom('payments')
      .select('id')
      .where('checkout_id', '=', checkout)
      .execute();
    expect(made).toEqual([]);
    const seal = await sealer(gateway, checkout);
    const cvv = { 'sealed[card.cvv]': await seal(checkout, 'card.cvv') };
    // It goes on: this live channel has no issuer to ask.
    expect((await pay(checkout, cvv, SHOP)).body.result.code).toBe(NO_CONNECTOR);
  });

  it('is optional on a live channel that says so', async () => {
    const checkout = await offer();
    await gateway.set({ mode: 'live', origins: ['any'], storedCardCvv: 'optional' });
    expect((await pay(checkout, {}, SHOP)).body.result.code).toBe(NO_CONNECTOR);
  });

  it('is optional on a test channel, unless it says so', async () => {
    expect((await pay(await offer())).body.result.code).toBe(PAID);
    await gateway.set({ storedCardCvv: 'required' });
    const checkout = await offer();
    expect((await pay(checkout)).body.result.code).toBe(CVV_REQUIRED);
    expect((await pay(checkout, { 'card.cvv': '' })).body.result.code).toBe(CVV_REQUIRED);
    expect((await pay(checkout, { 'card.cvv': '123' })).body.result.code).toBe(PAID);
  });

  it('is required of a later payment that the shopper starts, too', async () => {
    await gateway.set({ storedCardCvv: 'required' });
    const checkout = await createCheckout({
      'registrations[0].id': stored,
      'standingInstruction.mode': 'REPEATED',
      'standingInstruction.source': 'CIT',
      'standingInstruction.type': 'UNSCHEDULED',
    });
    expect((await pay(checkout)).body.result.code).toBe(CVV_REQUIRED);
    expect((await pay(checkout, { 'card.cvv': '123' })).body.result.code).toBe(PAID);
  });

  it("is not required of a brand that may have none, nor of the merchant's server", async () => {
    await gateway.set({ storedCardCvv: 'required' });
    const checkout = await offer(withoutCvv);
    expect((await pay(checkout, {}, SHOP, withoutCvv)).body.result.code).toBe(PAID);
    const { body } = await call(`/v1/registrations/${stored}/payments`, {
      entityId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
    });
    expect(body.result.code).toBe(PAID);
  });

  it('is told to the form where it is required', async () => {
    const checkout = await offer();
    expect((await formOf(checkout)).body.storedCardCvv).toBeUndefined();
    await gateway.set({ mode: 'live', origins: ['any'] });
    expect((await formOf(checkout, SHOP)).body).toMatchObject({
      storedCardCvv: 'required',
      registrations: [{ id: stored }],
    });
  });

  it('refuses another value of the setting', async () => {
    await expect(gateway.set({ storedCardCvv: 'never' })).rejects.toThrow(/storedCardCvv/);
  });
});

describe('a channel that lists its origins', () => {
  const list = (settings: object = {}) => gateway.set({ origins: [SHOP], ...settings });

  it('tells and pays stored cards from these', async () => {
    const checkout = await offer();
    await list();
    expect((await formOf(checkout, SHOP)).body.registrations).toHaveLength(1);
    expect((await pay(checkout, {}, SHOP)).body.result.code).toBe(PAID);
  });

  it.each(['https://evil.example', 'null'])('not from %s', async (origin) => {
    const checkout = await offer();
    await list();
    expect((await formOf(checkout, origin)).status).toBe(403);
    expect((await pay(checkout, { 'card.cvv': '123' }, origin)).status).toBe(403);
  });

  it('nor, live, from no page at all', async () => {
    const checkout = await offer();
    await list({ mode: 'live', storedCardCvv: 'optional' });
    const { body } = await formOf(checkout);
    expect([body.checkoutId, body.registrations, body.storedCards]).toEqual([
      checkout,
      undefined,
      undefined,
    ]);
    const paid = await pay(checkout);
    expect(paid.status).toBe(403);
    expect(paid.body.result.description).toContain('the header Origin is missing');
    await list({ mode: 'test' });
    expect((await pay(checkout)).body.result.code).toBe(PAID);
  });
});
