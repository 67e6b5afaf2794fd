import { expect, test } from 'vitest';
import { readableOn } from './page-accent.ts';

test.each([
  ['rgb(0, 0, 0)', '#fff'],
  ['rgb(29, 91, 214)', '#fff'],
  ['rgb(200, 0, 0)', '#fff'],
  ['rgb(255, 200, 0)', '#000'],
  ['rgb(255, 255, 255)', '#000'],
  ['oklch(0.7 0.1 200)', '#fff'],
])('on %s one reads %s', (color, expected) => {
  expect(readableOn(color)).toBe(expected);
});
