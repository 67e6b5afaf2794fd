/** What can be set on a channel, and what follows from it. */
import { describe, expect, it } from 'vitest';
import { isSameFont } from './channel-fonts.ts';
import {
  allowsMode,
  type ChannelSettings,
  ChannelSettingsSchema,
  hasSandboxWallet,
  isConnectivityTest,
  offersBrand,
  offersOtherBrand,
  pageWatchOf,
  requiresStoredCvv,
} from './channel-settings.ts';

const settingsWith = (settings: object): ChannelSettings => ChannelSettingsSchema.parse(settings);
/** What is wrong, as `path: message`; nothing where it can be set. */
const mistakesIn = (settings: object): string[] =>
  (ChannelSettingsSchema.safeParse(settings).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

describe('the setting', () => {
  const ORIGIN = 'must be an origin such as https://shop.example, without a path';
  const NETWORK = 'must be an address or a network such as 203.0.113.0/24';
  const TAG = 'must be a language tag (BCP 47), such as sr or sr-Latn';
  const font = { family: 'Our Sans', weight: 400, style: 'normal', text: 'a'.repeat(64) };
  const fontWith = (given: object) => ({
    fonts: [{ ...font, digits: 'b'.repeat(64), ...given }],
  });
  const tags = (count: number) =>
    Object.fromEntries(
      ['sr', 'hr', 'sl', 'mk', 'sq', 'bs', 'is', 'mt', 'ga', 'cy', 'eu']
        .slice(0, count)
        .map((tag) => [tag, {}]),
    );

  it.each([
    { origins: ['https://shop.example', 'https://shop.example:8443', 'null', 'any'] },
    { cardTesting: { trustedAddresses: ['203.0.113.7', '2001:db8::1', '203.0.113.0/24'] } },
    { cardTesting: { trustedAddresses: ['203.0.113.0/32', '2001:db8::/128', '0.0.0.0/0'] } },
    { retention: { personalDataMonths: 24, bookYears: 2 } },
    { fees: [{ from: '2026-02-28', basisPoints: 120, fixed: { EUR: 25 } }] },
    { languages: { sr: { submit: 'Плати' }, 'sr-Latn': { submitAmount: 'Plati {{amount}}' } } },
    { languages: { sr: { sessionEnding_few: 'Још {{count}} минута.' } } },
    { languages: tags(10) },
    fontWith({}),
    fontWith({ family: 'Mathematica' }),
    fontWith({ family: 'Not serif' }),
    { fonts: Array.from({ length: 12 }, (_, n) => fontWith({ weight: n + 1 }).fonts[0]) },
  ])('can be %j', (settings) => {
    expect(mistakesIn(settings)).toEqual([]);
  });

  it.each([
    [{ origins: ['https://shop.example/'] }, `origins.0: ${ORIGIN}`],
    [{ origins: ['https://SHOP.example'] }, `origins.0: ${ORIGIN}`],
    [{ origins: ['shop.example'] }, `origins.0: ${ORIGIN}`],
    [{ origins: [''] }, `origins.0: ${ORIGIN}`],
    [
      { retention: { personalDataMonths: 25, bookYears: 2 } },
      'retention: personalDataMonths must not be more than bookYears',
    ],
    ...[
      ...['203.0.113', '203.0.113.0/33', '2001:db8::/129', '1.2.3.4/', '1.2.3.4/8/8', ''],
      ...['1.2.3.4/0008', '1.2.3.4/ 8', '1.2.3.4/8.0', '1.2.3.4/1e1', '1.2.3.4/-1', '/8'],
    ].map((address) => [
      { cardTesting: { trustedAddresses: [address] } },
      `cardTesting.trustedAddresses.0: ${NETWORK}`,
    ]),
    [{ languages: tags(11) }, 'languages: must be 10 languages at most'],
    [{ languages: { 'not a tag': { submit: 'x' } } }, `languages.not a tag: ${TAG}`],
    [{ languages: { sr: { ours: 'x' } } }, 'languages.sr.ours: is no key of locales/en.json'],
    [
      { languages: { sr: { submitAmount: 'Плати' } } },
      'languages.sr.submitAmount: needs {{amount}}, each once',
    ],
    [
      { languages: { sr: { sessionEnding_two: 'x {{count}}' } } },
      'languages.sr.sessionEnding_two: sr has no such plural form: sessionEnding_one, sessionEnding_few, sessionEnding_other',
    ],
    [
      { languages: { sr: { ours: 'x' }, hr: { ours: 'x' } } },
      'languages.sr.ours: is no key of locales/en.json',
      'languages.hr.ours: is no key of locales/en.json',
    ],
    ...['serif', 'Monospace', 'ui-rounded', 'revert-layer'].map((family) => [
      fontWith({ family }),
      'fonts.0.family: must be no word of CSS',
    ]),
  ] as [object, ...string[]][])('cannot be %j: %s', (settings, ...mistakes) => {
    expect(mistakesIn(settings)).toEqual(mistakes);
  });
});

it.each([
  // settings, takes INTERNAL, EXTERNAL, LIVE; INTERNAL is a connectivity test
  [{}, true, true, false, false],
  [{ mode: 'live' }, false, false, true, true],
  [{ mode: 'live', connectivityTests: true }, true, false, true, true],
  [{ connectivityTests: true }, true, true, false, false],
])(
  'a channel with %j takes INTERNAL %s, EXTERNAL %s, LIVE %s',
  (given, internal, external, live, isTest) => {
    const settings = settingsWith(given);
    const taken = (['INTERNAL', 'EXTERNAL', 'LIVE'] as const).map((mode) =>
      allowsMode(settings, mode),
    );
    expect(taken).toEqual([internal, external, live]);
    expect(isConnectivityTest(settings, 'INTERNAL')).toBe(isTest);
    expect(isConnectivityTest(settings, 'LIVE')).toBe(false);
    expect(isConnectivityTest(settings, 'EXTERNAL')).toBe(false);
  },
);

describe('the payment pages', () => {
  const USUAL = { share: 10, headersEveryHours: 24 };
  it.each([
    [{}, undefined],
    [{ mode: 'live' }, USUAL],
    [{ mode: 'live', pageWatch: null }, undefined],
    [
      { mode: 'live', pageWatch: { share: 50 } },
      { ...USUAL, share: 50 },
    ],
    [{ pageWatch: {} }, USUAL],
    [{ pageWatch: null }, undefined],
  ])('of a channel with %j are watched by %j', (settings, expected) => {
    expect(pageWatchOf(settingsWith(settings))).toEqual(expected);
  });
});

it.each([
  [{}, false],
  [{ mode: 'live' }, true],
  [{ storedCardCvv: 'required' }, true],
  [{ mode: 'live', storedCardCvv: 'optional' }, false],
])('a stored card needs its CVV on a channel with %j: %s', (settings, expected) => {
  expect(requiresStoredCvv(settingsWith(settings))).toBe(expected);
});

describe('a brand is offered', () => {
  const applePay = { merchantId: 'merchant.com.shop' };
  const live = { mode: 'live' } as const;
  const relay = (given: object) => ({
    ...live,
    connector: {
      kind: 'upstream',
      address: 'https://psp.example',
      entityId: 'a'.repeat(32),
      ...given,
    },
  });

  it.each([
    [{}, 'VISA', undefined, true],
    [{}, 'PAYPAL', undefined, false],
    [{}, 'NO_SUCH', undefined, false],
    [{ brands: { VISA: ['DB'] } }, 'VISA', undefined, true],
    [{ brands: { VISA: ['DB'] } }, 'VISA', 'DB', true],
    [{ brands: { VISA: ['DB'] } }, 'VISA', 'PA', false],
    [{ brands: { VISA: ['DB'] } }, 'MASTER', undefined, false],
    [{ brands: { PAYPAL: ['DB'] } }, 'PAYPAL', 'DB', false],
    // as the processor of a live channel takes them
    [live, 'VISA', undefined, true],
    [relay({}), 'VISA', undefined, true],
    [relay({ brands: ['MASTER'] }), 'VISA', undefined, false],
    [relay({ brands: ['MASTER'] }), 'MASTER', 'DB', true],
    [{ ...relay({ brands: ['MASTER'] }), mode: 'test' }, 'VISA', undefined, true],
    [{ ...relay({ brands: ['MASTER'] }), brands: { VISA: ['DB'] } }, 'MASTER', 'DB', false],
  ])('as a card with %j: %s for %s: %s', (settings, brand, paymentType, expected) => {
    expect(offersBrand(settingsWith(settings), brand, paymentType)).toBe(expected);
  });

  it.each([
    [{}, 'PAYPAL', undefined, true],
    [{}, 'VISA', undefined, false],
    [{}, 'constructor', undefined, false],
    [{ brands: { PAYPAL: ['DB'] } }, 'PAYPAL', 'DB', true],
    [{ brands: { PAYPAL: ['DB'] } }, 'PAYPAL', 'PA', false],
    [{ brands: { VISA: ['DB'] } }, 'PAYPAL', undefined, false],
    [relay({ brands: ['VISA'] }), 'PAYPAL', undefined, false],
    // wallets
    [{}, 'APPLEPAY', undefined, true],
    [live, 'APPLEPAY', undefined, false],
    [{ ...live, applePay: null }, 'APPLEPAY', undefined, false],
    [{ ...live, applePay }, 'APPLEPAY', undefined, true],
    [{ ...live, applePay }, 'GOOGLEPAY', undefined, false],
    [{ ...live, applePay, brands: { VISA: ['DB'] } }, 'APPLEPAY', undefined, false],
    [{ ...relay({ brands: ['VISA'] }), applePay }, 'APPLEPAY', undefined, true],
    [{ ...relay({ wallets: false }), applePay }, 'APPLEPAY', undefined, false],
    [{ ...relay({ wallets: false }), applePay }, 'PAYPAL', undefined, true],
  ])('that is no card with %j: %s for %s: %s', (settings, brand, paymentType, expected) => {
    expect(offersOtherBrand(settingsWith(settings), brand, paymentType)).toBe(expected);
  });

  it.each([
    [{}, true],
    [{ applePay: null }, true],
    [{ applePay }, false],
    [live, false],
    [{ ...live, applePay }, false],
  ])('by the wallet of the sandbox with %j: %s', (settings, expected) => {
    const wallet = { name: 'Apple Pay', key: 'applePay' } as const;
    expect(hasSandboxWallet(settingsWith(settings), wallet)).toBe(expected);
  });
});

it('two fonts are the same by family, weight and style, whatever their files', () => {
  const font = { family: 'Sans', weight: 400, style: 'normal', text: 'a', digits: 'b' } as const;
  expect(isSameFont(font, { ...font, text: 'c', digits: 'd' })).toBe(true);
  expect(isSameFont(font, { ...font, family: 'Serif' })).toBe(false);
  expect(isSameFont(font, { ...font, weight: 700 })).toBe(false);
  expect(isSameFont(font, { ...font, style: 'italic' })).toBe(false);
});
