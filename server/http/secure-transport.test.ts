import { afterAll, describe, expect, it } from 'vitest';
import { startTestGateway } from '../tests/support/test-gateway.ts';

const gateway = await startTestGateway({ trustProxy: 'loopback' });
afterAll(() => gateway[Symbol.asyncDispose]());
const { call, entityId } = gateway;
const via = (scheme: string) => ({
  headers: { 'x-forwarded-proto': scheme, 'x-forwarded-host': 'pay.example' },
});
const checkout = { entityId, amount: '1.00', currency: 'EUR', paymentType: 'DB' };

describe('behind a trusted proxy', () => {
  it('takes what came by HTTPS', async () => {
    expect((await call('/v1/checkouts', checkout, via('https'))).status).toBe(200);
  });

  it('sends a plain-HTTP GET to HTTPS', async () => {
    const { status, headers } = await call('/v1/paymentWidgets.js?a=b', undefined, via('http'));
    expect([status, headers.get('location')]).toEqual([
      307,
      'https://pay.example/v1/paymentWidgets.js?a=b',
    ]);
  });

  it('refuses a plain-HTTP POST', async () => {
    const { status, body } = await call('/v1/checkouts', checkout, via('http'));
    expect(status).toBe(403);
    expect(body.result.description).toContain('SSL');
    const made = await gateway.gateway.db
      .selectFrom('checkouts')
      .select('id')
      .where('parameters', 'like', '%1.00%')
      .execute();
    expect(made).toHaveLength(1);
  });
});
