/** The fields that are typed in: where they are, what they hold at first, and by which rules. */
import { digitsOf, inGroups, type Rules } from './written.ts';

export interface TypedField {
  readonly what: string;
  readonly input: 'number' | 'cvv' | 'expiry' | 'holder';
  /** The iframe that it is in; none for inputs of the page. */
  readonly frame?: string;
  readonly texts: readonly string[];
  /** With one of these brands in force. Undefined where any text stays as it is. */
  readonly rulesWith?: (brands: readonly string[]) => Rules;
  /** What the shopper says meanwhile that the brand is; the first one at the beginning. */
  readonly brands: readonly string[];
}

const MASTER = /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/;
const AMEX = /^3[47]/;
const AMEX_GAPS = [4, 10];
/** Longer ones are written like all others. */
const isAmex = (digits: string) => AMEX.test(digits) && digits.length <= 15;
const FOURS = [4, 8, 12, 16];
const LONGEST: Readonly<Record<string, number>> = { VISA: 19, MASTER: 16, AMEX: 15 };

const brandOf = (digits: string) =>
  digits.startsWith('4')
    ? 'VISA'
    : MASTER.test(digits)
      ? 'MASTER'
      : AMEX.test(digits)
        ? 'AMEX'
        : '';

const numberRules = (brands: readonly string[]): Rules => ({
  read: digitsOf,
  write: (digits) => inGroups(digits, isAmex(digits) ? AMEX_GAPS : FOURS, ' '),
  maxLengths: (digits) => brands.map((chosen) => LONGEST[chosen || brandOf(digits)] ?? 19),
});

const cvvRules = (brands: readonly string[]): Rules => ({
  read: digitsOf,
  write: (digits) => digits,
  maxLengths: () => brands.map((brand) => (brand === '' || brand === 'AMEX' ? 4 : 3)),
});

const expiryRules = (): Rules => ({
  read(text) {
    // With the year first it is whole: what stands behind its month is too much of a text.
    const [, year, month] = /^\D*(20\d\d)\D+(\d\d)/.exec(text) ?? [];
    if (year && month) return month + year;
    const digits = digitsOf(text);
    // A month of one digit: no month begins with 2 to 9, and a slash ends it.
    return /^[2-9]/.test(digits) || /^\s*[\d٠-٩][\s/.-]/.test(text) ? `0${digits}` : digits;
  },
  write: (digits) => inGroups(digits, [2], ' / '),
  maxLengths: (digits) => [digits.slice(2, 4) === '20' ? 6 : 4],
});

const NUMBERS = [
  '4200',
  '4200 0000 0000 0000',
  '5454545454545454',
  '3777-777777-77770',
  '99',
  '٤١١',
  'x1 2',
  '42000000000000000000000',
];
const BRANDS = ['VISA', 'MASTER', 'AMEX'];

export const FIELDS: readonly TypedField[] = [
  {
    what: 'the card number',
    input: 'number',
    frame: 'card.number',
    texts: NUMBERS,
    rulesWith: () => numberRules(['']),
    brands: [],
  },
  {
    what: 'the card number, while the brand is chosen',
    input: 'number',
    frame: 'card.number',
    texts: NUMBERS,
    rulesWith: numberRules,
    brands: BRANDS,
  },
  {
    what: 'the CVV, while the brand is chosen',
    input: 'cvv',
    frame: 'card.cvv',
    texts: ['1', '12', '123', '1234', '12345', '٣٤', 'x 9'],
    rulesWith: cvvRules,
    brands: BRANDS,
  },
  {
    what: 'the expiry date',
    input: 'expiry',
    texts: [
      '0120',
      '12',
      '12/34',
      '1/34',
      '12 / 2034',
      '2034-12',
      '2034.12.31',
      ' 9',
      '12/',
      'x1',
      '٠٩',
      '20',
    ],
    rulesWith: expiryRules,
    brands: [],
  },
  {
    what: 'the name of the holder',
    input: 'holder',
    texts: ['Jane Jones', 'Ó Conaill', '王小明', '12', ' ', 'von der '],
    brands: [],
  },
];
