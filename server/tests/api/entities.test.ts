/** entityId: channels everywhere, divisions for registrations, merchants where they dispatch. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueToken } from '../../gateway/access/access-tokens.ts';
import { changeSettings, createEntity } from '../../gateway/entities/entities.ts';
import {
  ACCEPTED,
  CARD,
  expectInvalid,
  inShort,
  PAYMENT,
  startMerchant,
  THROUGH,
} from '../support/merchant.ts';
import { shopperOf } from '../support/shopper.ts';
import { type Answer, asSubmitted, type Fields } from '../support/test-gateway.ts';

const gateway = await startMerchant();
afterAll(() => gateway[Symbol.asyncDispose]());
const { db } = gateway.gateway;

/** One merchant with two divisions, three channels, and a token for the whole. */
let ids: Record<'merchant' | 'north' | 'south' | 'shop' | 'app' | 'outlet', string>;
let headers: { authorization: string };
beforeAll(async () => {
  const create = async (kind: 'merchant' | 'division' | 'channel', parentId?: string) =>
    (await createEntity(db, { kind, name: `A ${kind}`, ...(parentId && { parentId }) })).id;
  const merchant = await create('merchant');
  const [north, south] = [await create('division', merchant), await create('division', merchant)];
  ids = {
    merchant,
    north,
    south,
    shop: await create('channel', north),
    app: await create('channel', north),
    outlet: await create('channel', south),
  };
  headers = {
    authorization: `Bearer ${(await issueToken(db, { entityId: merchant, label: 'test' })).token}`,
  };
});

const post = (path: string, fields: Fields): Promise<Answer> =>
  gateway.call(path, fields, { headers });
const get = (path: string): Promise<Answer> => gateway.call(path, undefined, { headers });
const pay = (entityId: string | undefined, fields: Fields = {}) =>
  post('/v1/payments', { ...PAYMENT, entityId, ...fields });
const STORED: Fields = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };

describe('a channel', () => {
  it.each(['entityId', 'authentication.entityId'])('named by %s', async (name) => {
    expect(inShort(await pay(undefined, { [name]: ids.shop }))).toEqual(ACCEPTED);
    const { body } = await pay(ids.shop);
    expect(inShort(await get(`/v1/payments/${body.id}?${name}=${ids.shop}`))).toEqual(ACCEPTED);
  });

  it('is the token’s where none is named', async () => {
    expect(inShort(await gateway.payment({ entityId: undefined }))).toEqual(ACCEPTED);
  });

  it('has to be named where the token is for more than one', async () => {
    expectInvalid(await pay(undefined), 'entityId');
  });

  it('of another merchant is refused', async () => {
    expectInvalid(await pay(gateway.entityId), 'entityId');
  });

  it('does not see the payments of another', async () => {
    const { body } = await pay(ids.shop, { merchantTransactionId: 'of-the-shop' });
    const unknown = { status: 404, code: '700.400.580' };
    expect(inShort(await get(`/v1/payments/${body.id}?entityId=${ids.outlet}`))).toEqual(unknown);
    const query = `/v1/query?merchantTransactionId=of-the-shop&entityId=`;
    expect(inShort(await get(query + ids.outlet))).toEqual({ status: 400, code: '700.400.580' });
    expect((await get(query + ids.shop)).body.payments).toHaveLength(1);
    const refund = { paymentType: 'RF', amount: '1.00', currency: 'EUR' };
    expect(
      inShort(await post(`/v1/payments/${body.id}`, { ...refund, entityId: ids.outlet })),
    ).toEqual({ status: 404, code: '600.200.500' });
  });
});

describe('a division', () => {
  it('stores payment data for all its channels', async () => {
    const { status, body } = await post('/v1/registrations', { ...CARD, entityId: ids.north });
    expect(status).toBe(200);
    for (const entityId of [ids.shop, ids.app]) {
      const answer = await post(`/v1/registrations/${body.id}/payments`, { ...STORED, entityId });
      expect(inShort(answer)).toEqual(ACCEPTED);
    }
  });

  it('with which a chain is gone on with in another of them', async () => {
    const { body } = await post('/v1/registrations', { ...CARD, entityId: ids.north });
    const charge = (fields: Fields) =>
      post(`/v1/registrations/${body.id}/payments`, { ...STORED, ...fields });
    const initial = { recurringType: 'INITIAL', 'card.cvv': '123' };
    const first = await charge({ ...initial, entityId: ids.shop });
    const repeated = { recurringType: 'REPEATED', entityId: ids.app };
    const { acquirerTxId9 } = first.body.resultDetails;
    const next = await charge({ ...repeated, 'customParameters[NTR]': acquirerTxId9 });
    expect(inShort(next), JSON.stringify(next.body)).toEqual(ACCEPTED);
    const other = await charge({ ...repeated, 'customParameters[NTR]': `${acquirerTxId9}0` });
    expectInvalid(other, 'customParameters[NTR]');
  });

  it('and for no others', async () => {
    const { body } = await post('/v1/registrations', { ...CARD, entityId: ids.north });
    const path = `/v1/registrations/${body.id}/payments`;
    const unknown = { status: 404, code: '100.150.200' };
    expect(inShort(await post(path, { ...STORED, entityId: ids.outlet }))).toEqual(unknown);
  });

  it('keeps a wallet that its shopper agrees to, for each of its channels', async () => {
    const fields = { paymentBrand: 'PAYPAL', shopperResultUrl: 'https://shop.example/result' };
    const { body } = await post('/v1/registrations', { ...fields, entityId: ids.north });
    await shopperOf(gateway).visitWallet(body.redirect.url, 'accept');
    for (const [entityId, isStored] of [
      [ids.north, true],
      [ids.app, true],
      [ids.outlet, false],
    ] as const) {
      const read = await get(`/v1/registrations/${body.id}?entityId=${entityId}`);
      expect(read.status).toBe(isStored ? 200 : 404);
    }
    const stores = { createRegistration: 'true', entityId: ids.north };
    const { id } = (await post('/v1/checkouts', stores)).body;
    const begun = await gateway.call(`/v1/checkouts/${id}/registration`, fields);
    await shopperOf(gateway).visitWallet(begun.body.redirect.url, 'accept');
    const read = await get(`/v1/checkouts/${id}/registration?entityId=${ids.north}`);
    const paid = await post(`/v1/registrations/${read.body.id}/payments`, {
      ...STORED,
      entityId: ids.shop,
    });
    expect(inShort(paid)).toEqual(ACCEPTED);
  });

  it('deletes it', async () => {
    const { body } = await post('/v1/registrations', { ...CARD, entityId: ids.north });
    const answer = await gateway.call(
      `/v1/registrations/${body.id}?entityId=${ids.north}`,
      undefined,
      { method: 'DELETE', headers },
    );
    expect(inShort(answer)).toEqual(ACCEPTED);
    expect(answer.body.referencedId).toBe(body.id);
  });

  describe('has a checkout that only stores a card', () => {
    const STORES: Fields = { createRegistration: 'true', merchantTransactionId: 'customer-4711' };
    const create = async (entityId = ids.north) => {
      const { body } = await post('/v1/checkouts', { ...STORES, entityId });
      expect(body.result.code).toBe('000.200.100');
      return body.id as string;
    };
    const store = async (id: string) => {
      const shopperResultUrl = 'https://shop.example/result';
      const sent = await asSubmitted(gateway, id, { ...CARD, shopperResultUrl });
      return gateway.call(`/v1/checkouts/${id}/registration`, sent);
    };

    it('which all its channels can use, and which it reads and deletes', async () => {
      const id = await create();
      const pending = await get(`/v1/checkouts/${id}/registration?entityId=${ids.north}`);
      expect(pending.body.result.code).toBe('000.200.000');
      expect((await store(id)).status).toBe(200);
      const read = await get(`/v1/checkouts/${id}/registration?entityId=${ids.north}`);
      expect(read.body).toMatchObject({ merchantTransactionId: 'customer-4711', ndc: id });
      const path = `/v1/registrations/${read.body.id}`;
      for (const entityId of [ids.shop, ids.app]) {
        const answer = await post(`${path}/payments`, { ...STORED, entityId });
        expect(inShort(answer)).toEqual(ACCEPTED);
      }
      const elsewhere = await post(`${path}/payments`, { ...STORED, entityId: ids.outlet });
      expect(inShort(elsewhere)).toEqual({ status: 404, code: '100.150.200' });
      const options = { method: 'DELETE', headers };
      const deleted = await gateway.call(`${path}?entityId=${ids.north}`, undefined, options);
      expect(inShort(deleted)).toEqual(ACCEPTED);
    });

    it('which is stored once, however often it is posted', async () => {
      const id = await create();
      const [first, again] = [await store(id), await store(id)];
      expect([first.status, again.status]).toEqual(THROUGH === 'LIVE' ? [200, 400] : [200, 200]);
    });

    it('and changes and deletes it, while it stays one', async () => {
      const id = await create();
      const own = { entityId: ids.north };
      const updated = await post(`/v1/checkouts/${id}`, {
        ...own,
        'customer.email': 'a@b.example',
      });
      expect(updated.body.result.code).toBe('000.200.101');
      expectInvalid(await post(`/v1/checkouts/${id}`, { ...own, ...STORED }), 'paymentType');
      const options = { method: 'DELETE', headers };
      const path = `/v1/checkouts/${id}?entityId=${ids.north}`;
      expect((await gateway.call(path, undefined, options)).status).toBe(200);
    });

    it('which another division, and a token of a channel, cannot have', async () => {
      const id = await create();
      const read = await get(`/v1/checkouts/${id}/registration?entityId=${ids.south}`);
      expect(read.status).toBe(404);
      const { token } = await issueToken(db, { entityId: ids.shop, label: 'test' });
      const channels = { authorization: `Bearer ${token}` };
      const fields = { ...STORES, entityId: ids.north };
      expectInvalid(await gateway.call('/v1/checkouts', fields, { headers: channels }), 'entityId');
    });

    it('while a channel’s stays the channel’s', async () => {
      const id = await create(ids.shop);
      await store(id);
      const { body } = await get(`/v1/checkouts/${id}/registration?entityId=${ids.shop}`);
      const path = `/v1/registrations/${body.id}/payments`;
      const elsewhere = await post(path, { ...STORED, entityId: ids.app });
      expect(inShort(elsewhere)).toEqual({ status: 404, code: '100.150.200' });
      expect((await get(`/v1/checkouts/${id}/registration?entityId=${ids.north}`)).status).toBe(
        404,
      );
    });
  });

  it('has no checkout that is paid', async () => {
    expectInvalid(await post('/v1/checkouts', { ...STORED, entityId: ids.north }), 'entityId');
  });

  it('makes no payments', async () => {
    expectInvalid(await pay(ids.north), 'entityId');
    const { body } = await post('/v1/registrations', { ...CARD, entityId: ids.north });
    expectInvalid(
      await post(`/v1/registrations/${body.id}/payments`, { ...STORED, entityId: ids.north }),
      'entityId',
    );
  });
});

describe('a merchant', () => {
  it('makes no payments by itself', async () => {
    expectInvalid(await pay(ids.merchant), 'entityId');
    expectInvalid(await post('/v1/registrations', { ...CARD, entityId: ids.merchant }), 'entityId');
  });

  it('is dispatched to the channel that lists it', async () => {
    await changeSettings(db, ids.outlet, { dispatching: [ids.merchant] });
    const answer = await pay(ids.merchant);
    await changeSettings(db, ids.outlet, { dispatching: [] });
    expect(inShort(answer)).toEqual(ACCEPTED);
    const read = await get(`/v1/payments/${answer.body.id}?entityId=${ids.outlet}`);
    expect(inShort(read)).toEqual(ACCEPTED);
    expectInvalid(await pay(ids.merchant), 'entityId');
  });
});
