import { expect, it } from 'vitest';
import { knownScheme } from './color-scheme.ts';

it.each([
  ['normal', 'light'],
  ['light', 'light'],
  ['only light', 'light'],
  ['dark', 'dark'],
  ['dark only', 'dark'],
  ['light dark', undefined],
  ['dark light', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s: %s', (computed, expected) => {
  expect(knownScheme(computed)).toBe(expected);
});
