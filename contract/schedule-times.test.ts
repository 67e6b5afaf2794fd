import { describe, expect, it, vi } from 'vitest';
import { accepts } from './format.ts';
import { endOf, JOB_DATE, JOB_FORMATS, latestTime, nextTime } from './schedule-times.ts';

const NOON = Date.parse('2026-11-23T12:00:00Z');

/** The first times after noon of Monday, 2026-11-23, or after another moment. */
function timesOf(job: Readonly<Record<string, string>>, count = 3, after = NOON): string[] {
  const parameters = Object.fromEntries(
    Object.entries(job).map(([name, value]) => [`job.${name}`, value]),
  );
  const times: string[] = [];
  for (let at: number | undefined = after; times.length < count; ) {
    at = nextTime(parameters, at);
    if (at === undefined) break;
    times.push(new Date(at).toISOString().slice(0, 19).replace('T', ' '));
  }
  return times;
}
const daysOf = (...request: Parameters<typeof timesOf>) =>
  timesOf(...request).map((time) => time.slice(0, 10));

describe('a schedule is due', () => {
  it.each([
    [{ dayOfMonth: '5' }, ['2026-12-05', '2027-01-05', '2027-02-05']],
    [{ dayOfMonth: '1,15' }, ['2026-12-01', '2026-12-15', '2027-01-01']],
    [{ dayOfMonth: '29-31' }, ['2026-11-29', '2026-11-30', '2026-12-29']],
    [{ dayOfMonth: 'L' }, ['2026-11-30', '2026-12-31', '2027-01-31']],
    [{ dayOfMonth: '31' }, ['2026-12-31', '2027-01-31', '2027-03-31']],
    [{ dayOfMonth: '29', month: 'FEB' }, ['2028-02-29', '2032-02-29', '2036-02-29']],
    [{ dayOfMonth: '1', month: '*/3' }, ['2027-01-01', '2027-04-01', '2027-07-01']],
    [{ dayOfMonth: '1', month: '2/6' }, ['2027-02-01', '2027-08-01', '2028-02-01']],
    [{ dayOfMonth: '1', month: 'NOV-JAN' }, ['2026-12-01', '2027-01-01', '2027-11-01']],
    [{ dayOfMonth: '1', month: '1', year: '2027-2028' }, ['2027-01-01', '2028-01-01']],
    [{ dayOfMonth: '1', month: '1', year: '2027,2040' }, ['2027-01-01', '2040-01-01']],
    [{ dayOfWeek: 'MON' }, ['2026-11-30', '2026-12-07', '2026-12-14']],
    [{ dayOfWeek: 'FRI-SUN', dayOfMonth: '?' }, ['2026-11-27', '2026-11-28', '2026-11-29']],
    [{ dayOfWeek: 'SAT-MON' }, ['2026-11-28', '2026-11-29', '2026-11-30']],
    [{ dayOfMonth: '1', startDate: '2027-03-01' }, ['2027-03-01', '2027-04-01', '2027-05-01']],
    [{ dayOfMonth: '1', endDate: '2027-01-01' }, ['2026-12-01', '2027-01-01']],
    [{ dayOfMonth: '1', endDate: '2026-11-30' }, []],
    [{ dayOfMonth: '30', month: '2' }, []],
    [{ dayOfMonth: '1', year: '2025' }, []],
  ])('by %j on these days', (job, days) => {
    expect(daysOf(job)).toEqual(days);
  });

  it('at one time of the day, in UTC, and midnight without one', () => {
    const time = { hour: '7', minute: '05', second: '59' };
    expect(timesOf({ dayOfMonth: '*', ...time }, 1)).toEqual(['2026-11-24 07:05:59']);
    expect(timesOf({ dayOfMonth: '*' }, 1)).toEqual(['2026-11-24 00:00:00']);
    expect(timesOf({ dayOfMonth: '*', hour: '12' }, 1)).toEqual(['2026-11-24 12:00:00']);
    expect(timesOf({ dayOfMonth: '*', hour: '12' }, 1, NOON - 1)).toEqual(['2026-11-23 12:00:00']);
  });

  it('between the moments of its start and its end', () => {
    const job = {
      dayOfMonth: '*',
      hour: '8',
      startDate: '2026-12-01 08:00:01',
      endDate: '2026-12-03 08:00:00',
    };
    expect(timesOf(job)).toEqual(['2026-12-02 08:00:00', '2026-12-03 08:00:00']);
    expect(endOf({ 'job.endDate': '2026-12-03' })).toBe(Date.parse('2026-12-03T23:59:59Z'));
  });
});

describe('the latest time that is due', () => {
  const DAY_MS = 24 * 60 * 60_000;
  it.each([
    { dayOfMonth: '*' },
    { dayOfMonth: '5', hour: '7' },
    { dayOfMonth: '29-31', second: '1' },
    { dayOfMonth: 'L' },
    { dayOfMonth: '1', month: '2/6' },
    { dayOfMonth: '29', month: 'FEB' },
    { dayOfMonth: '31', month: 'NOV-JAN' },
    { dayOfWeek: 'SAT-MON' },
    { dayOfMonth: '1', year: '2027,2031' },
    { dayOfMonth: '*', endDate: '2028-03-10 12:00:00', hour: '13' },
    { dayOfMonth: '10', startDate: '2028-03-10 12:00:00', hour: '12' },
  ])('by %j is where the times one after the other come to', (job) => {
    const parameters = Object.fromEntries(
      Object.entries(job).map(([name, value]) => [`job.${name}`, value]),
    );
    const first = nextTime(parameters, NOON) ?? 0;
    expect(first).toBeGreaterThan(NOON);
    const times = [first];
    for (const now of [0, 1, 40, 365, 366, 1000, 3333, 20_000].map((n) => first + n * DAY_MS)) {
      for (;;) {
        const next = nextTime(parameters, times.at(-1) ?? 0);
        if (next === undefined || next > now) break;
        times.push(next);
      }
      expect(latestTime(parameters, first, now) ?? first).toBe(times.at(-1));
      // Nor is the one after now another one than the one after the latest.
      expect(nextTime(parameters, now)).toBe(nextTime(parameters, times.at(-1) ?? 0));
    }
  });

  it('is found in few steps, however far the clock was moved', () => {
    const weekday = vi.spyOn(Date.prototype, 'getUTCDay');
    const ninetyYears = NOON + 90 * 366 * DAY_MS;
    latestTime({ 'job.dayOfMonth': '*' }, NOON, ninetyYears);
    expect(weekday).toHaveBeenCalledTimes(1);
    latestTime({ 'job.dayOfMonth': '29', 'job.month': 'FEB' }, NOON, ninetyYears);
    latestTime({ 'job.dayOfMonth': '1', 'job.year': '2027' }, NOON, ninetyYears);
    // Days of February in up to eight years, and of December.
    expect(weekday.mock.calls.length).toBeLessThan(1 + 9 * 28 + 31);
    weekday.mockRestore();
  });
});

describe('the formats of job.*', () => {
  const REFUSED: Readonly<Record<string, readonly string[]>> = {
    second: ['60', '*', '0/15', '-1', ''],
    minute: ['60', '*', '1,2'],
    hour: ['24', '*', '7-9'],
    dayOfMonth: ['0', '32', '15W', 'LW', '1,', '-5', '1-', '1/0', '? ', 'x'],
    month: ['0', '13', 'JANUARY', 'jan', '?'],
    dayOfWeek: ['1', '0-6', 'FRI#3', 'MONDAY', 'L'],
    year: ['1999', '26', '?'],
  };
  it.each(Object.entries(REFUSED))('%s takes none of %j', (name, values) => {
    const format = JOB_FORMATS[name as keyof typeof JOB_FORMATS];
    expect(values.filter((value) => accepts(format, value))).toEqual([]);
  });

  it.each(['2026-13-01', '2026-02-30', '2026-12-01 24:00:01', '2026-12-01T08:00:00', '1.12.2026'])(
    'a date is not %s',
    (value) => {
      expect(accepts(JOB_DATE, value)).toBe(false);
    },
  );
});
