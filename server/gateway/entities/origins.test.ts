/** Which pages may embed a form, what a checkout tells there, and which origins a channel may have. */
import { describe, expect, it } from 'vitest';
import {
  allowsOrigin,
  allowsRegistrations,
  isOpenToAnyPage,
  isPlainOrigin,
  listedOrigins,
  originsMistake,
} from './origins.ts';

const SHOP = 'https://shop.example';
const OTHER = 'https://other.example';

describe('a page', () => {
  it.each([
    // origins of the channel, the shop's page, another page, a page without an origin
    [[], true, true, false],
    [['any'], true, true, false],
    [['any', 'null'], true, true, true],
    [[SHOP], true, false, false],
    [[SHOP, 'null'], true, false, true],
    [[SHOP, 'any'], true, true, false],
  ])(
    'may embed the form of a channel with %j: %s, another %s, one without an origin %s',
    (origins, shop, other, none) => {
      const allowed = [SHOP, OTHER, 'null'].map((origin) => allowsOrigin({ origins }, origin));
      expect(allowed).toEqual([shop, other, none]);
    },
  );

  it.each([
    // origins, mode, the shop's page, another page, a request without an origin
    [[], 'test', true, true, true],
    [['any'], 'live', true, true, true],
    [[SHOP], 'test', true, false, true],
    [[SHOP], 'live', true, false, false],
    [['any', 'null'], 'live', true, true, false],
  ] as const)(
    'is told of stored cards with %j, %s: %s, another %s, no page %s',
    (origins, mode, shop, other, none) => {
      const told = [SHOP, OTHER, undefined].map((origin) =>
        allowsRegistrations({ origins, mode }, origin),
      );
      expect(told).toEqual([shop, other, none]);
    },
  );
});

it.each([
  [[], [], true],
  [['any'], [], true],
  [['any', 'null', SHOP], ['null'], true],
  [['null', SHOP], ['null', SHOP], true],
  [[SHOP, OTHER], [SHOP, OTHER], false],
])('%j names %j; any page can show the form: %s', (origins, listed, isOpen) => {
  expect(listedOrigins({ origins })).toEqual(listed);
  expect(isOpenToAnyPage({ origins })).toBe(isOpen);
});

it.each([
  ['https://shop.example', true],
  ['http://127.0.0.1:8080', true],
  ['http://[::1]:8080', true],
  ['https://xn--bcher-kva.example', true],
  ['https://*.shop.example', false],
  ["https://shop.example;script-src 'none'", false],
  ['https://shop.example https://other.example', false],
  ['ftp://shop.example', false],
  ['x https://shop.example', false],
  ['https://', false],
  ['any', false],
])('%s can stand in a policy: %s', (origin, expected) => {
  expect(isPlainOrigin(origin)).toBe(expected);
});

describe('origins of a channel', () => {
  it.each([
    ['test', []],
    ['test', ['null']],
    ['test', [SHOP, 'any', 'null']],
    ['live', [SHOP]],
    ['live', ['any']],
    ['live', ['any', 'null']],
  ] as const)('of mode %s can be %j', (mode, origins) => {
    expect(originsMistake({ mode, origins })).toBeUndefined();
  });

  it.each([
    [
      'live',
      [],
      'origins must name the pages that may embed the form of a live channel, as in origins=["https://shop.example"]; origins=["any"] lets every page do it',
    ],
    [
      'live',
      [SHOP, 'null'],
      'origins of a live channel can have "null" only beside "any": no browser can be told to let a page without an origin embed the form, and no other',
    ],
    [
      'test',
      [SHOP, 'app://x'],
      'origins must be of http or https, with letters, digits, dots and hyphens: app://x',
    ],
    [
      'live',
      [`https://${'*'.repeat(200)}`],
      `origins must be of http or https, with letters, digits, dots and hyphens: https://${'*'.repeat(92)}`,
    ],
  ] as const)('of mode %s cannot be %j', (mode, origins, mistake) => {
    expect(originsMistake({ mode, origins })).toBe(mistake);
  });
});
