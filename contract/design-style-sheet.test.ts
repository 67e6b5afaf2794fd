/** What CSS of a designer is left out. */
import { expect, it } from 'vitest';
import { styleSheetProblem } from './design-style-sheet.ts';

const FUNCTION = 'must have functions that load nothing';
const AT_RULE = 'must have at-rules that load nothing';

it.each([
  ['</style><script>alert(1)</script>', 'must stay in its style element'],
  ['.a { background: url(//evil.example/x) }', FUNCTION],
  ['.a { background: URL("x") }', FUNCTION],
  ['.a { background: -webkit-image-set("x" 1x) }', FUNCTION],
  ['@import "//evil.example/x";', AT_RULE],
  ['@font-face { font-family: x }', AT_RULE],
  ['.a { width: expression(alert(1)) }', FUNCTION],
  ['.a { background: \\75rl(x) }', 'must have no backslash'],
  // Tools of shops that take the rules home run or load these.
  ['.a { color: v-bind("[].constructor") }', FUNCTION],
  ['.a { color: V-Bind(x) }', FUNCTION],
  ['.a { background: -webkit-cross-fade("x", red) }', FUNCTION],
  ['.a { content: attr(data-x) }', FUNCTION],
  ['@plugin "./x.js";', AT_RULE],
  ['@use "x";', AT_RULE],
  ['@/**/import "x";', AT_RULE],
  ['a'.repeat(2_000_000), 'must have 10000 characters at most'],
])('is left out: %.40s', (css, rule) => {
  expect(styleSheetProblem(css)?.rule).toBe(rule);
});

it.each([
  '',
  '@media (width < 500px) { .wpwl-button { color: color-mix(in srgb, red, blue) } }',
  '@supports selector(:has(a)) { .a:nth-child(2n + 1):not(.b) { transform: translateY(2px) } }',
  '@-webkit-keyframes x { to { opacity: 0 } } .a { background: linear-gradient(red, blue) }',
  '.wpwl-form > .wpwl-group { --wpwl-gap: calc(1em + 2px) } /* a < b */',
])('may be: %s', (css) => {
  expect(styleSheetProblem(css)).toBeUndefined();
});
