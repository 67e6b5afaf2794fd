import { beforeEach, describe, expect, test, vi } from 'vitest';
import { coerce, option, optionTable } from './options.ts';

const page: { wpwlOptions?: unknown } = {};

beforeEach(() => {
  delete page.wpwlOptions;
  vi.stubGlobal('window', page);
});

describe('values as pages write them', () => {
  test.each([
    ['true', false, true],
    ['false', true, false],
    [true, false, true],
    [false, true, false],
    [1, false, true],
    [0, true, false],
    [undefined, true, true],
    [null, true, true],
    ['plain', 'card', 'plain'],
    [5, 'card', 'card'],
    [{}, 'card', 'card'],
  ])('%j with the default %j is %j', (value, fallback, expected) => {
    expect(coerce<unknown>(value, fallback)).toBe(expected);
  });
});

test('an option is looked up whenever it is asked for', () => {
  expect(option('maskCvv')).toBe(false);
  page.wpwlOptions = { maskCvv: 'true' };
  expect(option('maskCvv')).toBe(true);
});

test.each([undefined, null, 'text', 5])('options that are %j are none', (value) => {
  page.wpwlOptions = value;
  expect(option('style')).toBe('card');
  expect(optionTable('labels')).toEqual({});
});

test('a table of the wrong kind counts as missing', () => {
  page.wpwlOptions = { labels: 'Card', errorMessages: { cvvError: 'No' } };
  expect(optionTable('labels')).not.toHaveProperty('cvvError');
  expect(optionTable('errorMessages')).toEqual({ cvvError: 'No' });
});
