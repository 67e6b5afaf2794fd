import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Environment } from './gateway-client.ts';
import { renewCheckout } from './renew-checkout.ts';

const page: { wpwlOptions?: Record<string, unknown> } = {};
beforeEach(() => {
  page.wpwlOptions = {};
  vi.stubGlobal('window', page);
  vi.stubGlobal('reportError', () => undefined);
});

const over = () => ({ checkoutId: 'over' }) as Environment;

describe('a checkout that is over', () => {
  test('is followed by the one that the page brings', async () => {
    const getCheckoutId = vi.fn(async () => 'fresh');
    page.wpwlOptions = { getCheckoutId };
    const environment = over();
    expect(await renewCheckout(environment, 'over')).toBe(true);
    expect(environment.checkoutId).toBe('fresh');
    expect(getCheckoutId.mock.calls).toEqual([['over']]);
  });

  test('is asked for once by all forms of the page, and not again until one has worked', async () => {
    const getCheckoutId = vi.fn(async () => 'dead, too');
    page.wpwlOptions = { getCheckoutId };
    const environment = over();
    expect(
      await Promise.all([renewCheckout(environment, 'over'), renewCheckout(environment, 'over')]),
    ).toEqual([true, true]);
    expect(await renewCheckout(environment, 'dead, too')).toBe(false);
    expect(getCheckoutId).toHaveBeenCalledOnce();
    environment.renewal = undefined;
    await renewCheckout(environment, 'dead, too');
    expect(getCheckoutId).toHaveBeenCalledTimes(2);
  });

  test('is not followed by a third where the page has brought another already', async () => {
    const getCheckoutId = vi.fn();
    page.wpwlOptions = { getCheckoutId };
    expect(await renewCheckout({ checkoutId: 'fresh' } as Environment, 'over')).toBe(true);
    expect(getCheckoutId).not.toHaveBeenCalled();
  });

  test.each<[string, unknown]>([
    ['has no function for that', undefined],
    ['brings the same', () => 'over'],
    ['brings an empty text', () => ''],
    ['brings no text', () => ({ id: 'fresh' })],
    [
      'throws',
      () => {
        throw new Error('of the page');
      },
    ],
    ['could not get one', () => Promise.reject(new Error('of the page'))],
  ])('stays over where the page %s', async (_, getCheckoutId) => {
    page.wpwlOptions = { getCheckoutId };
    const environment = over();
    expect(await renewCheckout(environment, 'over')).toBe(false);
    expect(environment.checkoutId).toBe('over');
  });
});
