/**
 * What a channel's payments add up to, by day. A day that is over never changes, so its sums are
 * computed once, by a sweeper, and kept; other days are computed from the payments when they are asked
 * for. Payments know nothing of it: none waits for a sum, and instances of any release may make them.
 */
import { sql } from 'kysely';
import { REGISTRATION } from '../../contract/catalogue.ts';
import type { PaymentMode } from '../../contract/payment-mode.ts';
import { type Channel, channels } from '../gateway/entities/index.ts';
import { channelNow, realNow } from '../store/clock.ts';
import type { Database } from '../store/database.ts';
import { type Freshness, primaryReader, type Reader } from '../store/replica.ts';
import type { DailySumsRow } from '../store/tables.ts';
import { type BookedAs, DAY_MS, dayOf, type Period, settlementEntries } from './settlement.ts';

/** What was settled of one kind, in one currency and mode. */
export interface SettledSum {
  readonly mode: PaymentMode;
  readonly currency: string;
  readonly booked_as: BookedAs;
  readonly count: number;
  /** Smallest units, as text: a sum need not fit into a number. */
  readonly amount: string;
  /** How many have a fee. */
  readonly fees: number;
  readonly fee: string;
}

/** A transaction that writes a payment's time is over long before, on any machine's clock. */
export const GRACE_MS = 60 * 60_000;
/** A pass takes this long at most: the next one goes on. */
const PASS_MS = 5_000;

/**
 * What a report needs of a period: one that is over is in a replica that is some seconds old, and one that
 * is not may have the payment that was made just before.
 * @param until the first moment after the period, epoch milliseconds, channel clock
 */
export const freshnessOf = ({ clockOffsetMs }: Channel, until: number): Freshness =>
  until < channelNow(clockOffsetMs) - GRACE_MS ? 'recent' : 'now';

/**
 * Keeps the sums of days that are over, the latest first, and anew where the channel's fees changed.
 * A channel's clock may be ahead of the real one, never behind: by the real one the day is over for all.
 * @param now epoch milliseconds, real clock
 * @returns whether all are kept
 */
export async function keepDailySums(
  db: Database,
  now = realNow(),
  reader = primaryReader(db),
): Promise<boolean> {
  const until = performance.now() + PASS_MS;
  const lastDay = Math.floor((now - GRACE_MS) / DAY_MS) - 1;
  for (const channel of await channels(db)) {
    const { first } = await db
      .selectFrom('payments')
      .select(({ fn }) => fn.min('created_at').as('first'))
      .where('entity_id', '=', channel.id)
      .executeTakeFirstOrThrow();
    if (first === null) continue;
    const firstDay = Math.floor(first / DAY_MS);
    const rows = await db
      .selectFrom('daily_sums')
      .select('day')
      .where('entity_id', '=', channel.id)
      .where('fees', '=', feesOf(channel))
      .execute();
    const kept = new Set(rows.map(({ day }) => day));
    for (let day = lastDay; day >= firstDay; day -= 1) {
      if (kept.has(day)) continue;
      if (performance.now() > until) return false;
      await keepDay(db, reader, channel, day);
    }
  }
  return true;
}

async function keepDay(db: Database, reader: Reader, channel: Channel, day: number): Promise<void> {
  const [settled, made] = await reader.read('recent', async (copy) => [
    await settledSums(copy, channel, day, day),
    await madeByType(copy, channel, day * DAY_MS, (day + 1) * DAY_MS),
  ]);
  const sums = {
    fees: feesOf(channel),
    settled: JSON.stringify(settled.map(({ day: _, ...sum }) => sum)),
    made: JSON.stringify(made),
  };
  await db
    .insertInto('daily_sums')
    .values({ entity_id: channel.id, day, ...sums })
    .onConflict((conflict) => conflict.columns(['entity_id', 'day']).doUpdateSet(sums))
    .execute();
}

const feesOf = ({ settings }: Channel): string => JSON.stringify(settings.fees);

async function keptDays(
  db: Database,
  channel: Channel,
  from: number,
  to: number,
): Promise<Map<number, DailySumsRow>> {
  const rows = await db
    .selectFrom('daily_sums')
    .selectAll()
    .where('entity_id', '=', channel.id)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute();
  return new Map(rows.map((row) => [row.day, row]));
}

/** What was settled in a period, by day; the order is that of the days. */
export async function settledInPeriod(
  db: Database,
  channel: Channel,
  period: Period,
): Promise<(SettledSum & { readonly day: number })[]> {
  const [from, to] = [dayNumber(period.from), dayNumber(period.to)];
  const kept = await keptDays(db, channel, from, to);
  const isKept = (day: number) => kept.get(day)?.fees === feesOf(channel);
  const found: (SettledSum & { readonly day: number })[] = [];
  for (const part of partsOf(from, to, isKept)) {
    const sums = part.isKept
      ? (JSON.parse(kept.get(part.from)?.settled ?? '[]') as SettledSum[])
      : await settledSums(db, channel, part.from, part.to);
    found.push(...sums.map((sum) => ({ day: part.from, ...sum })));
  }
  return found;
}

/** Computed from the payments, both days included. */
async function settledSums(db: Database, channel: Channel, from: number, to: number) {
  const period = { from: dayOf(from), to: dayOf(to) };
  const rows = await db
    .selectFrom(settlementEntries(db, channel, period).as('entry'))
    .groupBy(['day', 'mode', 'currency', 'booked_as'])
    .orderBy('day')
    .select((eb) => [
      'day',
      'mode',
      'currency',
      'booked_as',
      eb.fn.countAll<number>().as('count'),
      sql<string>`cast(sum(amount) as text)`.as('amount'),
      sql<number>`sum(case when fee <> 0 then 1 else 0 end)`.as('fees'),
      sql<string>`cast(sum(fee) as text)`.as('fee'),
    ])
    .execute();
  return rows.map(({ count, fees, ...row }) => ({
    ...row,
    count: Number(count),
    fees: Number(fees),
  }));
}

/** A stretch of time, and how many payments were made in it. */
export interface Stretch {
  /** Epoch milliseconds, channel clock. */
  readonly from: number;
  /** The first one after it. */
  readonly to: number;
  readonly count: number;
}

/**
 * How many payments were made between two times, in stretches of a day at most where it is kept. What
 * was stored without a payment is none.
 * @param types all where absent
 */
export async function madeBetween(
  db: Database,
  channel: Channel,
  [from, to]: readonly [number, number],
  types: readonly string[] | undefined,
): Promise<Stretch[]> {
  const [first, last] = [Math.floor(from / DAY_MS), Math.floor((to - 1) / DAY_MS)];
  const kept = await keptDays(db, channel, first, last);
  const isWhole = (day: number) => day * DAY_MS >= from && (day + 1) * DAY_MS <= to;
  const parts = partsOf(first, last, (day) => isWhole(day) && kept.has(day));
  const stretches: Stretch[] = [];
  for (const part of parts) {
    const start = Math.max(from, part.from * DAY_MS);
    const end = Math.min(to, (part.to + 1) * DAY_MS);
    const made = part.isKept
      ? (JSON.parse(kept.get(part.from)?.made ?? '{}') as Readonly<Record<string, number>>)
      : await madeByType(db, channel, start, end);
    const counts = Object.entries(made).filter(
      ([type]) => type !== REGISTRATION && (types?.includes(type) ?? true),
    );
    const count = counts.reduce((sum, [, number]) => sum + number, 0);
    stretches.push({ from: start, to: end, count });
  }
  return stretches;
}

async function madeByType(db: Database, channel: Channel, from: number, to: number) {
  const rows = await db
    .selectFrom('payments')
    // Not the column itself: SQLite would read the index that has its order, of all days.
    .select(({ fn }) => [sql<string>`type || ''`.as('made_as'), fn.countAll<number>().as('count')])
    .where('entity_id', '=', channel.id)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .groupBy('made_as')
    .execute();
  return Object.fromEntries(rows.map(({ made_as, count }) => [made_as, Number(count)]));
}

/** Days that are kept one by one, and those between them together. */
export function partsOf(from: number, to: number, isKept: (day: number) => boolean) {
  const parts: { from: number; to: number; isKept: boolean }[] = [];
  for (let day = from; day <= to; day += 1) {
    const before = parts.at(-1);
    if (!isKept(day) && before?.isKept === false) before.to = day;
    else parts.push({ from: day, to: day, isKept: isKept(day) });
  }
  return parts;
}

const dayNumber = (day: string): number => Date.parse(day) / DAY_MS;
