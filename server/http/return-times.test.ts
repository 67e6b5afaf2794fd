import { describe, expect, it } from 'vitest';
import { ReturnTimes } from './return-times.ts';

/** A caller that has got a place in each `interval` milliseconds for long. */
function served(interval: number, caller = 'a') {
  let now = 5_000;
  const times = new ReturnTimes(() => now);
  const pass = (ms: number) => {
    now += ms;
  };
  for (let n = 0; n < 1_000; n += 1) {
    pass(interval);
    times.gotPlace(caller);
  }
  return {
    times,
    pass,
    refused: (count: number) => Array.from({ length: count }, () => times.afterRefusal(caller)),
  };
}

const times = (count: number, seconds: number): number[] => Array(count).fill(seconds);

describe('those of a caller that are refused', () => {
  it('come one after the other, as fast as the caller gets places', () => {
    const { refused } = served(100);
    expect(refused(25)).toEqual([...times(10, 1), ...times(10, 2), ...times(5, 3)]);
  });

  it('come sooner when time has passed, and at once when all have been here again', () => {
    const { refused, pass } = served(100);
    refused(50);
    pass(3_000);
    expect(refused(1)).toEqual([3]);
    pass(60_000);
    expect(refused(1)).toEqual([1]);
  });

  it('begin anew where the last would come after half a minute', () => {
    const { refused } = served(1_000);
    expect(refused(33)).toEqual([...Array.from({ length: 30 }, (_, n) => n + 1), 1, 2, 3]);
  });

  it('do not wait for those of another caller', () => {
    const { times, refused } = served(100);
    refused(100);
    expect(times.afterRefusal('b')).toBe(1);
  });

  it('of a caller that asked for nothing for a day come after a second', () => {
    const { refused } = served(86_400_000);
    expect(refused(2)).toEqual([1, 2]);
  });

  it('have a place in each hundredth of a second before the caller had any', () => {
    const times = new ReturnTimes(() => 0);
    const seconds = Array.from({ length: 101 }, () => times.afterRefusal('new'));
    expect([seconds[0], seconds[99], seconds[100]]).toEqual([1, 1, 2]);
  });
});
