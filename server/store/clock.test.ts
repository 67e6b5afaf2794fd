import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { channelNow, movedForward, realNow } from './clock.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

test('the channel clock runs ahead of the real one by its offset', () => {
  expect(realNow()).toBe(1_700_000_000_000);
  expect(channelNow(0)).toBe(1_700_000_000_000);
  expect(channelNow(29 * 60_000)).toBe(1_700_001_740_000);
});

test('a channel clock is moved forward from where it is', () => {
  expect(movedForward(0, 5)).toBe(5);
  expect(movedForward(1000, 500)).toBe(1500);
});

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1])(
  'a channel clock is never moved by %s ms',
  (ms) => {
    expect(() => movedForward(1000, ms)).toThrow(RangeError);
    expect(() => channelNow(ms)).toThrow(RangeError);
  },
);
