/** What is taken home says the same in each form, and is what it says: scripts that run, CSS that stays. */
import { expect, it } from 'vitest';
import { readTheme } from '../../contract/design-tokens.ts';
import { type Design, FIRST } from '../design/design.ts';
import { FORMATS, type Format, snippet } from './snippets.ts';

const DESIGN: Design = {
  ...FIRST.design,
  tokens: { accent: '#123456' },
  words: {
    en: { submit: "It's yours: {{amount}} </script> */", cvv: 'Code' },
    gr: { submit: 'Πληρωμή {{amount}}' },
  },
  styleSheet: '.wpwl-button {\n  letter-spacing: 1px;\n}\n/* `a` $ */',
};
const FORMAT_NAMES = Object.keys(FORMATS) as Format[];

it.each(FORMAT_NAMES)('%s has the words and the rules of the design', (format) => {
  const text = snippet(format, DESIGN);
  for (const part of ['Code', 'Πληρωμή {{amount}}', 'letter-spacing: 1px;']) {
    expect(text).toContain(part);
  }
});

it.each(FORMAT_NAMES)('%s says nothing of words and rules where there are none', (format) => {
  const text = snippet(format, { ...DESIGN, words: {}, styleSheet: '' });
  expect(text).not.toMatch(/languages|style(?:Sheet|>| sheet)|undefined/);
});

it.each([
  ['options', "icons: 'above',", "fields: ['cardHolder', { name: 'cvv', width: 'half' }],"],
  ['html', "icons: 'above',", "fields: ['cardHolder', { name: 'cvv', width: 'half' }],"],
  ['react', 'icons="above"', "fields={['cardHolder', { name: 'cvv', width: 'half' }]}"],
  ['vue', 'icons="above"', ":fields=\"['cardHolder', { name: 'cvv', width: 'half' }]\""],
] as const)('%s has the places of fields and logos', (format, ...parts) => {
  const text = snippet(format, {
    ...DESIGN,
    icons: 'above',
    fields: [{ name: 'cardHolder' }, { name: 'cvv', width: 'half' }],
  });
  for (const part of parts) expect(text).toContain(part);
  expect(snippet(format, DESIGN)).not.toMatch(/icons|fields/);
});

/** What a script leaves in `wpwlOptions`. */
const run = (script: string): unknown => new Function(`${script}; return wpwlOptions;`)();

it('options, alone and in a page, run and are those of the design', () => {
  const wanted = {
    locale: 'en',
    layout: 'list',
    tokens: DESIGN.tokens,
    languages: DESIGN.words,
  };
  expect(run(snippet('options', DESIGN))).toEqual(wanted);
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(snippet('html', DESIGN)) ?? [];
  expect(run(script)).toEqual(wanted);
});

it('a page ends its script where the script ends, whatever its texts say', () => {
  // As browsers read it: behind such a text a script goes on to the second end of one.
  const text = snippet('html', { ...DESIGN, words: { en: { submit: '<!--<script> {{amount}}' } } });
  expect(text.match(/<!--/)).toBeNull();
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(text) ?? [];
  expect(run(script)).toMatchObject({ languages: { en: { submit: '<!--<script> {{amount}}' } } });
});

it('CSS holds the words in a comment that does not end before', () => {
  const css = snippet('css', DESIGN).replace(/\/\*[\s\S]*?\*\//g, '');
  expect(css.replace(/\s+/g, ' ').trim()).toBe(
    ':root { --wpwl-accent: #123456; } .wpwl-button { letter-spacing: 1px; }',
  );
});

it.each(Object.keys(FORMATS) as Format[])('%s takes home nothing that is left out', (format) => {
  const text = snippet(format, {
    ...DESIGN,
    styleSheet: '.a { color: v-bind("evil") } </style><b>',
    tokens: { accent: 'url(evil)', border: 'red /* evil', muted: 'rgb(1\n2 3)' },
  });
  expect(text).not.toMatch(/evil|<b>/);
  expect(text).not.toContain('(1\n');
});

it('tokens as JSON come back with words and rules', () => {
  const { tokens, words, styleSheet, problems } = readTheme(snippet('json', DESIGN));
  expect({ tokens, words, styleSheet, problems }).toEqual({
    tokens: DESIGN.tokens,
    words: DESIGN.words,
    styleSheet: DESIGN.styleSheet,
    problems: [],
  });
});
