/** Times and periods as the admin API takes them. */
import { z } from 'zod';
import { realNow } from '../store/clock.ts';
import { invalid } from './admin-failure.ts';

export const moment = z.iso.datetime({
  offset: true,
  message: 'must be a time, as 2026-11-24T09:00:00Z',
});

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
