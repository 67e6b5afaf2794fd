import { expect, test } from 'vitest';
import { isFrameStyle } from './frame-style.ts';

test.each([
  ['color', 'red'],
  ['color', 'rgb(1 2 3 / 50%)'],
  ['font-family', '"Noto Sans", Arial'],
  ['font-size', 'calc(1em + 2px)'],
])('%s: %s may enter a frame', (property, value) => {
  expect(isFrameStyle(property, value)).toBe(true);
});

test.each([
  'url(https://evil.example/x)',
  'URL(//evil.example)',
  'image-set("x" 1x)',
  'var(--x)',
  'attr(value)',
  'expression(alert(1))',
  'red; background: blue',
  '@import "x"',
  '\\75rl(x)',
  'red}',
  '<style>',
  `${'a'.repeat(201)}`,
  '',
])('the value %j may not', (value) => {
  expect(isFrameStyle('color', value)).toBe(false);
});

test.each([
  ['content', '"x"'],
  ['background-image', 'none'],
  ['position', 'fixed'],
  ['--x', '1'],
  ['Color', 'red'],
])('the property of %s: %s may not', (property, value) => {
  expect(isFrameStyle(property, value)).toBe(false);
});
