/** Times and periods as the admin API takes them. */
import { z } from 'zod';
import { realNow } from '../store/clock.ts';
import { invalid } from './admin-failure.ts';

export const moment = z.iso.datetime({
  offset: true,
  message: 'must be a time, as 2026-11-24T09:00:00Z',
});

/** ISO 8601, UTC. */
export const iso = (at: number): string => new Date(at).toISOString();
export const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));

const DAY_MS = 24 * 60 * 60_000;

/**
 * A whole period as epoch milliseconds, its end not included.
 * @param days `usual`: before its end, where nothing says when it begins; `most`: how long it may be
 * @throws AdminFailure where it ends before it begins, or is too long
 */
export function boundedPeriod(
  { from, until }: { readonly from?: string | undefined; readonly until?: string | undefined },
  days: { readonly usual: number; readonly most: number },
): readonly [number, number] {
  const end = until === undefined ? realNow() : Date.parse(until);
  const start = from === undefined ? end - days.usual * DAY_MS : Date.parse(from);
  if (end <= start) throw invalid('until', 'must be later than from');
  if (end - start > days.most * DAY_MS) {
    throw invalid('until', `must be ${days.most} days after from at most`);
  }
  return [start, end];
}

/** `2026-11-24` */
export const calendarDay = z.iso.date({ message: 'must be a day, as 2026-11-24' });

/**
 * Days of the calendar, UTC, both included.
 * @param days `usual`: where nothing says when it begins; `most`: how many there may be
 * @throws AdminFailure where it ends before it begins, or is too long
 */
export function boundedDays(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  days: { readonly usual: number; readonly most: number },
): { readonly from: string; readonly to: string } {
  const dayOf = (at: number) => iso(at).slice(0, 10);
  const last = to ?? dayOf(realNow());
  const first = from ?? dayOf(Date.parse(last) - (days.usual - 1) * DAY_MS);
  if (last < first) throw invalid('to', 'must not be before from');
  if (Date.parse(last) - Date.parse(first) >= days.most * DAY_MS) {
    throw invalid('to', `must be within ${days.most} days from the day in from`);
  }
  return { from: first, to: last };
}
