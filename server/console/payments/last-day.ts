/** How the last day of channels went, by their own clocks. */
import { sql } from 'kysely';
import type { Channel } from '../../gateway/entities/index.ts';
import { GRACE_MS, partsOf } from '../../reporting/daily-sums.ts';
import { channelNow, realNow } from '../../store/clock.ts';
import type { Database } from '../../store/database.ts';
import { toFields } from '../../store/records/column-names.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Channels: the hours of one take some 100 kB. */
const MOST_KEPT = 200;
/** A connector answers sooner. */
const IN_DOUBT_MS = 60_000;
/** Of a deadline: what is gathered for an answer takes days. */
const SOON_MS = 7 * DAY_MS;

type HourSum = Awaited<ReturnType<typeof sumsBetween>>[number];

/** Payments of an hour of one type, brand, issuer country, state, result and currency, with a card or without one. */
export interface DaySum extends HourSum {
  /** By the channel's clock: 0 of this one, 24 of the same one a day before. */
  readonly hoursAgo: number;
}

/** @returns amounts as text of smallest units: sums may be beyond 2^53 */
async function sumsBetween(db: Database, channelId: string, from: number, until: number) {
  const rows = await db
    .selectFrom('payments')
    .select(['type', 'brand', 'issuer_country', 'state', 'result_code', 'currency'])
    .select(({ fn, cast }) => [
      sql<number>`created_at / ${sql.lit(HOUR_MS)}`.as('hour'),
      fn.countAll<number>().as('count'),
      cast<string>(fn.sum('amount'), 'text').as('amount'),
    ])
    .where('entity_id', '=', channelId)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .groupBy(['type', 'brand', 'issuer_country', 'state', 'result_code', 'currency', 'hour'])
    .execute();
  return rows.map(toFields);
}

/**
 * The sums of the last day. Those of an hour that is over, and in which all is decided, change no more: they are
 * kept in memory, of the channels that were asked for last. A channel's clock may be ahead of the real one, never
 * behind.
 */
export function daySums(db: Database): (channel: Channel) => Promise<DaySum[]> {
  const keptOf = new Map<string, ReadonlyMap<number, readonly HourSum[]>>();
  return async ({ id, clockOffsetMs }) => {
    const now = channelNow(clockOffsetMs);
    // None is later than now. Without an end SQLite reads all of the channel.
    const [from, until] = [now - DAY_MS, now + DAY_MS];
    const [first, last] = [Math.floor(from / HOUR_MS), Math.floor(until / HOUR_MS)];
    const kept = keptOf.get(id) ?? new Map<number, readonly HourSum[]>();
    const isKept = (hour: number) => hour > first && kept.has(hour);
    const sums: HourSum[] = [];
    for (const part of partsOf(first, last, isKept)) {
      const [start, end] = [
        Math.max(from, part.from * HOUR_MS),
        Math.min(until, (part.to + 1) * HOUR_MS),
      ];
      sums.push(
        ...(part.isKept ? (kept.get(part.from) ?? []) : await sumsBetween(db, id, start, end)),
      );
    }
    const byHour = Map.groupBy(sums, ({ hour }) => Number(hour));
    const over = Math.floor((realNow() - GRACE_MS) / HOUR_MS);
    const hours = Array.from({ length: over - first - 1 }, (_, at) => first + 1 + at);
    const decided = hours
      .map((hour) => [hour, byHour.get(hour) ?? []] as const)
      .filter(([, of]) => of.every(({ state }) => isDecided(state)));
    keptOf.delete(id);
    keptOf.set(id, new Map(decided));
    for (const [oldest] of keptOf) if (keptOf.size > MOST_KEPT) keptOf.delete(oldest);
    const thisHour = Math.floor(now / HOUR_MS);
    return sums.map((sum) => ({ ...sum, hoursAgo: thisHour - Number(sum.hour) }));
  };
}

export const isDecided = (state: string): boolean => state === 'succeeded' || state === 'failed';

/** How many chargebacks have to be answered within a week, and are not yet. */
export async function chargebacksDue(db: Database, channels: readonly Channel[]): Promise<number> {
  const counts = await Promise.all(
    channels.map(({ id, clockOffsetMs }) =>
      db
        .selectFrom('payments')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('entity_id', '=', id)
        .where('chargeback_answer', 'is', null)
        .where('respond_by', '>', channelNow(clockOffsetMs))
        .where('respond_by', '<=', channelNow(clockOffsetMs) + SOON_MS)
        .executeTakeFirstOrThrow(),
    ),
  );
  return counts.reduce((sum, { count }) => sum + Number(count), 0);
}

/** How many payments of the last month have an outcome that is still unknown. */
export async function inDoubt(db: Database, channels: readonly Channel[]): Promise<number> {
  const counts = await Promise.all(
    channels.map(({ id, clockOffsetMs }) =>
      db
        .selectFrom('payments')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('entity_id', '=', id)
        .where('state', '=', 'in_doubt')
        .where('created_at', '<', channelNow(clockOffsetMs) - IN_DOUBT_MS)
        // Older ones are decided, or reported: this keeps to the index's end.
        .where('created_at', '>', channelNow(clockOffsetMs) - 30 * DAY_MS)
        .executeTakeFirstOrThrow(),
    ),
  );
  return counts.reduce((sum, { count }) => sum + Number(count), 0);
}
