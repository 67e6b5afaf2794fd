import { expect, test } from 'vitest';
import { shownBrands } from './brand-choice.tsx';

const OFFERED = ['VISA', 'MASTER', 'MADA'];

test.each([
  ['all, before anything is typed', [], '', OFFERED],
  ['the one that the number names', ['VISA'], '', ['VISA']],
  ['both that the card may be used as', ['MADA', 'VISA'], '', ['MADA', 'VISA']],
  ['the one that the shopper chose', ['MADA', 'VISA'], 'VISA', ['VISA']],
])('the logos shown are %s', (_, candidates, chosen, expected) => {
  expect(shownBrands(OFFERED, candidates, chosen)).toEqual(expected);
});
