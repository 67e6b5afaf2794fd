import { expect, it } from 'vitest';
import { COUNTRIES } from '../../../contract/country-addresses.ts';
import { TEXT_BLOCKS } from '../../../contract/text-keys.ts';
import { addressFields } from './address-fields.ts';
import { addressWords } from './address-words.ts';

const state = (country: string) => addressWords(country)['billingStatePlaceholder'];

it.each([
  ['JP', 'addressPrefecture'],
  ['US', 'addressState'],
  ['CA', 'addressProvince'],
  ['AE', 'addressEmirate'],
  ['DE', undefined],
  ['EG', undefined],
])('in %s the part of the country is called %s', (country, words) => {
  expect(state(country)).toBe(words);
});

it('a line that is named is one that an address has there, or that a page may still ask for', () => {
  const unknown = COUNTRIES.filter(
    (country) => state(country) && !addressFields(country).includes('state'),
  );
  expect(unknown).toEqual([]);
});

it('every country and every text that is named is there', () => {
  const named = COUNTRIES.flatMap((country) => Object.entries(addressWords(country)).flat());
  expect(named.filter((key) => !TEXT_BLOCKS.billing.some((known) => known === key))).toEqual([]);
  // Each of the words is used by a country: a mistyped code would leave one out.
  const words = TEXT_BLOCKS.billing.filter((key) => key.startsWith('address'));
  expect(words.filter((key) => !named.includes(key))).toEqual([]);
});
