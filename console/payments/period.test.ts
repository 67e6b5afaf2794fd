import { expect, test, vi } from 'vitest';
import { daysBetween, fileName, periodOf } from './period.ts';

const NOON = new Date(2026, 2, 1, 12);

test('yesterday is the whole day before, over the end of a month too', () => {
  expect(periodOf('yesterday', NOON)).toEqual({
    from: new Date(2026, 1, 28).toISOString(),
    until: new Date(2026, 2, 1).toISOString(),
  });
});

test('a week has seven days, today among them', () => {
  const { from, until } = periodOf('week', NOON);
  expect((Date.parse(until) - Date.parse(from)) / 86_400_000).toBeCloseTo(7, 0);
  expect(Date.parse(until)).toBeGreaterThan(NOON.getTime());
});

test('days that are chosen are both included; a day that is none is left out', () => {
  expect(daysBetween('2026-11-23', '2026-11-23')).toEqual({
    from: new Date(2026, 10, 23).toISOString(),
    until: new Date(2026, 10, 24).toISOString(),
  });
  expect(daysBetween('', 'soon')).toEqual({});
});

test.each([
  [{ period: 'week' }, 'payments-2026-02-23-to-2026-03-01.csv'],
  [{ period: 'yesterday' }, 'payments-2026-02-28.csv'],
  [{ fromDay: '2026-01-01', untilDay: '2026-01-31' }, 'payments-2026-01-01-to-2026-01-31.csv'],
  [{ fromDay: '2026-02-01' }, 'payments-2026-02-01-to-2026-03-01.csv'],
  [{}, 'payments-to-2026-03-01.csv'],
])('a file of %j is called %s', (named, name) => {
  vi.useFakeTimers({ now: NOON });
  expect(fileName('payments', named)).toBe(name);
  vi.useRealTimers();
});
