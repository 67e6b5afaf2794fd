import { beforeEach, describe, expect, test, vi } from 'vitest';
import { leaveTo } from './leave.ts';

const SHOP = 'https://shop.example/pay/here';
const RESULT = 'https://shop.example/result?id=1';

const page: { wpwlOptions?: unknown } = {};
/** Where the browser was sent, and in which window. */
const left: string[] = [];

beforeEach(() => {
  left.length = 0;
  page.wpwlOptions = {};
  vi.stubGlobal('window', page);
  vi.stubGlobal('location', { href: SHOP, assign: (url: URL) => left.push(`assign ${url}`) });
  vi.stubGlobal('open', (url: URL, target: string) => left.push(`${target} ${url}`));
});

describe('the shopper goes', () => {
  test.each([
    ['in this window, where the page names no frame', {}, false, 'assign'],
    [
      'in this window: a target of results needs one of payments',
      { shopperResultTarget: 'x' },
      false,
      'assign',
    ],
    ['on the way to a bank in this window, too', {}, true, 'assign'],
    [
      'to the result at the top, where payments have a frame',
      { paymentTarget: 'pay' },
      false,
      '_top',
    ],
    [
      'to the result in the frame for it',
      { paymentTarget: 'pay', shopperResultTarget: 'result' },
      false,
      'result',
    ],
    [
      'to the bank at the top, whatever frame results have',
      { paymentTarget: 'pay', shopperResultTarget: 'result' },
      true,
      '_top',
    ],
  ])('%s', (_, options, isOnTheWay, where) => {
    page.wpwlOptions = options;
    expect(leaveTo(RESULT, isOnTheWay)).toBe(true);
    expect(left).toEqual([`${where} ${RESULT}`]);
  });

  test.each([
    ['result', 'https://shop.example/pay/result'],
    ['/thanks', 'https://shop.example/thanks'],
    ['http://shop.example/', 'http://shop.example/'],
  ])('to %s as the page would: %s', (address, url) => {
    expect(leaveTo(address)).toBe(true);
    expect(left).toEqual([`assign ${url}`]);
  });
});

test('the result is where results are shown, unless something else is said', () => {
  page.wpwlOptions = { paymentTarget: 'pay', shopperResultTarget: 'result' };
  expect(leaveTo(RESULT)).toBe(true);
  expect(left).toEqual([`result ${RESULT}`]);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc',
  'xhttps://a.example',
  'http://',
])('nobody goes to %s', (address) => {
  expect(leaveTo(address)).toBe(false);
  expect(left).toEqual([]);
});
