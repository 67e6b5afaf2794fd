import { describe, expect, test } from 'vitest';
import { paymentBody } from './payment-body.ts';

const body = (inputs: [string, unknown][], sealed: Record<string, string> = {}) =>
  Object.fromEntries(new URLSearchParams(paymentBody({ inputs, sealed, browser: {} })));

describe('what is posted', () => {
  test.each<[string, [string, unknown][], Record<string, string>]>([
    ['an input', [['card.holder', 'Jane']], { 'card.holder': 'Jane' }],
    ['without the spaces around it', [['card.holder', ' Jane ']], { 'card.holder': 'Jane' }],
    ['not one without a name', [['', 'x']], {}],
    ['not an empty one', [['customer.email', ' ']], {}],
    ['not a file', [['file', {}]], {}],
    ['not the expiry as it is shown', [['card.expiry', '12 / 28']], {}],
    [
      'a ticked box without a value',
      [['createRegistration', 'on']],
      { createRegistration: 'true' },
    ],
    ['what another box says', [['terms', 'on']], { terms: 'on' }],
    [
      'what a box for storing says of its own',
      [['createRegistration', 'false']],
      { createRegistration: 'false' },
    ],
    [
      'the last filled one of a name',
      [
        ['card.holder', 'Shopper'],
        ['card.holder', 'Page'],
        ['card.holder', ''],
      ],
      { 'card.holder': 'Page' },
    ],
  ])('%s', (_, inputs, expected) => {
    expect(body(inputs)).toEqual(expected);
  });

  test.each(['card.number', 'card.cvv'])('never %s in clear', (name) => {
    expect(body([[name, '4200000000000000']])).toEqual({});
  });

  test('sealed values, unless the field was left empty', () => {
    expect(body([], { 'sealed[card.number]': 'a..b.c.d', 'sealed[card.cvv]': '' })).toEqual({
      'sealed[card.number]': 'a..b.c.d',
    });
  });

  test('sealed values that a page put in do not replace the real ones', () => {
    expect(body([['sealed[card.number]', 'forged']], { 'sealed[card.number]': 'real' })).toEqual({
      'sealed[card.number]': 'real',
    });
  });
});
