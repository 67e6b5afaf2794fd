import { expect, test } from 'vitest';
import { brandName } from './brand-name.ts';
import { findLanguage, type Language } from './languages.ts';

const GERMAN = findLanguage('de') as Language;

test.each([
  ['VISA', 'Visa'],
  ['IDEAL', 'iDEAL'],
  ['PREPAYMENT', 'Überweisung'],
  ['APPLEPAY', 'Apple Pay'],
  ['WHAT_COMES', 'WHAT_COMES'],
])('a shopper who pays with %s reads %s', (code, name) => {
  expect(brandName(code, GERMAN)).toBe(name);
});
