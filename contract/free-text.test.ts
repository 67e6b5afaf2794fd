import { describe, expect, it, test } from 'vitest';
import { CATALOGUE } from './catalogue.ts';
import { freeTextOf, holdsForbiddenCardNumber, looksLikeCardNumber } from './free-text.ts';
import { findRow } from './parameters.ts';

const VISA = '4111111111111111';
const kindOf = (name: string) => {
  const match = findRow(name);
  if (!match) throw new Error(`no parameter ${name}`);
  return freeTextOf(match.row, match.key);
};

describe('what a parameter holds', () => {
  test.each([
    ['customer.givenName', 'typed'],
    ['customer.surname', 'typed'],
    ['customer.email', 'typed'],
    ['billing.street1', 'typed'],
    ['descriptor', 'typed'],
    ['customParameters[SHOPPER_wish]', 'typed'],
    ['customer.phone', 'phone'],
    ['customer.mobile', 'phone'],
    ['merchantTransactionId', 'reference'],
    ['customParameters[order]', 'reference'],
    ['notificationUrl', 'reference'],
    // A card number belongs here, or cannot be.
    ['card.number', undefined],
    ['virtualAccount.password', undefined],
    ['amount', undefined],
    ['currency', undefined],
    ['paymentType', undefined],
    ['shipping.city', undefined],
  ])('%s: %s', (name, kind) => {
    expect(kindOf(name)).toBe(kind);
    // Asked again, it is the same.
    expect(kindOf(name)).toBe(kind);
  });

  it('is known of every parameter that takes a number of 16 digits in an address, too', () => {
    const urls = CATALOGUE.filter(({ name }) => /url$/i.test(name));
    expect(urls.length).toBeGreaterThan(2);
    for (const row of urls) expect([row.name, freeTextOf(row)]).toEqual([row.name, 'reference']);
  });
});

const AMEX_AS_PHONE = '371449635398431';

describe('a card number is forbidden', () => {
  test.each([
    ['in what people type', 'typed', `my card ${VISA}`],
    ['in groups, anywhere', 'reference', '4111 1111 1111 1111'],
    ['in groups, where a phone number belongs', 'phone', '4111-1111-1111-1111'],
    ['longer than a phone number', 'phone', VISA],
    ['encoded', 'typed', '%34111111111111111'],
    ['encoded twice', 'typed', '%2534111111111111111'],
    ['behind an encoded text', 'typed', `%20${VISA}`],
    ['with the spaces of a query', 'reference', '4111+1111+1111+1111'],
  ] as const)('%s', (_, kind, text) => {
    expect(holdsForbiddenCardNumber(kind, text, new Set())).toBe(true);
    expect(looksLikeCardNumber(text)).toBe(true);
  });

  test.each([
    ['as a reference, which may look like one', 'reference', VISA],
    ['as a phone number of 15 digits', 'phone', AMEX_AS_PHONE],
    ['that is none', 'typed', '4111111111111112'],
    ['that is none, with a percent', 'typed', '100 % cotton'],
  ] as const)('unless %s', (_, kind, text) => {
    expect(holdsForbiddenCardNumber(kind, text, new Set())).toBe(false);
  });

  test.each(['reference', 'phone', 'typed'] as const)(
    'that is the card of the request, whatever stands between its digits (%s)',
    (kind) => {
      expect(holdsForbiddenCardNumber(kind, 'x41x11x11111111x1111', new Set([VISA]))).toBe(true);
      expect(holdsForbiddenCardNumber(kind, 'order 12', new Set([VISA]))).toBe(false);
      expect(holdsForbiddenCardNumber(kind, 'order 12', new Set(['5454545454545454', VISA]))).toBe(
        false,
      );
      expect(holdsForbiddenCardNumber(kind, `${VISA}x`, new Set(['5454545454545454', VISA]))).toBe(
        true,
      );
    },
  );
});

it('what looks like a card number is told of a reference, too', () => {
  expect(looksLikeCardNumber(VISA)).toBe(true);
  expect(looksLikeCardNumber(`https://shop.example/%34${VISA.slice(1)}`)).toBe(true);
  expect(looksLikeCardNumber('order 12')).toBe(false);
  // The plus of a phone number stays.
  expect(looksLikeCardNumber(`+${AMEX_AS_PHONE}`)).toBe(false);
  expect(looksLikeCardNumber(AMEX_AS_PHONE)).toBe(true);
});
