/** Numbers that the tax office publishes as examples, and what is one step away from them. */
import { expect, it } from 'vitest';
import { isBrazilianTaxNumber } from './brazilian-tax-number.ts';

it.each([
  '111.444.777-35',
  '11144477735',
  '529.982.247-25',
  '11.222.333/0001-81',
  '11222333000181',
  // With letters, as they are given since July 2026.
  '12.ABC.345/01DE-35',
  '12abc34501de35',
])('%s is right', (text) => {
  expect(isBrazilianTaxNumber(text)).toBe(true);
});

it.each([
  ['a wrong last digit', '111.444.777-36'],
  ['a wrong digit before it', '111.444.777-45'],
  ['two digits in each other’s place', '529.928.247-25'],
  ['one digit only', '111.111.111-11'],
  ['a company with a wrong digit', '11.222.333/0001-82'],
  ['letters with wrong digits', '12.ABC.345/01DE-36'],
  ['a person with a letter', '1114447773A'],
  ['twelve digits', '111444777350'],
  ['nothing', ''],
])('%s is wrong', (_, text) => {
  expect(isBrazilianTaxNumber(text)).toBe(false);
});
