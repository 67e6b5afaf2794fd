/** A link is a design: what goes into it comes back, and what a link should not say is told. */
import { expect, it } from 'vitest';
import { readAddress, readLink, writeAddress } from './address.ts';
import { FIRST, type View } from './design.ts';
import { THEMES } from './themes.ts';

const VIEW: View = {
  design: {
    name: 'Mor & <hap>',
    tokens: {
      accent: 'light-dark(oklch(45% 0.2 300), #c9a7ff)',
      font: 'Georgia, "Noto Sans", serif',
    },
    layout: 'classic',
    labelPosition: 'floating',
    density: 'condensed',
    icons: 'below',
    fields: [{ name: 'cardHolder' }, { name: 'cvv', width: 'half' }],
    brands: ['PAYPAL', 'VISA'],
    locale: 'ar',
    words: { ar: { submit: 'ادفع {{amount}} & انتهى' }, de: { cvv: 'Prüf=ziffer' } },
    styleSheet: '.wpwl-button {\n  letter-spacing: 1px; /* 100 % & more */\n}\n',
  },
  other: { ...FIRST.design, tokens: THEMES[2]?.tokens ?? {}, words: { en: { cvv: 'Code' } } },
  shows: 'compare',
  state: 'declined',
  scheme: 'dark',
  width: 320,
  text: 200,
};

it('a view comes back from its address as it was', () => {
  const findings = { contrast: 2, languages: 0 };
  expect(readAddress(`#${writeAddress(VIEW, findings)}`)).toEqual({
    view: VIEW,
    findings,
    problems: [],
  });
  expect(readAddress(writeAddress(FIRST))).toEqual({ view: FIRST, findings: {}, problems: [] });
});

it('there are six themes, whose tokens were all understood', () => {
  expect(THEMES.map(({ name }) => name)).toEqual([
    'Calm',
    'Plain',
    'Bold',
    'Soft',
    'Contrast',
    'Compact',
  ]);
  for (const { tokens } of THEMES) expect(Object.keys(tokens).length).toBeGreaterThan(10);
});

it.each([
  ['v=2&t.accent=red', 'The link is of version 2; this playground reads version 1.'],
  ['t.accent=red', 'The link is of version none; this playground reads version 1.'],
  ['v=1&t.acent=red', 'acent is no token: did you mean accent?'],
  [
    'v=1&t.surface=url(//evil.example)',
    'surface must load nothing and stay in its declaration: no url(), other functions, ; or <: url(//evil.example)',
  ],
  ['v=1&t.radius=8', 'radius must have a unit, as px: 8'],
  ['v=1&width=9999', 'width must be a whole number from 280 to 1280: 9999'],
  ['v=1&locale=xx', /^locale must be one of en, de, .*: xx$/],
  ['v=1&found.axe=-1', 'found.axe must be a whole number from 0 to 999: -1'],
  ['v=1&w.en.sumbit=Buy', 'en.sumbit is no text of the form: did you mean submit?: Buy'],
  ['v=1&w.xx.submit=Buy', /^xx\.submit must be of one of en, de, .*: Buy$/],
  ['v=1&w.en.submit=a%0Ab', /^en\.submit must stand in one line/],
  [`v=1&name=${'x'.repeat(70_000)}`, 'The link has 70009 characters; this playground reads 65536.'],
  ['v=1&css=%3C/style>', 'css must stay in its style element: </style>'],
  [
    'v=1&css=a{b:url(//evil.example)}',
    'css must have functions that load nothing: url(//evil.example)}',
  ],
  ['v=1&icons=left', 'icons must be one of inside, above, below, hidden: left'],
  ['v=1&fields=cvv+cw', /^fields must be some of brand, .* or nothing: cvv cw$/],
  ['v=1&brands=VISA+NOPE', 'brands has no NOPE'],
])('a link that is wrong is told: %s', (link, problem) => {
  const { view, problems } = readLink(link);
  expect(problems).toEqual([
    typeof problem === 'string' ? problem : expect.stringMatching(problem),
  ]);
  expect(view.design.tokens).toEqual(
    FIRST.design.tokens === view.design.tokens ? FIRST.design.tokens : {},
  );
});
