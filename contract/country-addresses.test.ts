import { expect, test } from 'vitest';
import { COUNTRY_ADDRESSES } from './country-addresses.ts';

test.each([
  ['VN', '10000', true],
  // As they were before 2018.
  ['VN', '100000', true],
  ['VN', '1000', false],
  ['DE', '10115', true],
  ['DE', '101155', false],
  ['CN', '10000', false],
])('in %s %s is a postcode: %s', (country, postcode, expected) => {
  const rule = new RegExp(`^(?:${COUNTRY_ADDRESSES[country]?.postcode})$`, 'v');
  expect(rule.test(postcode)).toBe(expected);
});
