import { expect, test } from 'vitest';
import type { Checkout } from '../gateway/records/checkouts.ts';
import { foreignOrigin, noSuchCheckout } from '../gateway/requests/api-error.ts';
import { errorAdvice } from './error-advice.ts';

const OVER = {} as Checkout;
const TEST_ID = '0123456789ABCDEF0123456789ABCDEF.uat01-gw01';
const LIVE_ID = '0123456789ABCDEF0123456789ABCDEF.prod01-gw01';

test.each([
  ['an id that was never filled in', '{id}', undefined, /no checkout "\{id\}" here/],
  ['one of another gateway', TEST_ID, undefined, /POST \/v1\/checkouts of this gateway/],
  ['one of something else', '0123456789abcdef'.repeat(2), undefined, /shape of a payment’s, a reg/],
  ['one that is over', TEST_ID, OVER, /lasts 30 minutes/],
])('%s is told with what to do', (_, id, checkout, expected) => {
  expect(errorAdvice(noSuchCheckout(), id, checkout)).toEqual([expect.stringMatching(expected)]);
});

test.each([undefined, OVER])('nothing is said of a live checkout', (checkout) => {
  expect(errorAdvice(noSuchCheckout(), LIVE_ID, checkout)).toEqual([]);
});

test('a page that the channel does not list is told in any mode', () => {
  const [advice] = errorAdvice(foreignOrigin('https://shop.example'), LIVE_ID, OVER);
  expect(advice).toMatch(/The gateway refuses this form: .*https:\/\/shop\.example/);
});
