/** Periods by name, so that a link to "yesterday" is about yesterday on each day it is opened. */

export const PERIODS = ['today', 'yesterday', 'week', 'month', 'quarter'] as const;
export type PeriodName = (typeof PERIODS)[number];

const DAYS: Readonly<Record<PeriodName, readonly [from: number, until: number]>> = {
  today: [0, 1],
  yesterday: [-1, 0],
  week: [-6, 1],
  month: [-29, 1],
  quarter: [-89, 1],
};

const isPeriod = (name: string | undefined): name is PeriodName =>
  PERIODS.some((period) => period === name);

/** Midnight where the reader is, some days from a time. */
function midnight(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
}

export interface Period {
  /** ISO 8601, included. */
  readonly from?: string;
  /** ISO 8601, not included. */
  readonly until?: string;
}

/** A named period as times. */
export function periodOf(name: PeriodName, now = new Date()): Required<Period> {
  const [from, until] = DAYS[name];
  return { from: midnight(now, from).toISOString(), until: midnight(now, until).toISOString() };
}

/** @param first and last days, both included: `2026-11-23` */
export function daysBetween(first: string, last: string): Period {
  const start = new Date(`${first}T00:00:00`);
  const end = new Date(`${last}T00:00:00`);
  return {
    ...(Number.isNaN(start.getTime()) ? {} : { from: start.toISOString() }),
    ...(Number.isNaN(end.getTime()) ? {} : { until: midnight(end, 1).toISOString() }),
  };
}

/** The day that a time is on, some days away, as the address has it: `2026-11-23`. */
export function dayOf(time: string, days: number): string {
  const date = midnight(new Date(time), days);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** What stands in the address of a list: a period has a name, or its first and last day. */
export interface NamedPeriod {
  readonly period?: string | undefined;
  readonly fromDay?: string | undefined;
  readonly untilDay?: string | undefined;
}

export const isByDays = ({ period, fromDay, untilDay }: NamedPeriod): boolean =>
  period === 'days' || Boolean(fromDay || untilDay);

/** As the server takes it. */
export function timesOf({ period, fromDay = '', untilDay = '' }: NamedPeriod): Period {
  return isPeriod(period) ? periodOf(period) : daysBetween(fromDay, untilDay);
}

/**
 * Of a file of what a list shows, with the days that it is of: `payments-2026-11-01-to-2026-11-23.csv`. One that
 * has no end ends today.
 */
export function fileName(what: string, named: NamedPeriod): string {
  const { from, until } = timesOf(named);
  const first = from && dayOf(from, 0);
  const last = until ? dayOf(until, -1) : dayOf(new Date().toISOString(), 0);
  if (first === last) return `${what}-${last}.csv`;
  return first ? `${what}-${first}-to-${last}.csv` : `${what}-to-${last}.csv`;
}
