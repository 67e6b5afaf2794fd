import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FRAME_VIEWS } from './field-evidence.ts';
import { isFrameMessage, isInitMessage, isPageMessage } from './message-guards.ts';

const CONFIGURE = {
  type: 'configure',
  language: 'de-AT',
  direction: 'ltr',
  label: 'Kartennummer',
  placeholder: '',
  required: true,
  masked: false,
  grouped: true,
  disabled: false,
  colorScheme: 'light',
  styles: { base: { color: 'rgb(0 0 0 / 50%)', 'font-family': '"Arial", sans-serif' } },
};
const NONCE = 'a'.repeat(64);
const STATE = { type: 'state', event: 'input', empty: false };
const SEALED = {
  ...{ type: 'sealed', request: 3, value: `abc..${'a'.repeat(16)}.abc.${'a'.repeat(22)}` },
};

const rules = (count: number) => ({
  base: Object.fromEntries(Array.from({ length: count }, (_, n) => [`--${n}`, 'red'])),
});

describe('from the page', () => {
  test.each<[what: string, message: object]>([
    ['configure', CONFIGURE],
    ['a language in its script and region', { ...CONFIGURE, language: 'fa-Arab-IR-u-nu-latn' }],
    ['brand', { type: 'brand', offered: ['VISA', 'UNIONPAY_SMS'], chosen: '' }],
    ['brand, chosen', { type: 'brand', offered: ['AMEX'], chosen: 'AMEX' }],
    ['error', { type: 'error', text: 'Invalid CVV.' }],
    ['focus', { type: 'focus' }],
    ['clear', { type: 'clear' }],
    ['seal', { type: 'seal', request: 1, now: 1_795_171_333_460, nonce: NONCE }],
    ['the first seal', { type: 'seal', request: 0, now: 0, nonce: NONCE }],
    ['right to left, dark', { ...CONFIGURE, direction: 'rtl', colorScheme: 'dark' }],
    ['either scheme', { ...CONFIGURE, colorScheme: 'light dark' }],
    ['the longest text', { type: 'error', text: 'x'.repeat(300) }],
    ['a hundred brands', { type: 'brand', offered: Array(100).fill('VISA'), chosen: '' }],
    ['a hundred rules', { ...CONFIGURE, styles: rules(100) }],
    ...FRAME_VIEWS.map((view): [string, object] => [view, { type: 'view', view }]),
  ])('%s passes', (_, message) => {
    expect(isPageMessage(message)).toBe(true);
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'focus'],
    ['a list', [{ type: 'focus' }]],
    ['no type', {}],
    ['an unknown type', { type: 'setValue', value: '4111' }],
    ['a type from the prototype', { type: 'toString' }],
    ['a member too many', { type: 'focus', value: '4111' }],
    ['a member too few', { type: 'seal', request: 1 }],
    ['a wrong kind', { type: 'seal', request: '1', now: 1, nonce: NONCE }],
    ['no nonce', { type: 'seal', request: 1, now: 1 }],
    ['a nonce that is none', { type: 'seal', request: 1, now: 1, nonce: 'A'.repeat(64) }],
    ['a fraction', { type: 'seal', request: 1, now: 1.5, nonce: NONCE }],
    ['a text too long', { type: 'error', text: 'x'.repeat(301) }],
    ['a code in small letters', { type: 'brand', offered: ['visa'], chosen: '' }],
    ['no choice', { type: 'brand', offered: ['VISA'] }],
    ['rules, even none', { type: 'brand', offered: ['VISA'], chosen: '', rules: {} }],
    [
      'rules that ask for the ninth digit',
      { type: 'brand', offered: ['X0'], chosen: '', rules: { X0: { ranges: '420000000' } } },
    ],
    [
      'ten thousand ranges',
      {
        type: 'brand',
        offered: ['X0'],
        chosen: '',
        rules: { X0: { ranges: '4 '.repeat(10_000) } },
      },
    ],
    ['too many brands', { type: 'brand', offered: Array(101).fill('VISA'), chosen: '' }],
    ['a language tag without an end', { ...CONFIGURE, language: `de${'-x'.repeat(99)}` }],
    ['an unknown language tag', { ...CONFIGURE, language: '<b>' }],
    ['a style that is no text', { ...CONFIGURE, styles: { base: { color: 5 } } }],
    ['a style too long', { ...CONFIGURE, styles: { base: { color: 'x'.repeat(301) } } }],
    ['a rule that is none', { ...CONFIGURE, styles: { base: 'red' } }],
    ['a message of the frame', STATE],
    ['more rules than anybody writes', { ...CONFIGURE, styles: rules(101) }],
    ['rules in a list', { ...CONFIGURE, styles: [] }],
    ['rules that are null', { ...CONFIGURE, styles: null }],
    ['a flag that is a text', { ...CONFIGURE, masked: 'no' }],
    ['a flag that is missing', { ...CONFIGURE, masked: undefined }],
    ['a direction that there is not', { ...CONFIGURE, direction: '' }],
    ['a scheme that there is not', { ...CONFIGURE, colorScheme: '' }],
    ['a language that is no text', { ...CONFIGURE, language: ['de'] }],
    ['a language behind something', { ...CONFIGURE, language: '<de' }],
    ['a language with a sign', { ...CONFIGURE, language: 'de-%41' }],
    ['a brand that is none among some', { type: 'brand', offered: ['VISA', 'x'], chosen: '' }],
    ['a count below none', { type: 'seal', request: -1, now: 1, nonce: NONCE }],
    ['a count that is a list', { type: 'seal', request: [1], now: 1, nonce: NONCE }],
    ['a nonce that is a list', { type: 'seal', request: 1, now: 1, nonce: [NONCE] }],
    ['a view that there is not', { type: 'view', view: '' }],
    ['no view', { type: 'view' }],
    ['a type that is a list', { type: ['focus'] }],
  ])('%s does not', (_, message) => {
    expect(isPageMessage(message)).toBe(false);
  });
});

describe('from the frame', () => {
  test.each([
    ['ready', { type: 'ready' }],
    ['ready with words', { type: 'ready', words: { language: 'de', tryAgain: 'Erneut' } }],
    ['state', STATE],
    ['state with a BIN', { ...STATE, bin: '42000000', brands: ['VISA'] }],
    ['state on blur', { ...STATE, event: 'blur', valid: true }],
    ['state on focus', { ...STATE, event: 'focus' }],
    ['state of a check', { ...STATE, event: 'check' }],
    ['submit', { type: 'submit' }],
    ['refused', { type: 'refused', style: 'base color: url(x)' }],
    ['sealed, refused', { type: 'sealed', request: 3 }],
    ['sealed', SEALED],
  ])('%s passes', (_, message) => {
    expect(isFrameMessage(message)).toBe(true);
  });

  test.each([
    ['more of the number than its BIN', { ...STATE, bin: '420000000' }],
    ['a sealed value that is none', { type: 'sealed', request: 3, value: '' }],
    ['a number in clear', { type: 'sealed', request: 3, value: '4200000000000000' }],
    ['a member too many', { type: 'ready', value: '4' }],
    ['words that are no texts', { type: 'ready', words: { language: 'de', tryAgain: {} } }],
    ['words that are too long', { type: 'ready', words: { tryAgain: 'x'.repeat(301) } }],
    ['how much was typed', { ...STATE, length: 6 }],
    ['a message of the page', { type: 'focus' }],
    ['an event that there is not', { ...STATE, event: '' }],
    ['something before what is sealed', { ...SEALED, value: `4200 ${SEALED.value}` }],
    ['something behind what is sealed', { ...SEALED, value: `${SEALED.value} 4200` }],
    ['a BIN that is a number', { ...STATE, bin: 420000 }],
  ])('%s does not', (_, message) => {
    expect(isFrameMessage(message)).toBe(false);
  });
});

test.each([
  [{ type: 'init' }, true],
  [{ type: 'init', checkoutId: `${'A'.repeat(32)}.uat01-vm-tx03` }, false],
  [{ type: 'ready' }, false],
])('the handshake %j: %s', (message, expected) => {
  expect(isInitMessage(message)).toBe(expected);
});

test('what a message only inherits is none of it', () => {
  const prototype = Object.prototype as Record<string, unknown>;
  const inherited = { type: 'focus', now: 1, nonce: NONCE, request: 1, text: '', value: 'x' };
  Object.assign(prototype, inherited);
  try {
    expect(isPageMessage({})).toBe(false);
    expect(isPageMessage({ type: 'seal' })).toBe(false);
    expect(isPageMessage({ type: 'error' })).toBe(false);
    expect(isFrameMessage({ type: 'sealed', request: 3 })).toBe(true);
  } finally {
    for (const name of Object.keys(inherited)) delete prototype[name];
  }
});

test('nothing that is made up gets through, and nothing makes a guard throw', () => {
  fc.assert(
    fc.property(fc.anything(), (message) => {
      for (const guard of [isInitMessage, isPageMessage, isFrameMessage]) {
        expect(guard(message)).toBe(false);
      }
    }),
    { numRuns: 2000 },
  );
});
