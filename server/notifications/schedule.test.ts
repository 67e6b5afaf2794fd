/** The schedules, and what a receiver may ask for. */
import { describe, expect, it } from 'vitest';
import { nextDelay, retryAfterOf } from './schedule.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const late = () => 0;
const early = () => 1;

/** Every delay in minutes, until there is none. */
function delays(kind: 'notifications' | 'events'): number[] {
  const found: number[] = [];
  for (let attempts = 1, age = 0; ; attempts += 1) {
    const delay = nextDelay(kind, { attempts, age }, late);
    if (delay === undefined) return found;
    found.push(delay / MINUTE);
    age += delay;
  }
}

describe('the schedule', () => {
  it('of notifications is 1, 2, 4, 8, 15, 30 minutes, an hour, then daily up to 30 days', () => {
    const all = delays('notifications');
    expect(all.slice(0, 8)).toEqual([1, 2, 4, 8, 15, 30, 60, 1440]);
    expect(new Set(all.slice(7))).toEqual(new Set([1440]));
    const whole = all.reduce((sum, minutes) => sum + minutes, 0);
    expect(whole).toBeLessThanOrEqual(30 * 1440);
    expect(whole).toBeGreaterThan(29 * 1440);
  });

  it('of events is that of Standard Webhooks', () => {
    expect(delays('events')).toEqual([5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440]);
  });

  it('has up to a tenth taken away by chance', () => {
    expect(nextDelay('notifications', { attempts: 1, age: 0 }, early)).toBe(0.9 * MINUTE);
    expect(nextDelay('events', { attempts: 9, age: 0 }, early)).toBe(0.9 * DAY);
  });

  it('tries a notification to the end of its thirtieth day, and an event whatever its age', () => {
    const at = (kind: 'notifications' | 'events', age: number) =>
      nextDelay(kind, { attempts: 9, age }, late);
    expect(at('notifications', 29 * DAY)).toBe(DAY);
    expect(at('notifications', 29 * DAY + 1)).toBeUndefined();
    expect(at('events', 40 * DAY)).toBe(DAY);
  });

  it('waits for as long as the receiver asks for, up to a day', () => {
    const delay = (retryAfter: number) =>
      nextDelay('notifications', { attempts: 1, age: 0, retryAfter }, late);
    expect(delay(10 * MINUTE)).toBe(10 * MINUTE);
    expect(delay(1)).toBe(MINUTE);
    expect(delay(400 * DAY)).toBe(DAY);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Thu, 01 Jan 2026 00:05:00 GMT', 5 * MINUTE],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['Thursday, 01-Jan-26 00:05:00 GMT', 5 * MINUTE],
    ['Thu Jan  1 00:05:00 2026', 5 * MINUTE],
    ['99999999999999999999', 1e23],
    ['soon', undefined],
    ['-1', undefined],
    ['12.5', undefined],
    ['1e9', undefined],
    ['', undefined],
    ['-5x', undefined],
    [undefined, undefined],
  ])('%s is %s milliseconds', (header, expected) => {
    expect(retryAfterOf(header, now)).toBe(expected);
  });
});
