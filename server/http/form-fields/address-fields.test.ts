import { expect, it } from 'vitest';
import { COUNTRIES } from '../../../contract/country-addresses.ts';
import { addressFields } from './address-fields.ts';

it.each([
  ['US', 'street1 street2 city state postcode'],
  ['DE', 'street1 street2 postcode city'],
  ['JP', 'postcode state street1 street2'],
  ['HK', 'state city street1 street2'],
  ['GB', 'street1 street2 city postcode'],
  ['HU', 'city street1 street2 postcode'],
  ['BR', 'street1 street2 city state postcode'],
])('in %s an address is written %s', (country, fields) => {
  expect(addressFields(country).join(' ')).toBe(fields);
});

it('every country has a street', () => {
  const without = COUNTRIES.filter((country) => !addressFields(country).includes('street1'));
  expect(without).toEqual([]);
});
