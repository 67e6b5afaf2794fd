import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { BRAND_RULES, isNumberOfBrand, numberLengths, numberRanges } from './card-brands.ts';
import {
  cardNumbersIn,
  holdsDigits,
  maskedText,
  percentDecoded,
  withoutCardNumbers,
} from './card-numbers-in-text.ts';

const VISA = '4111111111111111';
const found = (text: string) => cardNumbersIn(text).map(({ digits }) => digits);
const inGroups = (text: string) => cardNumbersIn(text).some(({ isInGroups }) => isInGroups);

describe('a card number', () => {
  test.each([
    ['alone', '4111111111111111'],
    ['in spaces', '4111 1111 1111 1111'],
    ['in hyphens', '4111-1111-1111-1111'],
    ['in dots', '4111.1111.1111.1111'],
    ['in slashes', '4111/1111/1111/1111'],
    ['in underscores', '4111_1111_1111_1111'],
    ['in unlike groups', '41 11-1111,111111 .11'],
    ['digit by digit', '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'],
    ['in three separators', '4111 - 1111 - 1111 - 1111'],
    ['in lines', '4111\r\n1111\t1111\n1111'],
    ['in hard and thin spaces', '4111\u00a01111\u20091111\u202f1111'],
    ['in dashes', '4111–1111—1111‑1111'],
    ['in many spaces', '4111    1111    1111    1111'],
    ['in lines with indentation', '4111\r\n  1111\r\n  1111\r\n  1111'],
    ['in brackets', '(4111) (1111) [1111] [1111]'],
    ['in colons and semicolons', '4111:1111;1111:1111'],
    ['in the marks of Japanese keyboards', '4111ー1111・1111。1111'],
    ['in controls', '4111\u00011111\u000b1111\u001f1111'],
    ['in blank letters', '4111\u28001111\u31641111…1111'],
    ['with what cannot be seen', '4111\u200b1111\u00ad1111\u20601111'],
    ['in full-width digits', '４１１１１１１１１１１１１１１１'],
    ['in full-width digits and spaces', '４１１１　１１１１　１１１１　１１１１'],
    ['in Arabic digits', '٤١١١١١١١١١١١١١١١'],
    ['in Persian digits', '۴۱۱۱۱۱۱۱۱۱۱۱۱۱۱۱'],
    ['in Devanagari', '४१११११११११११११११'],
    ['in mathematical digits', '𝟒𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏'],
    ['in raised digits', '⁴¹¹¹¹¹¹¹¹¹¹¹¹¹¹¹'],
    ['in circles', '④①①①①①①①①①①①①①①①'],
    ['in circles of two digits', '㊶⑪⑪⑪⑪⑪⑪⑪'],
    ['in as many separators as are read', `4111${' '.repeat(8)}1111 1111 1111`],
    ['in keycaps', [...VISA].map((digit) => `${digit}\ufe0f\u20e3`).join('')],
    ['in Adlam, outside of the first plane', '𞥔𞥑𞥑𞥑𞥑𞥑𞥑𞥑𞥑𞥑𞥑𞥑𞥑𞥑𞥑𞥑'],
    ['in mixed digits', '4１١۱1111११११1111'],
    ['in a word', 'card4111111111111111x'],
    ['in an address', 'a4111111111111111@shop.example'],
    ['behind another number', 'Hauptstr. 12 4111 1111 1111 1111'],
    ['before its expiry date', '4111 1111 1111 1111 12/34'],
    ['before its CVV', '4111111111111111 737'],
    ['behind a plus', '+4111111111111111'],
  ])('is found %s', (_, text) => {
    expect(found(text)).toContain(VISA);
    expect(withoutCardNumbers(text)).not.toMatch(/1.?1.?1.?1/u);
  });

  test.each([
    ['AMEX', '3714 496353 98431'],
    ['DINERS', '3056 930902 5904'],
    ['MASTER', '5555 5555 5555 4444'],
    ['MASTER, of the later range', '2223 0031 2200 3222'],
    ['MAESTRO of 13 digits', '6759 6498 2643 0'],
    ['MAESTRO of 19 digits', '5018 0000 0000 0000 007'],
    ['JCB', '3530 1113 3330 0000'],
    ['UNIONPAY', '6200 0000 0000 0005'],
    ['VISA of 19 digits', '4111 1111 1111 1111 110'],
  ])('of %s is found, in its groups and without', (_, text) => {
    const digits = text.replaceAll(' ', '');
    expect(found(text)).toContain(digits);
    expect(inGroups(text)).toBe(true);
    expect(inGroups(text.replaceAll(' ', '-'))).toBe(true);
    expect(found(digits)).toEqual([digits]);
    expect(inGroups(digits)).toBe(false);
  });

  test.each([
    'order 4111 1111 1111 1111',
    '12 4111 1111 1111 1111',
    '4111 1111 1111 1111 12/34',
    '4111 1111 1111 1111-0000',
    'ref:4111-1111-1111-1111;',
  ])('is written in groups: %s', (text) => {
    expect(inGroups(text)).toBe(true);
  });
  test.each(['4111 1111-1111 1111', '41 1111 1111 1111 11', '0000 4111 1111 1111 1111 0000'])(
    'is not written in groups: %s',
    (text) => {
      expect(found(text)).toContain(VISA);
      expect(inGroups(text)).toBe(false);
    },
  );

  it('is left out, and what stands around it stays', () => {
    expect(withoutCardNumbers('a 4111 1111 1111 1111 b')).toBe('a … b');
    expect(withoutCardNumbers(`${VISA}, ${VISA}!`)).toBe('…, …!');
    expect(withoutCardNumbers(`${VISA} and ${VISA}`)).toBe('… and …');
    // One number of 16 digits, and one of 19.
    expect(withoutCardNumbers('a 4111 1111 1111 1111 110 b')).toBe('a … b');
    expect(withoutCardNumbers('nothing 123')).toBe('nothing 123');
  });

  it('leaves none of what stood around it', () => {
    const around = '３７１４ 496353 98431111３７１４ 496353 98431';
    expect(withoutCardNumbers(around)).toBe('…');
    const within = Array.from({ length: 8 }).reduce<string>(
      (inner) => `41111111 ${inner} 11111111`,
      VISA,
    );
    expect(withoutCardNumbers(`x ${within} x`)).toMatch(/^x \D+ x$/);
  });

  it('is recognised as the one that is known, whatever stands between its digits', () => {
    expect(holdsDigits('ab41c11-1111 1111x1111 11', new Set([VISA]))).toBe(true);
    expect(holdsDigits('4111111111111112', new Set([VISA]))).toBe(false);
    expect(holdsDigits('㊶⑪⑪⑪⑪⑪⑪⑪', new Set([VISA]))).toBe(true);
    // As many as the shortest numbers of MAESTRO have.
    expect(holdsDigits('a 4111 1111 1111', new Set(['411111111111']))).toBe(true);
    expect(holdsDigits('41111111111', new Set(['41111111111']))).toBe(false);
    expect(holdsDigits('737', new Set(['737']))).toBe(false);
  });
});

/** What shops really write, and what looks like a card number to a cruder rule. */
describe('a reference', () => {
  test.each([
    ['order number', '100000123456789'],
    ['order number with a year', 'SO-2026-0000123456'],
    ['order number of 16 digits, check digit wrong', '4000001234567890'],
    ['order number of 16 digits, no range', '1000000000000008'],
    ['timestamp to the second', '20261122070045'],
    ['timestamp to the millisecond', '20261122070045123'],
    ['timestamp as written', '2026-11-22 07:00:45.123456'],
    ['ISO 8601', '2026-11-22T07:00:45.123Z'],
    ['epoch in milliseconds', '1795331245123'],
    ['epoch in microseconds', '1795331245123456'],
    ['epoch in nanoseconds', '1795331245123456789'],
    ['UUID', '550e8400-e29b-41d4-a716-446655440000'],
    ['UUID whose digits would do', 'aaaaaaaa-4111-4111-8111-411111111111'],
    ['id of this gateway', '8ac7a4a1411111111111111190abcdef'],
    ['ULID', '01HGW2N7EHJVKAPRSCXNWFCV8R'],
    ['EAN-13', '4006381333931'],
    ['EAN-13 of China', '6901234567892'],
    ['EAN-8', '96385074'],
    ['GTIN-14', '14006381333938'],
    ['ISBN-13', '978-3-16-148410-0'],
    ['IBAN', 'DE89370400440532013000'],
    ['IBAN as written', 'DE89 3704 0044 0532 0130 00'],
    ['IBAN with card-like groups', 'GB33 BUKB 2020 1555 5555 55'],
    ['IBAN of Poland', 'PL61 1090 1014 0000 0712 1981 2874'],
    ['phone number', '+49 170 1234567'],
    ['phone number of Indonesia', '+62 812-3456-7890'],
    ['phone number of Brazil', '+55 (11) 91234-5678'],
    ['phone number with an extension', '+49 (30) 1234567-890 12.3'],
    ['phone number with zeros', '0049 30 901820'],
    ['phone number of 15 digits with a right check digit', '+639171234567890'],
    ['tracking number of UPS', '1Z999AA10123456784'],
    ['tracking number of FedEx', '9612345678901234567890'],
    ['tracking number of DHL', '00340434161094042557'],
    ['tracking number of USPS', '9400 1000 0000 0000 0000 00'],
    ['tracking number of USPS in one', '9400110200881234567890'],
    ['tracking number of the post', 'RR123456785CN'],
    ['invoice', 'RE-2026/11-000123'],
    ['VAT number', 'DE123456789'],
    ['CNPJ', '12.345.678/0001-95'],
    ['CPF', '123.456.789-09'],
    ['SEPA mandate', 'MD-20261122-000045'],
    ['creditor id', 'DE98ZZZ09999999999'],
    ['e-mail address of digits', '4000000000@123.com'],
    ['IP addresses', '192.168.100.200, 10.20.30.40'],
    ['IPv6 address', '2001:0db8:85a3:0000:0000:8a2e:0370:7334'],
    ['coordinates', '52.520008, 13.404954'],
    [
      'version of a browser',
      'Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/131.0.6778.85 Safari/537.36',
    ],
    ['amounts', '4111.11 1111.11 EUR'],
    ['hash', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['two dates', '01.04.2026-30.04.2026'],
  ])('of a shop passes: %s', (_, text) => {
    expect(inGroups(text)).toBe(false);
  });

  test.each([
    ['an id of 32 hexadecimal digits', `${VISA}abcdefabcdefabcd`],
    ['a UUID', '41111111-1111-1111-8000-00000000000a'],
    ['an IBAN', 'GB43ABCD30569309025904'],
    ['an IBAN as written', 'de95 4111 1111 1111 1111 00'],
    ['a phone number', '+371449635398431'],
    ['a phone number with its area in brackets', '+49 (30) 4111 1111 1111 1111'],
  ])('that has the digits of a card is none: %s', (_, text) => {
    expect(found(text)).toEqual([]);
    expect(withoutCardNumbers(text)).toBe(text);
    // The same beside it.
    expect(found(`${text}, card ${VISA}`)).toEqual([VISA]);
    expect(found(`${VISA} for ${text}`)).toEqual([VISA]);
  });

  test.each([
    ['a UUID without a letter', '41111111-1111-1111-8000-000000000000'],
    ['an IBAN whose check digits are wrong', 'DE96 4111 1111 1111 1111 00'],
    ['a digit more than an id has', `${VISA}-abcdef`],
    ['a plus at the end', `${VISA} +`],
    ['a plus for more digits than a phone number has', `+${VISA}`],
  ])('that is not really one hides no card: %s', (_, text) => {
    expect(found(text)).toContain(VISA);
  });

  test.each([
    ['letters between', '4111x1111x1111x1111'],
    ['more separators than anybody writes', `4111${' '.repeat(9)}1111 1111 1111`],
    ['a fraction', '411111111111111½'],
    ['a digit in brackets of one character', '411111111111111⑴'],
    ['no range below', '1000000000000008'],
    ['no range above', '9000000000000001'],
  ])('is no card number: %s', (_, text) => {
    expect(found(text)).toEqual([]);
  });

  it('of 16 digits is taken for a card about once in ten times, and only in groups refused', () => {
    const references = Array.from(
      { length: 2_000 },
      (_, n) => `4${String(n * 7_919_317 + 12).padStart(15, '0')}`,
    );
    const hits = references.filter((text) => found(text).length > 0);
    expect(hits.length).toBeGreaterThan(150);
    expect(hits.length).toBeLessThan(250);
    expect(references.filter(inGroups)).toEqual([]);
  });
});

it('any text is masked so that nothing is found in it, and nothing else is changed', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      VISA,
      '4111 1111 1111 1111',
      '３７１４ 496353 98431',
      ' ',
      '-',
      '+',
      '1',
      '…',
      'x',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      const masked = withoutCardNumbers(text);
      expect(cardNumbersIn(masked)).toEqual([]);
      if (cardNumbersIn(text).length === 0) expect(masked).toBe(text);
    }),
    { numRuns: 500 },
  );
});

it('what was sent is masked so that nothing is found in it, as a text or as a query', () => {
  const piece = fc.constantFrom(VISA, '41111111', '4111', '1111', '11111111', ' ', '+', '%20', 'x');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
      const text = pieces.join('');
      const masked = maskedText(text);
      const readings = [masked, masked.replaceAll('+', ' ')].map(percentDecoded);
      expect(readings.flatMap(cardNumbersIn)).toEqual([]);
      const isMasked = masked !== text;
      const sent = percentDecoded(text);
      const found = [sent, sent.replaceAll('+', ' ')].flatMap(cardNumbersIn);
      expect(isMasked).toBe(found.length > 0);
    }),
    { numRuns: 500 },
  );
});

it('a number of every brand, and no other, is in the ranges of its length', () => {
  const number = fc.stringMatching(/^[2-9][0-9]{11,18}$/);
  fc.assert(
    fc.property(number, (digits) => {
      const isOfBrand = Object.keys(BRAND_RULES).some(
        (brand) =>
          BRAND_RULES[brand]?.ranges !== '' &&
          numberLengths(brand).includes(digits.length) &&
          isNumberOfBrand(digits, brand),
      );
      const ranges = numberRanges(digits.length);
      expect(ranges.some(([from, to]) => digits >= from && digits <= to)).toBe(isOfBrand);
    }),
    { numRuns: 1_000 },
  );
});

it('a long text is read to its end, digit by digit too', () => {
  // Were a text gone through again from each of its places, the test would not end in its time.
  for (const text of [
    '5 1 0 '.repeat(8_192),
    '5105105105105100 '.repeat(4_096),
    '1'.repeat(65_536),
    'DE89 '.repeat(12_800),
    'é'.repeat(65_536),
  ]) {
    withoutCardNumbers(text);
  }
});
