import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { byPriority, shownBrands } from './brand-choice.tsx';

beforeEach(() => void vi.stubGlobal('window', {}));
afterEach(() => void vi.unstubAllGlobals());

const OFFERED = ['VISA', 'MASTER', 'MADA'];

test.each([
  ['all, before anything is typed', [], '', OFFERED],
  ['the one that the number names', ['VISA'], '', ['VISA']],
  ['both that the card may be used as', ['MADA', 'VISA'], '', ['MADA', 'VISA']],
  ['the one that the shopper chose', ['MADA', 'VISA'], 'VISA', ['VISA']],
])('the logos shown are %s', (_, candidates, chosen, expected) => {
  expect(shownBrands(OFFERED, candidates, chosen)).toEqual(expected);
});

const FOUND = ['MADA', 'VISA', 'VISAELECTRON'];

test.each([
  ['nothing', undefined, FOUND],
  ['something that is no list', 'VISA', FOUND],
  ['one of them', ['VISA'], ['VISA', 'MADA', 'VISAELECTRON']],
  ['others as well', ['AMEX', 'VISAELECTRON', 'MADA'], ['VISAELECTRON', 'MADA', 'VISA']],
])('a page that names %s first', (_, brandDetectionPriority, expected) => {
  vi.stubGlobal('window', { wpwlOptions: { brandDetectionPriority } });
  expect(byPriority(FOUND)).toEqual(expected);
});
