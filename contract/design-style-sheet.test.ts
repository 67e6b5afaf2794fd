/** What CSS of a designer is left out, and which names are told as none of ours. */
import { expect, it } from 'vitest';
import { styleSheetProblem, suggestionsAt, unknownNames } from './design-style-sheet.ts';

it.each([
  ['</style><script>alert(1)</script>', 'must stay in its style element'],
  ['.a { background: url(//evil.example/x) }', 'must load nothing'],
  ['.a { background: URL("x") }', 'must load nothing'],
  ['.a { background: -webkit-image-set("x" 1x) }', 'must load nothing'],
  ['@import "//evil.example/x";', 'must load nothing'],
  ['@font-face { font-family: x }', 'must load nothing'],
  ['.a { width: expression(alert(1)) }', 'must load nothing'],
  ['.a { background: \\75rl(x) }', 'must have no backslash'],
  ['a'.repeat(2_000_000), 'must have 10000 characters at most'],
])('is left out: %.40s', (css, rule) => {
  expect(styleSheetProblem(css)?.rule).toBe(rule);
});

it.each([
  '',
  '@media (width < 500px) { .wpwl-button { color: color-mix(in srgb, red, blue) } }',
  '.wpwl-form > .wpwl-group { --wpwl-gap: calc(1em + 2px) } /* a < b */',
])('may be: %s', (css) => {
  expect(styleSheetProblem(css)).toBeUndefined();
});

it('names that are none of ours are told with the nearest, each once; brands and errors have theirs', () => {
  const css = `.wpwl-buton:hover, .wpwl-buton.wpwl-brand-VISA { --wpwl-acent: red }
    .wpwl-hint-cvvError, .mine, .wpwl-container-virtualAccount-PAYPAL { --mine: 1; --wpwl-accent: red }
    /* .wpwl-comment */ .wpwl-somethingelse { color: var(--wpwl-text) }`;
  expect(unknownNames(css)).toEqual([
    { name: 'wpwl-buton', nearest: 'wpwl-button' },
    { name: 'wpwl-somethingelse', nearest: undefined },
    { name: '--wpwl-acent', nearest: '--wpwl-accent' },
  ]);
});

it('suggests what goes on from the caret: classes after a dot, properties after two hyphens', () => {
  const at = (css: string) => suggestionsAt(css, css.length);
  expect(at('a { }\n.wpwl-button-p')).toEqual({ from: 6, names: ['.wpwl-button-pay'] });
  expect(at('.cvv')?.names).toContain('.wpwl-control-cvv');
  expect(at('.wpwl-form { --wpwl-card-r')).toEqual({ from: 13, names: ['--wpwl-card-radius'] });
  expect(at('.wpwl-form { --radius')?.names).toContain('--wpwl-field-radius');
  expect(at('.wpwl-form { color: red')).toBeUndefined();
  expect(at('.nothing-of-ours')).toBeUndefined();
});
