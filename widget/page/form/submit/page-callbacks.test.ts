import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Environment } from '../gateway-client.ts';
import { takesResult, transactionData } from './page-callbacks.ts';

const page: { wpwlOptions?: Record<string, unknown> } = {};
beforeEach(() => {
  page.wpwlOptions = {};
  vi.stubGlobal('window', page);
  vi.stubGlobal('reportError', () => undefined);
});

const environment = { checkoutId: 'checkout-1' } as Environment;
const form = {} as HTMLFormElement;
const url = 'https://shop.example/result?id=1';
const outcome = (code: string, decline?: string) => ({
  kind: 'result' as const,
  result: { code, description: 'said' },
  url,
  ...(decline && { decline }),
});

test('a summary page gets brand, holder and expiry date, and nothing else that was typed', () => {
  const inputs = new FormData();
  inputs.set('paymentBrand', 'VISA');
  inputs.set('card.holder', 'Jane Jones');
  inputs.set('card.expiryMonth', '05');
  inputs.set('card.expiryYear', '2034');
  inputs.set('card.cvv', '123');
  inputs.set('customer.email', 'jane@shop.example');
  expect(transactionData(environment, inputs)).toEqual({
    checkoutId: 'checkout-1',
    paymentBrand: 'VISA',
    card: { holder: 'Jane Jones', expiryMonth: '05', expiryYear: '2034' },
  });
});

test('a summary page gets empty texts for what a form has not', () => {
  expect(transactionData(environment, new FormData())).toEqual({
    checkoutId: 'checkout-1',
    paymentBrand: '',
    card: { holder: '', expiryMonth: '', expiryYear: '' },
  });
});

describe('onResult', () => {
  test.each([
    ['000.100.110', undefined, false],
    ['800.100.152', 'declined', true],
  ])('is told of %s, and whether it was declined', async (code, decline, declined) => {
    const onResult = vi.fn();
    page.wpwlOptions = { onResult };
    await takesResult(environment, form, outcome(code, decline));
    expect(onResult.mock.calls).toEqual([
      [{ checkoutId: 'checkout-1', result: { code, description: 'said' }, declined, url }],
    ]);
    expect(onResult.mock.contexts).toEqual([form]);
  });

  test.each([['000.200.000'], ['000.200.100']])(
    'is not told of %s: a step is no result',
    async (code) => {
      const onResult = vi.fn(() => false);
      page.wpwlOptions = { onResult };
      expect(await takesResult(environment, form, outcome(code))).toBe(false);
      expect(onResult).not.toHaveBeenCalled();
    },
  );

  test.each<[string, unknown, boolean]>([
    ['false', () => false, true],
    ['a promise of false', async () => false, true],
    ['nothing', () => undefined, false],
    ['true', () => true, false],
    ['null', () => null, false],
    ['a rejected promise', () => Promise.reject(new Error('of the page')), false],
  ])('that answers %s keeps the shopper here: %s', async (_, onResult, expected) => {
    page.wpwlOptions = { onResult };
    expect(await takesResult(environment, form, outcome('000.100.110'))).toBe(expected);
  });
});
