import { expect, test } from 'vitest';
import type { Address } from '../shop/delivery.ts';
import { findLanguage } from '../shop/languages.ts';
import { addressFields } from './address-fields.ts';

const ADDRESS: Address = {
  givenName: 'Mei',
  surname: 'Tanaka',
  street1: 'Prinsenkade 12',
  postcode: '1015 CX',
  city: 'Amsterdam',
  country: 'NL',
};

const namesIn = (code: string) => {
  const language = findLanguage(code);
  if (!language) throw new Error(`no language ${code}`);
  const drawn = addressFields('shipping', ADDRESS, { language, errors: new Map() });
  return drawn.map(({ source }) => /name="shipping\.(\w+)"/.exec(source)?.[1]);
};

test.each(['cn', 'hu', 'ja', 'ko'])('%s asks for the name of the family first', (code) => {
  expect(namesIn(code).slice(0, 2)).toEqual(['surname', 'givenName']);
});

test.each(['en', 'de', 'ar'])('%s asks for the given name first', (code) => {
  expect(namesIn(code)).toEqual(Object.keys(ADDRESS));
});
