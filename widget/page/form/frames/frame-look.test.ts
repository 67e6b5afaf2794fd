import { beforeEach, expect, test, vi } from 'vitest';
import { merchantStyles, mergeStyles } from './frame-look.ts';

const page: { wpwlOptions?: unknown } = {};

beforeEach(() => {
  page.wpwlOptions = {};
  vi.stubGlobal('window', page);
});

test.each([
  [{ color: 'red' }, { color: 'red' }],
  [{ fontSize: '18px' }, { 'font-size': '18px' }],
  [{ color: 5 }, { color: '5' }],
  [{ color: 'x'.repeat(400) }, { color: 'x'.repeat(300) }],
  ['red', { 0: 'r', 1: 'e', 2: 'd' }],
  [null, {}],
])('%j is sent as %j, for the frame to check', (rule, expected) => {
  page.wpwlOptions = { iframeStyles: { cvv: rule } };
  expect(merchantStyles('cvv')).toEqual({ base: expected });
});

test("the merchant's styles are sorted by field and part", () => {
  page.wpwlOptions = {
    iframeStyles: {
      'card-number-placeholder': { color: 'red' },
      'card-number': { color: 'blue' },
      'cvv-placeholder': { color: 'green' },
      'card-holder-placeholder': { color: 'grey' },
      'cvv-nonsense': { color: 'grey' },
    },
  };
  expect(merchantStyles('card-number')).toEqual({
    base: { color: 'blue' },
    placeholder: { color: 'red' },
  });
  expect(merchantStyles('cvv')).toEqual({
    placeholder: { color: 'green' },
    nonsense: { color: 'grey' },
  });
});

test('the merchant wins over the surroundings, property by property', () => {
  const around = { base: { color: 'black', 'font-size': '16px' } };
  expect(mergeStyles(around, { base: { color: 'blue' }, focus: { opacity: '1' } })).toEqual({
    base: { color: 'blue', 'font-size': '16px' },
    focus: { opacity: '1' },
  });
});
