import { expect, test } from 'vitest';
import { isTokenValue, tokenProperty } from './tokens.ts';

test.each([
  '#15d',
  'oklch(62% 0.2 290)',
  'light-dark(#222, rgb(238 238 238))',
  'var(--brand-color, hsl(10 50% 50%))',
  'color-mix(in srgb, var(--a) 20%, transparent)',
  'calc((1em + 2px) * 2)',
  '0 1px 2px rgb(0 0 0 / 20%)',
  '"Open Sans", sans-serif',
  '999px',
])('a token may be %s', (value) => {
  expect(isTokenValue(value)).toBe(true);
});

test.each([
  '',
  'url(//evil.example/x)',
  'URL("x")',
  'image-set("x" 1x)',
  'light-dark(url(x), red)',
  'min(url(x))',
  'expression(alert(1))',
  'src("x")',
  'xvar(--a)',
  '-var(x)',
  '</style><script>',
  'red; background: blue',
  'red } * { color: blue',
  '\\75rl(x)',
  'a'.repeat(2_000_000),
])('a token may not be %.40s', (value) => {
  expect(isTokenValue(value)).toBe(false);
});

test('a token is the custom property of its name', () => {
  expect(['onAccent', 'fieldRadius', 'text'].map(tokenProperty)).toEqual([
    '--wpwl-on-accent',
    '--wpwl-field-radius',
    '--wpwl-text',
  ]);
});
