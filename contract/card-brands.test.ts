import { describe, expect, test } from 'vitest';
import {
  CARD_BRANDS,
  cvvLengths,
  detectBrands,
  isCardBrand,
  isCardNumberValid,
  isCvvValid,
  isNumberOfBrand,
  numberGaps,
  numberLengths,
} from './card-brands.ts';
import { NATIONAL_BRANDS } from './national-card-brands.ts';

const ALL = Object.keys(CARD_BRANDS);

describe('the brand that a number belongs to', () => {
  test.each([
    ['', ['VISA', 'MASTER'], []],
    ['4', ['VISA', 'MASTER', 'MADA'], ['VISA']],
    ['42', ['MASTER', 'VISA'], ['VISA']],
    ['5', ['VISA', 'MASTER', 'MAESTRO'], ['MASTER', 'MAESTRO']],
    ['54', ['VISA', 'MASTER'], ['MASTER']],
    ['2221', ['MASTER'], ['MASTER']],
    ['37', ['VISA', 'AMEX'], ['AMEX']],
    ['3', ['AMEX', 'DINERS', 'JCB', 'VISA'], ['AMEX', 'DINERS', 'JCB']],
    ['3528', ['JCB', 'AMEX'], ['JCB']],
    ['6011', ['DISCOVER', 'MAESTRO'], ['DISCOVER']],
    ['6212', ['UNIONPAY'], ['UNIONPAY']],
    ['9', ['VISA', 'MASTER'], []],
  ])('%j among %j is %j', (digits, offered, expected) => {
    expect(detectBrands(digits, offered)).toEqual(expected);
  });

  test.each([
    ['mada and Visa share a card', '4464040000000007', ['VISA', 'MADA'], ['MADA', 'VISA']],
    ['mada and Mastercard', '5297410000000000', ['MASTER', 'MADA'], ['MADA', 'MASTER']],
    ['Dankort and Visa', '4571000000000001', ['VISA', 'DANKORT'], ['DANKORT', 'VISA']],
    ['Cartes Bancaires and Visa', '4970', ['VISA', 'CARTEBANCAIRE'], ['CARTEBANCAIRE', 'VISA']],
    [
      'a debit brand of the same range comes as offered',
      '42',
      ['VISA', 'VISADEBIT'],
      ['VISA', 'VISADEBIT'],
    ],
    ['only the debit brand is offered', '42', ['VISADEBIT'], ['VISADEBIT']],
    ['Bancontact and Maestro', '670300', ['MAESTRO', 'BCMC'], ['BCMC', 'MAESTRO']],
  ])('%s', (_, digits, offered, expected) => {
    expect(detectBrands(digits, offered)).toEqual(expected);
  });

  test('a brand without ranges is named once the number fits no other', () => {
    expect(detectBrands('91234', ['VISA', 'ALIA'])).toEqual([]);
    expect(detectBrands('912345', ['VISA', 'ALIA'])).toEqual(['ALIA']);
    expect(detectBrands('422345', ['VISA', 'ALIA'])).toEqual(['VISA']);
  });

  test('codes that are no card brands are passed over', () => {
    expect(detectBrands('4200', ['PAYPAL', 'VISA', 'constructor'])).toEqual(['VISA']);
  });
});

describe('a valid number', () => {
  test.each([
    ['4200000000000000', 'VISA', true],
    ['4200000000000001', 'VISA', false],
    ['420000000000000', 'VISA', false],
    ['5454545454545454', 'MASTER', true],
    ['377777777777770', 'AMEX', true],
    ['30082246403846', 'DINERS', true],
    ['3530111333300000', 'JCB', true],
    ['912345678904', 'ALIA', true],
    ['42000000 0000000', 'VISA', false],
    ['', 'VISA', false],
  ])('%s as %s: %s', (digits, brand, expected) => {
    expect(isCardNumberValid(digits, brand)).toBe(expected);
  });

  test.each([
    ['4200000000000000', 'VISA', true],
    ['4200000000000000', 'MASTER', false],
    ['4464040000000007', 'MADA', true],
    ['4200000000000000', 'MADA', false],
    ['4200000000000000', 'ALIA', true],
  ])('%s lies in the ranges of %s: %s', (digits, brand, expected) => {
    expect(isNumberOfBrand(digits, brand)).toBe(expected);
  });
});

describe('how a number is written', () => {
  test.each([
    ['4200000000000000', [4, 8, 12, 16]],
    ['377777777777770', [4, 10]],
    ['30082246403846', [4, 10]],
    ['3600000000000000', [4, 8, 12, 16]],
    ['3', [4, 8, 12, 16]],
    ['', [4, 8, 12, 16]],
  ])('%s has gaps after %j', (digits, expected) => {
    expect(numberGaps(digits)).toEqual(expected);
  });
});

describe('every brand', () => {
  test.each(ALL)('%s has a name and lengths within 12 to 19', (brand) => {
    expect(isCardBrand(brand)).toBe(true);
    expect(CARD_BRANDS[brand]).toBeTruthy();
    expect(numberLengths(brand).every((length) => length >= 12 && length <= 19)).toBe(true);
    expect(cvvLengths(brand).length).toBeGreaterThan(0);
  });

  test('is named once, national ones too', () => {
    expect(Object.keys(NATIONAL_BRANDS).filter((code) => !isCardBrand(code))).toEqual([]);
    for (const code of ['PAYPAL', 'MASTERCARD', 'toString', ''])
      expect(isCardBrand(code)).toBe(false);
  });
});

describe('the CVV', () => {
  test.each([
    ['123', 'VISA', true],
    ['1234', 'VISA', false],
    ['12', 'VISA', false],
    ['', 'VISA', false],
    ['1234', 'AMEX', true],
    ['123', 'AMEX', false],
    ['', 'MAESTRO', true],
    ['123', 'MAESTRO', true],
    ['123', '', true],
    ['1234', '', true],
    ['12a', 'VISA', false],
  ])('%j for %s: %s', (digits, brand, expected) => {
    expect(isCvvValid(digits, brand)).toBe(expected);
  });
});
