import { afterAll, expect, it, test } from 'vitest';
import { startTestGateway } from '../tests/support/test-gateway.ts';

const gateway = await startTestGateway();
afterAll(() => gateway[Symbol.asyncDispose]());
const { call, createCheckout } = gateway;

it('tells the brands of first digits, to a page of any origin', async () => {
  const id = await createCheckout();
  const answer = await call(`/v1/checkouts/${id}/bins/44640400`);
  expect(answer.status).toBe(200);
  expect(answer.body.bin).toBe('44640400');
  expect(answer.body.brands.slice(0, 2)).toEqual(['MADA', 'VISA']);
});

test.each(['42000', '420000000', '4200000000000000', '42000a', 'x'])(
  '%s is refused, and not echoed',
  async (bin) => {
    const id = await createCheckout();
    const { status, body } = await call(`/v1/checkouts/${id}/bins/${bin}`);
    expect(status).toBe(400);
    expect(body.result.parameterErrors).toEqual([
      { name: 'bin', value: null, message: 'must be 6 to 8 digits' },
    ]);
    expect(JSON.stringify(body)).not.toContain(bin === 'x' ? '"x"' : bin);
  },
);

it('is told for no checkout that is unknown', async () => {
  const { status, body } = await call('/v1/checkouts/unknown/bins/420000');
  expect([status, body.result.code]).toEqual([404, '200.300.404']);
});
