import { beforeEach, describe, expect, test, vi } from 'vitest';
import { allowedRule, merchantStyles, mergeStyles } from './frame-look.ts';

const page: { wpwlOptions?: unknown } = {};

beforeEach(() => {
  page.wpwlOptions = {};
  vi.stubGlobal('window', page);
});

describe('what may enter a frame', () => {
  test.each([
    [{ color: 'red' }, { color: 'red' }],
    [{ fontSize: '18px' }, { 'font-size': '18px' }],
    [{ 'font-family': '"Noto Sans", Arial' }, { 'font-family': '"Noto Sans", Arial' }],
    [{ color: 'rgb(1 2 3 / 50%)' }, { color: 'rgb(1 2 3 / 50%)' }],
    [{ 'background-image': 'none' }, {}],
    [{ color: 'url(//evil.example)' }, {}],
    [{ color: 5 }, {}],
  ])('%j becomes %j', (rule, expected) => {
    expect(allowedRule(rule)).toEqual(expected);
  });
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
  expect(merchantStyles('cvv')).toEqual({ placeholder: { color: 'green' } });
});

test('the merchant wins over the surroundings, property by property', () => {
  const around = { base: { color: 'black', 'font-size': '16px' } };
  expect(mergeStyles(around, { base: { color: 'blue' }, focus: { opacity: '1' } })).toEqual({
    base: { color: 'blue', 'font-size': '16px' },
    focus: { opacity: '1' },
  });
});
