import fc from 'fast-check';
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

  it('may have a slip in four letters', () => {
    expect(nearestName('merchantTranactonId', KNOWN)).toBe('merchantTransactionId');
    expect(nearestName('crrncy', KNOWN)).toBe('currency');
    expect(nearestName('crrnc', KNOWN)).toBeUndefined();
    // A short name has one.
    expect(nearestName('ab', ['abc'])).toBe('abc');
    expect(nearestName('a', ['abc'])).toBeUndefined();
  });

  it('is the first of equally near ones, and an equal one before a near one', () => {
    expect(nearestName('cord', ['card', 'word'])).toBe('card');
    expect(nearestName('CARD', ['cord', 'card', 'card.'])).toBe('card');
  });

  it('is looked for up to 80 characters', () => {
    expect(nearestName('a'.repeat(80), ['a'.repeat(81)])).toBe('a'.repeat(81));
    expect(nearestName('a'.repeat(81), ['a'.repeat(81)])).toBeUndefined();
  });

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

/** By its definition, and slowly. */
function slips(from: string, to: string): number {
  if (from === '' || to === '') return from.length + to.length;
  const isSame = from.at(-1) === to.at(-1);
  const isSwapped =
    from.length > 1 && to.length > 1 && from.at(-1) === to.at(-2) && from.at(-2) === to.at(-1);
  return Math.min(
    slips(from.slice(0, -1), to) + 1,
    slips(from, to.slice(0, -1)) + 1,
    slips(from.slice(0, -1), to.slice(0, -1)) + (isSame ? 0 : 1),
    isSwapped ? slips(from.slice(0, -2), to.slice(0, -2)) + 1 : Number.POSITIVE_INFINITY,
  );
}

it('counts as its definition does', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  fc.assert(
    fc.property(word, word, (from, to) => {
      expect(slipsBetween(from, to)).toBe(slips(from, to));
    }),
    { numRuns: 300 },
  );
});
