import { countrySpecs, validateIBAN } from 'ibantools';
import { describe, expect, test } from 'vitest';
import { OTHER_BRANDS } from '../../contract/other-brands.ts';
import { TEST_IBANS } from '../../contract/test-ibans.ts';
import { ibanRules } from './iban-rules.ts';

/** As the gateway writes them into the document. */
const lengths = Object.fromEntries(
  (OTHER_BRANDS.get('DIRECTDEBIT_SEPA')?.countries ?? []).map((country) => [
    country,
    countrySpecs[country]?.chars ?? 0,
  ]),
);
const rules = ibanRules(lengths);
const choice = { offered: [], chosen: '', rules: {} };
const isValid = (iban: string) => rules.isValid(iban, choice);

describe('an IBAN', () => {
  test.each(TEST_IBANS)('$iban is right', ({ iban }) => {
    expect(isValid(iban)).toBe(true);
    expect(validateIBAN(iban)).toEqual({ valid: true, errorCodes: [] });
  });

  test.each([
    ['one digit is wrong', 'DE89370400440532013001'],
    ['two digits have changed places', 'DE89370400440532010300'],
    ['it is too short', 'DE8937040044053201300'],
    ['it has the length of another country', 'NL91ABNA04171643000000'],
    ['its country is outside of SEPA', 'BR1800360305000010009795493C1'],
    ['nothing was typed', ''],
  ])('%s', (_, iban) => {
    expect(isValid(iban)).toBe(false);
  });

  test('of any country that takes part has a length', () => {
    expect(Math.min(...Object.values(lengths))).toBeGreaterThan(14);
  });

  test.each([
    ['in any case, with spaces or without', 'nl91abna0417164300', 'NL91 ABNA 0417 1643 00'],
    ['with the word before it', 'IBAN: NL91 ABNA 0417 1643 00', 'NL91 ABNA 0417 1643 00'],
    ['with those letters within it', 'GB29 IBAN 6016 13', 'GB29 IBAN 6016 13'],
    ['with hyphens and no-break spaces', 'DE89-3704\u00a00044', 'DE89 3704 0044'],
    ['in Arabic digits', 'DE٨٩ ٣٧٠٤', 'DE89 3704'],
    [
      'too long: cut at its country’s length',
      `DE89${'1'.repeat(30)}`,
      'DE89 1111 1111 1111 1111 11',
    ],
  ])('pasted %s', (_, pasted, expected) => {
    const edit = {
      value: pasted,
      caret: pasted.length,
      inputType: 'insertFromPaste',
      previous: '',
    };
    expect(rules.write(edit, choice, true)).toMatchObject({
      value: expected,
      digits: expected.replaceAll(' ', ''),
      caret: expected.length,
    });
  });

  test('is partial until its country’s length is there', () => {
    expect(rules.isPartial('', choice)).toBe(false);
    expect(rules.isPartial('DE8937040044', choice)).toBe(true);
    expect(rules.isPartial('DE89370400440532013001', choice)).toBe(false);
  });

  test('is never told', () => {
    expect(rules.reveal('DE89370400440532013000', choice)).toEqual({});
  });
});
