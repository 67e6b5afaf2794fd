import { afterAll, describe, expect, it } from 'vitest';
import { SUCCESS } from '../support/processor-gateway.ts';
import { sealer } from '../support/seal.ts';
import {
  asSubmitted,
  CARD_FIELDS,
  type Fields,
  startTestGateway,
} from '../support/test-gateway.ts';

const gateway = await startTestGateway();
afterAll(() => gateway[Symbol.asyncDispose]());
const { call, createCheckout, entityId } = gateway;
const seal = await sealer(gateway, await gateway.createCheckout());

const register = async (): Promise<string> => {
  const { 'card.cvv': _, ...card } = CARD_FIELDS;
  return (await call('/v1/registrations', { entityId, ...card })).body.id;
};
const stored = await register();
const other = await register();

/** Pays as the form of a stored card does: no card, only which one and its CVV. */
const payStored = (checkoutId: string, fields: Fields) =>
  call(`/v1/checkouts/${checkoutId}/payment`, {
    shopperResultUrl: 'https://shop.example/result',
    ...fields,
  });
const status = async (id: string) =>
  (await call(`/v1/checkouts/${id}/payment?entityId=${entityId}`)).body;

describe('a shopper pays with a card that the merchant offers', () => {
  it('with its CVV', async () => {
    const id = await createCheckout({ 'registrations[0].id': stored });
    const cvv = await asSubmitted(gateway, id, { 'card.cvv': '123' });
    const { status: http } = await payStored(id, { registrationId: stored, ...cvv });
    expect(http).toBe(200);
    expect(await status(id)).toMatchObject({
      registrationId: stored,
      paymentBrand: 'VISA',
      result: { code: SUCCESS, cvvResponse: 'M' },
      card: { last4Digits: '0000', holder: 'Jane Jones', expiryYear: '2034' },
    });
  });

  it('or without, and as a later payment of a chain', async () => {
    const id = await createCheckout({
      'registrations[0].id': other,
      'registrations[1].id': stored,
      'standingInstruction.mode': 'REPEATED',
      'standingInstruction.source': 'CIT',
      'standingInstruction.type': 'UNSCHEDULED',
    });
    expect((await payStored(id, { registrationId: stored })).status).toBe(200);
    expect(await status(id)).toMatchObject({ standingInstruction: { mode: 'REPEATED' } });
  });

  it('once, however often the same sealed CVV is posted', async () => {
    const id = await createCheckout({ 'registrations[0].id': stored });
    const fields = { registrationId: stored, 'sealed[card.cvv]': await seal(id, 'card.cvv') };
    const answers = await Promise.all([payStored(id, fields), payStored(id, fields)]);
    expect(answers.map(({ status: http }) => http)).toEqual([200, 200]);
    const made = await gateway.gateway.db
      .selectFrom('payments')
      .select('id')
      .where('checkout_id', '=', id)
      .execute();
    expect(made).toHaveLength(1);
  });
});

describe('without its CVV nothing is sealed, and the same post again', () => {
  const made = (id: string) =>
    gateway.gateway.db
      .selectFrom('payments')
      .select(['id', 'state'])
      .where('checkout_id', '=', id)
      .execute();

  it('hears of the payment that it has made', async () => {
    const id = await createCheckout({ 'registrations[0].id': stored });
    const first = await payStored(id, { registrationId: stored });
    const again = await payStored(id, { registrationId: stored });
    expect([again.status, again.body.result]).toEqual([200, first.body.result]);
    expect(again.body.redirect).toEqual(first.body.redirect);
    expect(await made(id)).toHaveLength(1);
  });

  it('leads to the same challenge', async () => {
    const id = await createCheckout({
      'registrations[0].id': stored,
      'customParameters[3DS2_flow]': 'challenge',
    });
    const first = await payStored(id, { registrationId: stored });
    const again = await payStored(id, { registrationId: stored });
    expect(first.body.redirect.url).toContain('/v1/threeDSecure/');
    expect(again.body.redirect).toEqual(first.body.redirect);
    expect(await made(id)).toMatchObject([{ state: 'pending' }]);
  });
});

describe('a page that the channel does not list', () => {
  it.each(['https://evil.example', 'null'])('%s pays with no stored card', async (origin) => {
    const id = await createCheckout({ 'registrations[0].id': stored });
    await gateway.set({ origins: ['https://shop.example'] });
    const pay = (from: string) =>
      call(
        `/v1/checkouts/${id}/payment`,
        { registrationId: stored, shopperResultUrl: 'https://shop.example/result' },
        { headers: { origin: from } },
      );
    const foreign = await pay(origin);
    const own = await pay('https://shop.example');
    await gateway.set({ origins: ['any'] });
    expect(foreign.status).toBe(403);
    expect(foreign.body.result.description).toContain(`the origin ${origin} is not one of those`);
    expect(own.status).toBe(200);
  });
});

describe('a card is refused', () => {
  it('that the checkout does not offer', async () => {
    const id = await createCheckout({ 'registrations[0].id': stored });
    const { status: http, body } = await payStored(id, { registrationId: other });
    expect(http).toBe(400);
    expect(body.result.parameterErrors).toMatchObject([{ name: 'registrationId', value: other }]);
    expect((await status(id)).result.code).toBe('000.200.000');
  });

  it('that the merchant does not have', async () => {
    const { status: http, body } = await call('/v1/checkouts', {
      amount: '1.00',
      currency: 'EUR',
      paymentType: 'DB',
      'registrations[0].id': 'f'.repeat(32),
    });
    expect(http).toBe(400);
    expect(body.result.parameterErrors).toMatchObject([{ name: 'registrations[0].id' }]);
  });

  it('that was deleted meanwhile', async () => {
    const gone = await register();
    const id = await createCheckout({ 'registrations[0].id': gone });
    await call(`/v1/registrations/${gone}?entityId=${entityId}`, undefined, { method: 'DELETE' });
    expect((await payStored(id, { registrationId: gone })).status).toBe(404);
  });
});
