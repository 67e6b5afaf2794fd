import { expect, it } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { keyFinder } from './find-keys.ts';

it.each([
  ['Pay €92.00', ['submitAmount']],
  ['Pay with PayPal', ['payWith']],
  ['Pay €92.00 with PayPal', ['payWithAmount']],
  ['Please check 3 fields: Card Number, CVV.', ['errorSummary_other']],
  ['CVV', ['cvv']],
  ['Account holder', ['accountHolder', 'voucherHolder']],
  ['PayPal', []],
  ['', []],
])('%s is found by its template', (shown, keys) => {
  expect(keyFinder(en)(shown)).toEqual(keys);
});

it('signs of regular expressions in a text are signs', () => {
  const find = keyFinder({ one: 'Pay (now)? {{amount}}', other: '$^' });
  expect(find('Pay (now)? 1.00')).toEqual(['one']);
  expect(find('Pay now 1.00')).toEqual([]);
  expect(find('$^')).toEqual(['other']);
});

it('a text with more places than any of ours costs no time', () => {
  // Were it looked for, the test would not end in its time.
  const find = keyFinder({ one: `${'{{a}}'.repeat(60)}Z`, other: '{{a}}, {{b}} {{c}}' });
  expect(find('x'.repeat(400))).toEqual([]);
  expect(find('x, y z')).toEqual(['other']);
});
