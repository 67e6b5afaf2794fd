import { describe, expect, it } from 'vitest';
import { nearestName, slipsBetween } from './nearest-name.ts';

const KNOWN = ['amount', 'currency', 'card.number', 'card.holder', 'merchantTransactionId'];

describe('the name that was meant', () => {
  it.each([
    ['a letter too many', 'ammount', 'amount'],
    ['a letter too few', 'amont', 'amount'],
    ['two letters swapped', 'amuont', 'amount'],
    ['another case', 'AMOUNT', 'amount'],
    ['no dot', 'cardNumber', 'card.number'],
    ['dot and case', 'Card.Number', 'card.number'],
    ['an underscore', 'card_number', 'card.number'],
    ['two slips in a long name', 'merchantTransacionID', 'merchantTransactionId'],
  ])('is found with %s', (_, written, meant) => {
    expect(nearestName(written, KNOWN)).toBe(meant);
  });

  it.each(['nonsense', 'x', '', '.', 'number', 'account', '4200000000000000', 'a'.repeat(5_000)])(
    'is none for %o',
    (written) => {
      expect(nearestName(written, KNOWN)).toBeUndefined();
    },
  );

  it('is the one that differs least, wherever it stands', () => {
    expect(nearestName('billing.street', ['billing.street2x', 'billing.street1'])).toBe(
      'billing.street1',
    );
  });
});

it('counts letters left out, added, mistaken and swapped as one slip each', () => {
  expect(
    [
      ['', ''],
      ['', 'abc'],
      ['abc', 'abc'],
      ['abc', 'ac'],
      ['abc', 'acb'],
      ['kitten', 'sitting'],
    ].map(([from = '', to = '']) => slipsBetween(from, to)),
  ).toEqual([0, 3, 0, 1, 1, 3]);
});
