import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { byPriority } from './brand-choice.tsx';

beforeEach(() => void vi.stubGlobal('window', {}));
afterEach(() => void vi.unstubAllGlobals());

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
