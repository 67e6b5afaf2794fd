import { describe, expect, test } from 'vitest';
import { isExpired, isTooFarAhead, parseExpiry } from './card-expiry.ts';

test.each([
  ['1228', { month: '12', year: '2028' }],
  ['0130', { month: '01', year: '2030' }],
  ['122028', { month: '12', year: '2028' }],
  ['1220', { month: '12', year: '2020' }],
  ['1328', undefined],
  ['0028', undefined],
  ['12', undefined],
  ['128', undefined],
  ['12202', undefined],
  ['121999', undefined],
  ['', undefined],
])('%s reads as %j', (digits, expected) => {
  expect(parseExpiry(digits)).toEqual(expected);
});

describe('a card is good to the end of its month, everywhere on earth', () => {
  const card = { month: '11', year: '2026' };
  test.each([
    ['2026-10-01T00:00:00Z', false],
    ['2026-11-30T23:59:59Z', false],
    ['2026-12-01T11:59:59Z', false],
    ['2026-12-01T12:00:00Z', true],
    ['2027-01-01T00:00:00Z', true],
  ])('at %s: expired %s', (now, expected) => {
    expect(isExpired(card, Date.parse(now))).toBe(expected);
  });
});

test.each([
  ['2046', false],
  ['2047', true],
])('the year %s is too far ahead of 2026: %s', (year, expected) => {
  expect(isTooFarAhead({ month: '01', year }, Date.parse('2026-11-20'))).toBe(expected);
});
