/** What is read of a wallet's token. */
import { expect, it } from 'vitest';
import { cardParts, parseObject, textIn, WalletTokenError } from './wallet-token.ts';

it.each(['[]', 'null', '7', '"text"', 'true', '', '{'])('%o is no object', (text) => {
  expect(() => parseObject(text, 'it')).toThrow(
    new WalletTokenError("must be the wallet's token: it is no JSON object"),
  );
});

it('an object is read', () => {
  expect(parseObject('{"a":1}', 'it')).toEqual({ a: 1 });
});

it('a text is one with characters', () => {
  expect(textIn({ data: 'x' }, 'data')).toBe('x');
  for (const data of [undefined, null, '', 7, {}, ['x']]) {
    expect(() => textIn({ data }, 'data')).toThrow(
      new WalletTokenError("must be the wallet's token: data is missing"),
    );
  }
});

it.each([
  ['4'.repeat(12), 5, 2034],
  ['4'.repeat(19), '12', '2034'],
  ['4200000000000000', '01', '2034'],
  ['4200000000000000', 10, '0001'],
])('the digits %s, month %s and year %s are a card', (number, month, year) => {
  expect(cardParts(number, month, year)).toEqual({
    number,
    expiryMonth: String(month).padStart(2, '0'),
    expiryYear: String(year),
  });
});

it.each([
  ['4'.repeat(11), '05', '2034'],
  ['4'.repeat(20), '05', '2034'],
  ['x4200000000000000', '05', '2034'],
  ['4200000000000000x', '05', '2034'],
  [undefined, '05', '2034'],
  ['4200000000000000', '00', '2034'],
  ['4200000000000000', '13', '2034'],
  ['4200000000000000', '105', '2034'],
  ['4200000000000000', '051', '2034'],
  ['4200000000000000', undefined, '2034'],
  ['4200000000000000', '05', '34'],
  ['4200000000000000', '05', '12034'],
  ['4200000000000000', '05', '2034x'],
  ['4200000000000000', '05', 'x2034'],
  ['4200000000000000', '05', undefined],
])('the digits %s, month %s and year %s are none', (number, month, year) => {
  expect(() => cardParts(number, month, year)).toThrow(new WalletTokenError('holds no card'));
});

it('what is not taken is told apart from other errors by its name', () => {
  expect(new WalletTokenError('has expired').name).toBe('WalletTokenError');
});
