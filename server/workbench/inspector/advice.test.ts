/** What the inspector says of the usual mistakes of a page. */
import { describe, expect, it } from 'vitest';
import type { InspectorEntry, PageSnapshot } from '../../../contract/inspector.ts';
import { publishedOptions } from '../../published-options.ts';
import { adviceOn } from './advice.ts';

const KNOWN = { options: publishedOptions(), texts: ['submit', 'cvvError', 'errorSummary'] };
const FORM = ['form', 'paymentWidgets', '/result', '', ''];
const PAGE: PageSnapshot = {
  checkoutId: 'id',
  brands: ['VISA'],
  moreBrands: [],
  globals: ['wpwl', 'wpwlOptions'],
  options: [
    ['locale', 'string'],
    ['labels', ['submit']],
    ['errorMessages', ['cvvError', 'errorSummary_few']],
  ],
  elements: [
    FORM,
    ['script', '', '', 'https://gateway.example/v1/paymentWidgets.js?checkoutId=id', ''],
  ],
};
const advice = (page: Partial<PageSnapshot>, entries: readonly InspectorEntry[] = []) =>
  adviceOn({ snapshot: { ...PAGE, ...page }, entries }, KNOWN);

it('has nothing to say of a page that is right', () => {
  expect(advice({})).toEqual([]);
});

it.each([
  '/result',
  'result',
  'result.php',
  'result.php?order=1',
  './v1.2/result',
  'http://shop.example/result',
])('the action %s leads to a page', (action) => {
  expect(advice({ elements: [['form', 'paymentWidgets', action, '', '']] })).toEqual([]);
});

it.each([
  ['shop.example/result', 'Did you mean https://shop.example/result?'],
  ['shop.example', 'Did you mean https://shop.example?'],
  ['localhost:9000/result', 'action="localhost:9000/result" is no web address.'],
  ['javascript:void(0)', 'action="javascript:void(0)" is no web address.'],
])('the action %s is told with what was meant', (action, expected) => {
  const [told] = advice({ elements: [['form', 'paymentWidgets', action, '', '']] });
  expect(told).toContain(expected);
});

describe('a mistake is named with what was meant', () => {
  it.each<[string, Partial<PageSnapshot>, string]>([
    [
      'an option',
      { options: [['lables', []]] },
      'wpwlOptions.lables is no option. Did you mean labels?',
    ],
    [
      'an option in another case',
      { options: [['onready', 'function']] },
      'wpwlOptions.onready is no option. Did you mean onReady?',
    ],
    [
      'an option near to none',
      { options: [['frobnicate', 'string']] },
      'wpwlOptions.frobnicate is no option.',
    ],
    [
      'a label',
      { options: [['labels', ['sumbit']]] },
      'wpwlOptions.labels.sumbit is no text. Did you mean submit?',
    ],
    [
      'an error text',
      { options: [['errorMessages', ['cvvEror']]] },
      'wpwlOptions.errorMessages.cvvEror is no text. Did you mean cvvError?',
    ],
    [
      'a token',
      { options: [['tokens', ['accent', 'onAcent']]] },
      'wpwlOptions.tokens.onAcent is no token. Did you mean onAccent?',
    ],
    [
      'a token by its property',
      { options: [['tokens', ['--wpwl-accent']]] },
      'wpwlOptions.tokens.--wpwl-accent is no token.',
    ],
    [
      'a style inside of a frame',
      { options: [['iframeStyles', ['cvv', 'card-number-placholder']]] },
      'wpwlOptions.iframeStyles.card-number-placholder is no style. Did you mean card-number-placeholder?',
    ],
    [
      'labels that are no object',
      { options: [['labels', 'string']] },
      'wpwlOptions.labels has to be an object, it is a string.',
    ],
    [
      'the options object',
      { globals: ['wpwl', 'wpwlOption'] },
      'window.wpwlOption: did you mean wpwlOptions?',
    ],
    [
      'the options object in another case',
      { globals: ['wpwl', 'WpwlOptions'] },
      'window.WpwlOptions: did you mean wpwlOptions?',
    ],
    [
      'the class of the form',
      { elements: [FORM, ['form', 'paymentWidget', '', '', '']] },
      'class="paymentWidget": did you mean paymentWidgets?',
    ],
    [
      'a div in place of a form',
      { elements: [FORM, ['div', 'paymentWidgets', '', '', '']] },
      '<div class="paymentWidgets"> has to be a <form>, or an element that you give to wpwl.mount().',
    ],
    [
      'a form in a form',
      { elements: [['form', 'paymentWidgets', '', '', 'checkout']] },
      'form.paymentWidgets stands in another form, "checkout". Move it out: a browser that reads this from HTML drops the inner one.',
    ],
    [
      'two scripts',
      { elements: [FORM, ...[1, 2].map(() => ['script', '', '', '/v1/paymentWidgets.js', ''])] },
      'The page loads paymentWidgets.js 2 times. Keep one, or call wpwl.unload() between them.',
    ],
    [
      'no form',
      { elements: [] },
      'There is no <form class="paymentWidgets"> in the page now. A form in a form disappears when a browser reads it from HTML; so does one that your framework has replaced.',
    ],
  ])('%s', (_, page, said) => {
    expect(advice(page)).toEqual([said]);
  });

  it('what the browser’s console has, once', () => {
    const text = '"MASTERCARD" is not a brand of this checkout. Did you mean MASTER?';
    const entry: InspectorEntry = [1, 'console', text, ''];
    expect(advice({}, [entry, entry, [2, 'callback', 'onReady', '']])).toEqual([text]);
  });

  it('a policy, by the directive to add, once', () => {
    const blocked = [1, 2].map(
      (at): InspectorEntry => [at, 'policy', 'script-src-elem', 'https://gateway.example/v1/x.js'],
    );
    expect(advice({}, blocked)).toEqual([
      "The page's Content-Security-Policy blocked https://gateway.example. Where it is the gateway's, add: script-src https://gateway.example;",
    ]);
    expect(advice({}, [[1, 'policy', 'style-src-attr', 'inline']])).toEqual([
      "The page's Content-Security-Policy blocked inline by style-src-attr.",
    ]);
  });
});
