import { expect, test } from 'vitest';
import { isHolderName } from './holder-field.ts';

test.each([
  ['Jane Jones', true],
  ["Seán O'Brien-Núñez, Jr.", true],
  ['محمد علي', true],
  ['王小明', true],
  ['Łukasz', true],
  ['Jo', false],
  ['   ', false],
  ['4200000000000000', false],
  ['Jane <b>', false],
  ['x'.repeat(129), false],
])('%s: %s', (name, expected) => {
  expect(isHolderName(name)).toBe(expected);
});
