import { beforeEach, describe, expect, test, vi } from 'vitest';
import { callBack, mayGoOn } from './callbacks.ts';

const page: { wpwlOptions: Record<string, unknown> } = { wpwlOptions: {} };
const reported = vi.fn();

beforeEach(() => {
  page.wpwlOptions = {};
  reported.mockClear();
  vi.stubGlobal('window', page);
  vi.stubGlobal('reportError', reported);
});

const submitEvent = () => new Event('submit', { cancelable: true });

test('a callback is looked up when it is due, with its own this', () => {
  const form = {};
  page.wpwlOptions['onChangeBrand'] = function (this: unknown, brand: string) {
    return [this, brand];
  };
  expect(callBack('onChangeBrand', form, 'VISA')).toEqual([form, 'VISA']);
});

test('what a callback throws is reported and stops nothing', () => {
  const error = new Error('of the page');
  page.wpwlOptions['onReady'] = () => {
    throw error;
  };
  expect(callBack('onReady', undefined, [])).toBeUndefined();
  expect(reported).toHaveBeenCalledWith(error);
});

describe('before a payment is sent', () => {
  test.each<[string, unknown, boolean]>([
    ['no callback', undefined, true],
    ['nothing returned', () => undefined, true],
    ['true', () => true, true],
    ['false', () => false, false],
    ['a promise of nothing', async () => undefined, true],
    ['a promise of false', async () => false, false],
    ['a rejected promise', () => Promise.reject(new Error('no')), false],
    ['a promise rejected for no reason', () => Promise.reject(), false],
    ['a prevented event', (event: Event) => event.preventDefault(), false],
    ['no function', 'yes', true],
  ])('%s: goes on %s', async (_, callback, expected) => {
    page.wpwlOptions['onBeforeSubmitCard'] = callback;
    expect(await mayGoOn('onBeforeSubmitCard', undefined, submitEvent())).toBe(expected);
  });

  test.each<[string, unknown]>([
    [
      'is thrown',
      () => {
        throw new Error('of the page');
      },
    ],
    ['is rejected with', () => Promise.reject(new Error('of the page'))],
  ])('an error that %s stops, and is reported', async (_, callback) => {
    page.wpwlOptions['onBeforeSubmitCard'] = callback;
    expect(await mayGoOn('onBeforeSubmitCard', undefined, submitEvent())).toBe(false);
    expect(reported).toHaveBeenCalledExactlyOnceWith(new Error('of the page'));
  });

  test('a no without a reason is not reported', async () => {
    page.wpwlOptions['onBeforeSubmitCard'] = () => Promise.reject();
    await mayGoOn('onBeforeSubmitCard', undefined, submitEvent());
    expect(reported).not.toHaveBeenCalled();
  });
});
