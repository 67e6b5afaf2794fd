import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARD } from './test-gateway.ts';
import { type Pair, SUCCESS_THROUGH, startPair } from './test-upstream.ts';

const { shopperResultUrl: _, ...card } = CARD;
describe.each(['EXTERNAL', 'LIVE'] as const)('%s', (through) => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await startPair({ through });
  });
  afterAll(() => pair[Symbol.asyncDispose]());
  const testMode = through === 'LIVE' ? undefined : through;
  it('pays', async () => {
    const { body } = await pair.ours.call('/v1/payments', {
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'PA',
      ...card,
      testMode,
      'billing.postcode': '10111',
    });
    console.log(body);
    expect(body.result.code).toBe(SUCCESS_THROUGH[through]);
    const cp = await pair.ours.call(`/v1/payments/${body.id}`, {
      amount: '90.00',
      currency: 'EUR',
      paymentType: 'CP',
    });
    console.log(cp.body);
    expect(cp.body.result.code).toBe(SUCCESS_THROUGH[through]);
  });
});
