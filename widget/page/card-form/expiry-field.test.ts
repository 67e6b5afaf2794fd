import { expect, test } from 'vitest';
import { readExpiryDigits } from './expiry-field.ts';

test.each([
  ['1228', '1228'],
  ['12/28', '1228'],
  ['12 / 28', '1228'],
  ['1/28', '0128'],
  ['1 / 28', '0128'],
  ['3', '03'],
  ['328', '0328'],
  ['12/2028', '122028'],
  ['2028-12', '122028'],
  ['١٢/٢٨', '1228'],
  ['1', '1'],
  ['', ''],
])('%s is %s', (text, expected) => {
  expect(readExpiryDigits(text)).toBe(expected);
});
