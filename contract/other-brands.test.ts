import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CARD_BRANDS } from './card-brands.ts';
import type { Operation } from './catalogue.ts';
import { CURRENCY_CODES } from './currency.ts';
import { otherBrandRules } from './other-brand-rules.ts';
import { OTHER_BRANDS } from './other-brands.ts';
import type { ParameterSet } from './parameters.ts';

const english = JSON.parse(readFileSync('locales/en.json', 'utf8'));

test.each([...OTHER_BRANDS])('%s is whole: a row, a drawing and texts', (code, brand) => {
  expect(CARD_BRANDS).not.toHaveProperty(code);
  expect(existsSync(`public/brands/${code}.svg`)).toBe(true);
  for (const { label } of brand.fields) {
    expect(english).toHaveProperty([label]);
    expect(english).toHaveProperty([`${label}Error`]);
  }
  for (const currency of brand.currencies ?? []) expect(CURRENCY_CODES).toContain(currency);
  const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  for (const country of brand.countries ?? []) expect(regions.of(country)).toBeDefined();
});

const codeOf = (family: string): string =>
  [...OTHER_BRANDS].find(([, brand]) => brand.family === family)?.[0] ?? '';

describe('a brand that is no card', () => {
  const SERVER: Operation = 'payment';
  const SHOPPER: Operation = 'checkout.payment';
  const MANDATE = codeOf('directDebit');
  const VOUCHER = codeOf('prepayment');
  const AT_PSD = { paymentBrand: 'PAYSAFECARD', 'virtualAccount.password': 'secret' };

  test.each<[why: string, Operation, ParameterSet, expected: [string, string | null, string][]]>([
    [
      'another currency',
      SERVER,
      { paymentBrand: 'GIROPAY', currency: 'USD' },
      [['currency', 'USD', 'must be EUR with GIROPAY']],
    ],
    ['its own currency', SERVER, { paymentBrand: 'GIROPAY', currency: 'EUR' }, []],
    ['any currency', SERVER, { paymentBrand: 'PAYPAL', currency: 'SAR' }, []],
    [
      'a bank of another country',
      SHOPPER,
      { paymentBrand: 'EPS', 'bankAccount.country': 'DE' },
      [['bankAccount.country', 'DE', 'must be AT with EPS']],
    ],
    ['an invoice elsewhere', SERVER, { paymentBrand: 'EPS', 'billing.country': 'DE' }, []],
    [
      'an invoice where none is sent',
      SERVER,
      { paymentBrand: 'KLARNA_PAYMENTS_ONE', 'billing.country': 'BR' },
      [['billing.country', 'BR', expect.stringMatching(/^must be AT, AU.*US with KLARNA/)]],
    ],
    [
      'a reservation',
      SERVER,
      { paymentBrand: 'IDEAL', paymentType: 'PA' },
      [['paymentType', 'PA', 'must be DB with IDEAL: it reserves no money']],
    ],
    [
      'a reservation of cards alone',
      SHOPPER,
      { paymentBrand: 'IDEAL', paymentType: 'PA', 'overridePaymentType[IDEAL]': 'DB' },
      [],
    ],
    ['a reservation where it can', SERVER, { paymentBrand: 'PAYPAL', paymentType: 'PA' }, []],
    [
      'installments',
      SHOPPER,
      { paymentBrand: 'BLIK', 'recurring.numberOfInstallments': '3' },
      [['recurring.numberOfInstallments', '3', 'must not be sent with BLIK: it is for cards only']],
    ],
    [
      'to be stored',
      SERVER,
      { paymentBrand: 'EPS', createRegistration: 'true' },
      [['createRegistration', 'true', 'must not be true with EPS: it cannot be stored']],
    ],
    [
      'to be stored, like the cards',
      SHOPPER,
      { paymentBrand: 'EPS', createRegistration: 'true' },
      [],
    ],
    [
      'the first of a chain that it cannot have',
      SHOPPER,
      { paymentBrand: 'EPS', recurringType: 'INITIAL' },
      [['recurringType', 'INITIAL', 'must not be INITIAL with EPS: it takes no later payments']],
    ],
    ['the first of a chain', SERVER, { paymentBrand: 'TRUSTLY', recurringType: 'INITIAL' }, []],
    [
      'a later one without its registration',
      SERVER,
      { paymentBrand: 'PAYPAL', 'standingInstruction.mode': 'REPEATED' },
      [
        [
          'standingInstruction.mode',
          'REPEATED',
          'must not be REPEATED with PAYPAL: a later payment is made with its registration',
        ],
      ],
    ],
    [
      'a shopper in a later one',
      SHOPPER,
      { paymentBrand: 'PAYPAL', recurringType: 'REPEATED' },
      [],
    ],
    [
      'a password without its account',
      SERVER,
      AT_PSD,
      [['virtualAccount.accountId', null, 'is required']],
    ],
    ['an account', SERVER, { ...AT_PSD, 'virtualAccount.accountId': 'jane' }, []],
    ['neither: the brand asks for them', SERVER, { paymentBrand: 'PAYSAFECARD' }, []],
    [
      'a code of seven digits, which is not repeated',
      SHOPPER,
      { paymentBrand: 'BLIK', 'virtualAccount.password': '1234567' },
      [['virtualAccount.password', null, 'must be a code of 6 digits with BLIK']],
    ],
    ['a code', SERVER, { paymentBrand: 'BLIK', 'virtualAccount.password': '123456' }, []],
    ['a card', SERVER, { paymentBrand: 'VISA', currency: 'USD', paymentType: 'PA' }, []],
    [
      'a mandate that begins a chain',
      SERVER,
      { paymentBrand: MANDATE, recurringType: 'INITIAL', currency: 'EUR' },
      [],
    ],
    ['a mandate later on', SERVER, { paymentBrand: MANDATE, recurringType: 'REPEATED' }, []],
    [
      'a card beside a mandate',
      SHOPPER,
      { paymentBrand: MANDATE, 'sealed[card.cvv]': 'x', 'card.holder': 'Jane Jones' },
      [
        ['card.cvv', null, `must not be sent with ${MANDATE}: it is for cards only`],
        ['card.holder', null, `must not be sent with ${MANDATE}: it is for cards only`],
      ],
    ],
    [
      'an account beside a card',
      SERVER,
      { paymentBrand: 'VISA', 'bankAccount.iban': 'DE89370400440532013000' },
      [
        [
          'bankAccount.iban',
          expect.stringMatching(/^DE.*3000$/),
          'must not be sent with VISA: it is for direct debits only',
        ],
      ],
    ],
    [
      'a sealed account without a brand',
      SHOPPER,
      { 'sealed[bankAccount.iban]': 'x' },
      [['bankAccount.iban', null, 'must not be sent with a card: it is for direct debits only']],
    ],
    [
      'money that is received later, taken at once',
      SERVER,
      { paymentBrand: VOUCHER, paymentType: 'DB' },
      [['paymentType', 'DB', `must be PA with ${VOUCHER}: its money is received later (RC)`]],
    ],
    ['money that is received later', SERVER, { paymentBrand: VOUCHER, paymentType: 'PA' }, []],
    [
      'a card beside a voucher',
      SERVER,
      { paymentBrand: VOUCHER, 'card.number': '4200000000000000' },
      [['card.number', null, `must not be sent with ${VOUCHER}`]],
    ],
    [
      'a CVV where cards have none',
      SERVER,
      { paymentBrand: 'BANCONTACT', 'card.cvv': '123' },
      [['card.cvv', null, 'must not be sent with BANCONTACT: its cards have none']],
    ],
    ['a card that has none', SERVER, { paymentBrand: 'BANCONTACT' }, []],
    ['a CVV of another wallet', SERVER, { paymentBrand: 'PAYPAL', 'card.cvv': '123' }, []],
    [
      'an exemption that a merchant asks for',
      SERVER,
      { paymentBrand: 'PAYPAL', 'threeDSecure.exemptionFlag': '01' },
      [['threeDSecure.exemptionFlag', '01', 'must not be sent with PAYPAL: it is for cards only']],
    ],
    [
      'an exemption of a checkout, for its cards',
      SHOPPER,
      { paymentBrand: 'PAYPAL', 'threeDSecure.exemptionFlag': '01' },
      [],
    ],
    [
      'to be stored by itself',
      'registration',
      { paymentBrand: 'EPS' },
      [['paymentBrand', 'EPS', 'EPS cannot be stored']],
    ],
    ['to be stored where it can', 'registration', { paymentBrand: 'PAYPAL' }, []],
    ['not to be stored', SERVER, { paymentBrand: 'EPS', createRegistration: 'false' }, []],
    [
      'to be stored with a payment',
      SERVER,
      { paymentBrand: 'PAYPAL', createRegistration: 'true' },
      [],
    ],
  ])('%s', (_, operation, parameters, expected) => {
    const found = otherBrandRules(parameters, operation);
    expect(found.map(({ name, value, message }) => [name, value, message])).toEqual(expected);
  });
});
