import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const notes: string[] = [];
vi.mock('../interface/console-note.ts', () => ({
  note: (key: string, detail: string) => notes.push(`${key}: ${detail}`),
}));
const { isLeftOut, placeFields } = await import('./field-places.ts');

let page: { wpwlOptions?: unknown };
beforeEach(() => {
  page = {};
  notes.length = 0;
  vi.stubGlobal('window', page);
});
afterEach(() => vi.unstubAllGlobals());

/** Each field with its width and what it touches, as one line. */
const placed = (fields?: unknown): string[] => {
  page.wpwlOptions = { fields };
  return placeFields().map(({ name, width = '', touches = 'none' }) =>
    `${name} ${width} ${touches}`.replace(/ +/g, ' ').trim(),
  );
};

const DEFAULT = [
  'brand none',
  'cardNumber',
  'expiryDate above',
  'cvv above beside',
  'cardHolder above',
];

test.each([
  ['nothing', undefined, []],
  ['a text', 'cardNumber cvv', ['fields: no list']],
  ['a table', { cardNumber: 'full' }, ['fields: no list']],
])('%s is no list: the style decides, as for every form', (_, fields, said) => {
  expect(placed(fields)).toEqual(DEFAULT);
  expect(notes).toEqual(said);
});

test('the list is the order, and expiry date and CVV share a row where they meet', () => {
  expect(placed(['brand', 'cardHolder', 'cardNumber', 'expiryDate', 'cvv'])).toEqual([
    'brand full none',
    'cardHolder full',
    'cardNumber full above',
    'expiryDate half above',
    'cvv half above beside',
  ]);
});

test.each([
  [
    'a half takes the place beside a half',
    [
      'brand',
      { name: 'cvv', width: 'half' },
      { name: 'expiryDate', width: 'half' },
      'cardNumber',
      'cardHolder',
    ],
    [
      'brand full none',
      'cvv half',
      'expiryDate half beside',
      'cardNumber full above',
      'cardHolder full above',
    ],
  ],
  [
    'a CVV fills the row of a half',
    ['brand', 'cardNumber', 'expiryDate', { name: 'cardHolder', width: 'half' }, 'cvv'],
    [
      'brand full none',
      'cardNumber full',
      'expiryDate full above',
      'cardHolder half above',
      'cvv half above beside',
    ],
  ],
  [
    'a third half begins a row',
    [
      'brand',
      { name: 'cardNumber', width: 'half' },
      { name: 'cardHolder', width: 'half' },
      { name: 'expiryDate', width: 'half' },
      { name: 'cvv', width: 'full' },
    ],
    [
      'brand full none',
      'cardNumber half',
      'cardHolder half beside',
      'expiryDate half above',
      'cvv full above',
    ],
  ],
  [
    'the brand parts the frame',
    ['cardNumber', 'brand', 'expiryDate', 'cvv', 'cardHolder'],
    [
      'cardNumber full',
      'brand full none',
      'expiryDate half',
      'cvv half beside',
      'cardHolder full above',
    ],
  ],
  [
    'what is needed and not named comes first',
    ['cvv', 'cardHolder'],
    [
      'brand full none',
      'cardNumber full',
      'expiryDate half above',
      'cvv half above beside',
      'cardHolder full above',
    ],
  ],
  [
    'what is left out takes no room of a half',
    ['brand', 'cardNumber', { name: 'expiryDate', width: 'half' }],
    [
      'brand full none',
      'cardNumber full',
      'expiryDate half above',
      'cvv full above',
      'cardHolder full above',
    ],
  ],
  [
    'of two entries of one name the first place and the last width count',
    [
      'cardHolder',
      'brand',
      'cardNumber',
      'expiryDate',
      'cvv',
      { name: 'cardHolder', width: 'half' },
    ],
    [
      'cardHolder half',
      'brand full none',
      'cardNumber full',
      'expiryDate half above',
      'cvv half above beside',
    ],
  ],
])('%s', (_, fields, expected) => {
  expect(placed(fields)).toEqual(expected);
  expect(notes).toEqual([]);
});

test.each([
  ['cardholder', 'fields: cardholder '],
  [{ width: 'half' }, 'fields: undefined half'],
  [null, 'fields: undefined '],
  [7, 'fields: undefined '],
])('%j is left out and said', (entry, said) => {
  const rest = ['brand', 'cardNumber', 'expiryDate', 'cvv', 'cardHolder'];
  expect(placed([entry, ...rest])).toEqual(placed(rest));
  expect(notes).toEqual([said]);
});

test('the CVV before the expiry date stands beside it, too', () => {
  expect(placed(['brand', 'cardNumber', 'cvv', 'expiryDate', 'cardHolder'])).toEqual([
    'brand full none',
    'cardNumber full',
    'cvv half above',
    'expiryDate half above beside',
    'cardHolder full above',
  ]);
});

test('a width that there is not is said, and the field stands in its place', () => {
  const names = ['cvv', 'brand', 'cardNumber', 'expiryDate', 'cardHolder'];
  expect(placed([{ name: 'cvv', width: 'third' }, ...names.slice(1)])).toEqual(placed(names));
  expect(notes).toEqual(['fields: cvv third']);
});

test('holder and CVV are left out where the list does not name them, and nothing is without a list', () => {
  page.wpwlOptions = { fields: ['cardNumber', { name: 'cvv' }] };
  expect([isLeftOut('cvv'), isLeftOut('cardHolder')]).toEqual([false, true]);
  page.wpwlOptions = {};
  expect([isLeftOut('cvv'), isLeftOut('cardHolder')]).toEqual([false, false]);
});

test('what a library has put on every object is no width', () => {
  Object.defineProperty(Object.prototype, 'width', { value: 'half', configurable: true });
  try {
    expect(placed([{ name: 'cardHolder' }]).at(-2)).toBe('cardHolder full above');
  } finally {
    Reflect.deleteProperty(Object.prototype, 'width');
  }
});
