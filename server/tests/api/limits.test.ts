import { afterAll, describe, expect, it } from 'vitest';
import { issueToken, revokeToken } from '../../gateway/access/access-tokens.ts';
import { withinOneMinute } from '../support/one-window.ts';
import { startTestGateway } from '../support/test-gateway.ts';

const gateway = await startTestGateway();
afterAll(() => gateway[Symbol.asyncDispose]());
const { call, createCheckout, pay } = gateway;

describe('limits', () => {
  it('card submits of a live checkout: 20 a minute', async () => {
    const live = await createCheckout();
    const test = await createCheckout();
    await gateway.set({ mode: 'live' });
    await withinOneMinute();
    const answers = [];
    for (let n = 0; n < 21; n += 1) answers.push(await pay(live));
    await gateway.set({ mode: 'test' });
    expect(new Set(answers.slice(0, 20).map(({ status }) => status))).toEqual(new Set([400]));
    expect(answers[20]).toMatchObject({
      status: 429,
      body: { result: { code: '800.120.100' } },
    });
    for (let n = 0; n < 25; n += 1) await pay(test, { 'card.number': '4200000000001024' });
    expect((await pay(test)).status).toBe(200);
  });

  it('a live channel without a connector takes no checkout', async () => {
    await gateway.set({ mode: 'live' });
    const { status, body } = await call('/v1/checkouts', {
      amount: '1.00',
      currency: 'EUR',
      paymentType: 'DB',
    });
    await gateway.set({ mode: 'test' });
    expect([status, body.result.code]).toEqual([400, '500.100.201']);
  });

  it('status reads are not limited', async () => {
    const id = await createCheckout();
    await pay(id);
    for (let n = 0; n < 100; n += 1) {
      expect((await call(`/v1/checkouts/${id}/payment`)).status).toBe(200);
    }
  });

  it('a revoked token is refused at once', async () => {
    const { db } = gateway.gateway;
    const { id, token } = await issueToken(db, { entityId: gateway.entityId, label: 'revoked' });
    const read = () =>
      call('/v1/query?merchantTransactionId=none', undefined, {
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await read()).body.result.code).toBe('700.400.580');
    await revokeToken(db, id);
    expect((await read()).status).toBe(403);
  });

  it('failed authentications of an address: 60 a minute', async () => {
    await withinOneMinute();
    const statuses = [];
    for (let n = 0; n < 61; n += 1) {
      const { status } = await call(
        '/v1/checkouts',
        {},
        { headers: { authorization: 'Bearer no' } },
      );
      statuses.push(status);
    }
    expect(statuses.at(0)).toBe(403);
    expect(statuses.at(-1)).toBe(429);
  });

  it('and they refuse no valid token of the same address', async () => {
    await withinOneMinute();
    const wrong = () =>
      call('/v1/checkouts', {}, { headers: { authorization: 'Bearer no' } }).then(
        ({ status }) => status,
      );
    for (let n = 0; n < 61; n += 1) await wrong();
    expect(await wrong()).toBe(429);
    const id = await createCheckout();
    expect((await call(`/v1/checkouts/${id}/payment`)).status).toBe(200);
  });
});
