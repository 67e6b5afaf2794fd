/** Themes as files: the six of ours, files of design tools, and files that would do harm. */
import { readdirSync, readFileSync } from 'node:fs';
import { parse, wcagContrast } from 'culori';
import { describe, expect, it } from 'vitest';
import { readTheme, type Tokens, tokenProblem, usable, writeTheme } from './design-tokens.ts';
import { checkContrast, focusLikeError } from './token-contrast.ts';
import { bySchemes, PAIRS } from './token-pairs.ts';
import { TOKENS, tokenProperty } from './tokens.ts';

const FOLDER = new URL('../public/themes/', import.meta.url);
const FILES = readdirSync(FOLDER);
const read = (file: string) => readTheme(readFileSync(new URL(file, FOLDER), 'utf8'));

const contrastOf = (one: string, other: string): number => {
  const [first, second] = [parse(one), parse(other)];
  if (!first || !second) throw new Error(`${one} or ${other} is no colour`);
  return wcagContrast(first, second);
};

describe('the six themes', () => {
  it('are six', () => {
    expect(FILES.sort()).toEqual(
      ['bold', 'calm', 'compact', 'contrast', 'plain', 'soft'].map((name) => `${name}.json`),
    );
  });

  it.each(FILES)('%s can be read in light and in dark', (file) => {
    const { tokens, problems } = read(file);
    expect(problems).toEqual([]);
    const byProperty = new Map(
      Object.entries(tokens).map(([name, value]) => [tokenProperty(name), value]),
    );
    const isMade = (name: string) => byProperty.has(name);
    for (const [over, behind, least] of PAIRS.filter((pair) =>
      pair.slice(0, 2).every((name) => isMade(String(name))),
    )) {
      const [overs, behinds] = [over, behind].map((name) => bySchemes(byProperty.get(name) ?? ''));
      const needed = file === 'contrast.json' && least > 3 ? 7 : least;
      for (const scheme of [0, 1]) {
        const ratio = contrastOf(overs?.[scheme] ?? '', behinds?.[scheme] ?? '');
        expect(ratio, `${over} on ${behind}, scheme ${scheme}`).toBeGreaterThanOrEqual(needed);
      }
    }
  });

  it.each(FILES)('%s is written as it was read', (file) => {
    const written = JSON.parse(writeTheme(read(file)));
    expect(written).toEqual(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')));
  });
});

it('a design comes back from its file as it was, whatever the format has no word for', () => {
  const tokens: Tokens = {
    accent: 'oklch(0.45 0.2 300)',
    border: '#88888880',
    edge: 'light-dark(#dddddd, #333333)',
    error: 'color-mix(in srgb, red, #000)',
    text: 'var(--ink)',
    font: 'Georgia, "Times New Roman", serif',
    gap: '1em',
    height: '48px',
    radius: 'calc(2px + 1vw)',
    buttonShadow: '0px 2px 4px 0px #00000040',
    cardShadow: 'none',
    buttonWeight: '600',
    labelWeight: 'bold',
  };
  expect(readTheme(writeTheme({ name: 'Mine', tokens }))).toEqual({
    name: 'Mine',
    tokens,
    words: {},
    styleSheet: '',
    problems: [],
  });
});

it('files of design tools are read: groups, inherited types, aliases, values of older drafts', () => {
  const file = {
    brand: { $type: 'color', purple: { $value: '#60b' } },
    form: {
      accent: { $type: 'color', $value: '{brand.purple}' },
      radius: { $type: 'dimension', $value: '8px' },
      surface: {
        $type: 'color',
        $value: { colorSpace: 'display-p3', components: [1, 0.5, 0] },
      },
    },
  };
  const { problems } = readTheme(JSON.stringify(file));
  // What is only a name for other values is no token of the form.
  expect(problems).toEqual([{ parameter: 'brand.purple', rule: 'is no token', value: '#60b' }]);
  const { form } = file;
  const alone = { form: { ...form, accent: { $value: '#60b' } } };
  expect(readTheme(JSON.stringify(alone))).toMatchObject({
    tokens: { accent: '#60b', radius: '8px', surface: 'color(display-p3 1 0.5 0)' },
    problems: [],
  });
});

describe('a file that would do harm, or that is none, is refused with parameter, rule and value', () => {
  const token = (name: string, $value: unknown, $type?: string) =>
    JSON.stringify({ text: { $value: '#000' }, [name]: { ...($type && { $type }), $value } });
  it.each<[what: string, file: string, parameter: string, rule: RegExp]>([
    ['an unknown token', token('acent', '#fff'), 'acent', /is no token: did you mean accent\?/],
    ['url()', token('surface', 'url(//evil.example/x)'), 'surface.$value', /no url\(\)/],
    ['expression()', token('gap', 'expression(alert(1))'), 'gap.$value', /no url\(\)/],
    ['</style>', token('font', '</style><script>'), 'font.$value', /</],
    ['a declaration of its own', token('font', 'x; color: red'), 'font.$value', /;/],
    ['a long value', token('font', 'x'.repeat(201)), 'font.$value', /200 characters/],
    ['2 MB', token('font', 'x'.repeat(2_000_000)), 'file', /65536 characters/],
    ['another type', token('gap', '#fff', 'color'), 'gap.$type', /must be dimension/],
    ['a colour of nothing', token('accent', { hex: 1 }), 'accent.$value', /must be a color/],
    ['a size without a unit', token('radius', '8'), 'radius.$value', /must have a unit/],
    ['no JSON', '{', 'file', /must be JSON/],
    ['a list', '[]', 'file', /must be an object/],
    ['nothing', '{}', 'file', /must have a token/],
    [
      'another version',
      '{"$extensions":{"payment-widgets":{"version":2}}}',
      '$extensions.payment-widgets.version',
      /must be 1/,
    ],
    [
      'url() for dark pages',
      JSON.stringify({
        accent: { $value: '#fff', $extensions: { 'payment-widgets': { dark: 'url(x)' } } },
      }),
      'accent.$value',
      /no url\(\)/,
    ],
    ['a name of every object', '{"__proto__":{"$value":"#fff"}}', '__proto__', /is no token/],
  ])('%s', (_, file, parameter, rule) => {
    const { tokens, problems } = readTheme(file);
    expect(tokens).toEqual({});
    expect(problems).toEqual([
      expect.objectContaining({ parameter, rule: expect.stringMatching(rule) }),
    ]);
    expect(problems[0]?.value.length).toBeLessThan(70);
  });
});

it('every kind of token has a way into a file', () => {
  expect(new Set(Object.values(TOKENS))).toEqual(
    new Set([
      ...['color', 'dimension', 'duration', 'fontFamily', 'fontWeight', 'number', 'shadow'],
    ]),
  );
});

it.each([
  [{ languages: { xx: { submit: 'Buy' } } }, 'languages.xx.submit'],
  [{ languages: { en: { sumbit: 'Buy' } } }, 'languages.en.sumbit'],
  [{ languages: { en: { submit: 1 } } }, 'languages.en.submit'],
  [{ languages: { en: { submit: 'x'.repeat(401) } } }, 'languages.en.submit'],
  [{ languages: { en: 'Buy' } }, 'languages.en'],
  [{ styleSheet: '</style><script>' }, 'styleSheet'],
  [{ styleSheet: '@import "x"' }, 'styleSheet'],
  [{ styleSheet: {} }, 'styleSheet'],
  [{ languages: [] }, 'languages'],
  [{ languages: null }, 'languages'],
  [{ languages: 'en' }, 'languages'],
  [{ css: 'x' }, 'css'],
  [{ css: ['1px'] }, 'css'],
  [{ name: 7 }, 'name'],
])('words and rules that are wrong keep the file out: %j', (extension, parameter) => {
  const { problems, words, styleSheet } = readTheme(
    JSON.stringify({
      gap: { $value: '1em' },
      $extensions: { 'payment-widgets': { version: 1, ...extension } },
    }),
  );
  expect(problems.map((problem) => problem.parameter)).toEqual([
    `$extensions.payment-widgets.${parameter}`,
  ]);
  expect({ words, styleSheet }).toEqual({ words: {}, styleSheet: '' });
});

it.each([
  ['$extensions', []],
  ['$extensions.payment-widgets', { 'payment-widgets': 'x' }],
])('%s that is no object keeps the file out', (parameter, $extensions) => {
  const { problems, tokens } = readTheme(JSON.stringify({ gap: { $value: '1em' }, $extensions }));
  expect(problems).toEqual([expect.objectContaining({ parameter, rule: 'must be an object' })]);
  expect(tokens).toEqual({});
});

it.each([
  ['gap', 'calc(1px', true],
  ['gap', '1px)', true],
  ['accent', 'rgb(0 0 0)) (', true],
  ['font', "'Open Sans", true],
  ['font', `'Open", serif`, true],
  ['gap', 'calc((1px + 2px) * (1 + 2))', false],
  ['font', `'A (b', "C's", serif`, false],
] as const)('%s of %j takes in the rest of a style sheet: %j', (name, value, isOpen) => {
  expect(tokenProblem(name, value)).toBe(
    isOpen ? 'must close its brackets and quotation marks' : undefined,
  );
});

it('a size of 0 has a unit, from wherever it comes: the form adds sizes up by calc()', () => {
  const css = { fieldBorder: '0' };
  const file = { gap: { $value: '0' }, $extensions: { 'payment-widgets': { css } } };
  const { tokens, problems } = readTheme(JSON.stringify(file));
  expect(problems).toEqual([]);
  expect(tokens).toEqual({ gap: '0px', fieldBorder: '0px' });
  expect(usable({ itemBorder: ' 0 ', radius: '0.0', cardRadius: '8', accent: 'url(x)' })).toEqual({
    itemBorder: '0px',
    radius: '0px',
  });
});

it('a button under the pointer and one that is pressed are checked, with a colour of their own or without', () => {
  const { tokens: calm } = read('calm.json');
  expect(checkContrast({}, calm)).toHaveLength(2 * PAIRS.length);
  const found = checkContrast({ accentHover: '#ffffff', onAccent: '#fff' }, calm).filter(
    ({ behind }) => behind === '--wpwl-accent-hover',
  );
  expect(found.map(({ scheme, ratio }) => [scheme, ratio])).toEqual([
    ['light', 1],
    ['dark', 1],
  ]);
  // 20 % black over a light blue, and what is no colour here stays unknown.
  const [pressed] = checkContrast({ accent: '#88bbff' }, calm).filter(
    ({ behind }) => behind === '--wpwl-accent-active',
  );
  expect(pressed?.colours).toEqual(['#ffffff', '#6d96cc']);
  const unknown = checkContrast({ accent: 'var(--brand)' }, calm);
  expect(unknown.find(({ behind }) => behind === '--wpwl-accent-hover')?.ratio).toBeUndefined();
  expect(unknown.find(({ over }) => over === '--wpwl-focus')?.ratio).toBeUndefined();
});

describe('a focus that looks like an error', () => {
  const { tokens: calm } = read('calm.json');
  const schemesOf = (tokens: Tokens) => focusLikeError(tokens, calm).map(({ scheme }) => scheme);

  it.each<[what: string, tokens: Tokens, schemes: string[]]>([
    ['nothing of a design', {}, []],
    ['a blue accent', { accent: '#15d' }, []],
    ['a red accent', { accent: '#e2001a' }, ['light', 'dark']],
    ['a red accent with a focus of its own', { accent: '#e2001a', focus: '#15d' }, []],
    ['the red of one scheme', { focus: 'light-dark(#15d, #ff7a7a)' }, ['dark']],
    ['a light and a dark red', { focus: '#ffb3b3', error: '#7a0010' }, ['light', 'dark']],
    ['an orange beside red', { accent: '#d35400' }, ['light', 'dark']],
    ['a raspberry beside red', { accent: '#b0305f' }, ['light', 'dark']],
    ['a violet, an amber, a magenta', { accent: 'light-dark(#6a1fb5, #ff9900)' }, []],
    ['black, and white', { focus: 'light-dark(#000, #fff)' }, []],
    ['an error that is grey, too', { focus: '#000', error: '#666' }, ['light', 'dark']],
    ['green beside red, which some shoppers do not see', { focus: '#1f6f43' }, []],
    ['what only the browser knows', { focus: 'var(--brand)', error: '#b12' }, []],
    ['what culori cannot read', { accent: 'rgb(calc(1 * 200) 0 0)' }, []],
  ])('%s', (_, tokens, schemes) => {
    expect(schemesOf(tokens)).toEqual(schemes);
  });

  it.each(FILES)('is not in the theme %s', (file) => {
    expect(focusLikeError(read(file).tokens, calm)).toEqual([]);
  });

  it('is not in the demo shop', () => {
    const css = readFileSync(new URL('../public/shop/shop.css', import.meta.url), 'utf8');
    const [light = '', dark = ''] = [...css.matchAll(/ --focus: (#\w+);/g)].map(([, hex]) => hex);
    expect(css).toContain('--wpwl-focus: var(--focus);');
    expect(css).not.toContain('--wpwl-error');
    expect(schemesOf({ focus: `light-dark(${light}, ${dark})` })).toEqual([]);
    // And its own signs of what is wrong.
    const [bad = '', badInDark = ''] = [...css.matchAll(/ --bad: (#\w+);/g)].map(([, hex]) => hex);
    const error = `light-dark(${bad}, ${badInDark})`;
    expect(schemesOf({ focus: `light-dark(${light}, ${dark})`, error })).toEqual([]);
  });
});
