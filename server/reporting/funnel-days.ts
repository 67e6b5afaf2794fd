/**
 * The funnel of a period, by days. A day is over for it once none of its checkouts can be paid any more and
 * none waits for a bank: its groups are counted once and kept. Where a checkout waits for days, as for a bank
 * transfer, its day is kept, too, and counted again once an hour. The latest days that may change are counted
 * when they are asked for, and so are those that another release has counted by its own rules.
 */
import { type Channel, channels } from '../gateway/entities/index.ts';
import { channelNow, realNow } from '../store/clock.ts';
import type { Database } from '../store/database.ts';
import { primaryReader, type Reader } from '../store/replica.ts';
import type { FunnelDayRow } from '../store/tables.ts';
import { GRACE_MS, partsOf } from './daily-sums.ts';
import { FUNNEL_VERSION, type FunnelGroup, funnelGroups } from './funnel.ts';
import { DAY_MS } from './settlement.ts';

/** A pass takes this long at most: the next one goes on. */
const PASS_MS = 5_000;
/** Of days that are over: by then most of their checkouts are paid, or will not be. */
const YOUNG_DAYS = 2;
const RECOUNT_MS = 60 * 60_000;

/** @param period epoch milliseconds of the channel's clock, its end not included */
export async function funnelOf(
  db: Database,
  channel: Channel,
  [from, until]: readonly [number, number],
): Promise<FunnelGroup[]> {
  const [first, last] = [Math.floor(from / DAY_MS), Math.floor((until - 1) / DAY_MS)];
  const rows = await db
    .selectFrom('funnel_days')
    .select(['day', 'groups_json'])
    .where('entity_id', '=', channel.id)
    .where('version', '=', FUNNEL_VERSION)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .execute();
  const kept = new Map(rows.map((row) => [row.day, row.groups_json]));
  const isWhole = (day: number) => day * DAY_MS >= from && (day + 1) * DAY_MS <= until;
  const groups: FunnelGroup[] = [];
  for (const part of partsOf(first, last, (day) => isWhole(day) && kept.has(day))) {
    const period = [
      Math.max(from, part.from * DAY_MS),
      Math.min(until, (part.to + 1) * DAY_MS),
    ] as const;
    const own: FunnelGroup[] = part.isKept
      ? JSON.parse(kept.get(part.from) ?? '[]')
      : await funnelGroups(db, channel, period);
    groups.push(...own);
  }
  return groups;
}

/**
 * Keeps days that are over, the latest first. A channel's clock may be ahead of the real one, never behind.
 * @param now epoch milliseconds, real clock
 * @returns whether all are kept that can be
 */
export async function keepFunnelDays(
  db: Database,
  now = realNow(),
  reader: Reader = primaryReader(db),
): Promise<boolean> {
  const until = performance.now() + PASS_MS;
  const lastDay = Math.floor((now - GRACE_MS) / DAY_MS) - 1;
  for (const channel of await channels(db)) {
    const { first } = await db
      .selectFrom('checkouts')
      .select(({ fn }) => fn.min('created_at').as('first'))
      .where('entity_id', '=', channel.id)
      .executeTakeFirstOrThrow();
    if (first === null) continue;
    const rows = await db
      .selectFrom('funnel_days')
      .select(['day', 'version', 'recount_at'])
      .where('entity_id', '=', channel.id)
      .execute();
    const kept = new Map(rows.map((row) => [row.day, row]));
    for (let day = lastDay; day >= Math.floor(first / DAY_MS); day -= 1) {
      const before = kept.get(day);
      if (before && !isDue(before, now)) continue;
      if (performance.now() > until) return false;
      const isYoung = day > lastDay - YOUNG_DAYS;
      await keepDay(db, reader, { channel, day, before, isYoung, now });
    }
  }
  return true;
}

type KeptDay = Pick<FunnelDayRow, 'day' | 'version' | 'recount_at'>;

/** What a later release has counted is its own: two that run side by side do not count in turns. */
const isDue = ({ version, recount_at }: KeptDay, now: number): boolean =>
  version < FUNNEL_VERSION ||
  (version === FUNNEL_VERSION && recount_at !== null && recount_at <= now);

interface DayToKeep {
  readonly channel: Channel;
  readonly day: number;
  readonly before: KeptDay | undefined;
  readonly isYoung: boolean;
  readonly now: number;
}

async function keepDay(
  db: Database,
  reader: Reader,
  { channel, day, before, isYoung, now }: DayToKeep,
): Promise<void> {
  const recount_at = now + RECOUNT_MS;
  if (before && !(await isClaimed(db, channel, before, recount_at))) return;
  const period = [day * DAY_MS, (day + 1) * DAY_MS] as const;
  const counted = await reader.read('recent', async (copy) => {
    const isOpen = await mayChange(copy, channel, period);
    if (isOpen && isYoung) return undefined;
    return { isOpen, groups: await funnelGroups(copy, channel, period) };
  });
  if (!counted) return;
  const values = {
    version: FUNNEL_VERSION,
    groups_json: JSON.stringify(counted.groups),
    recount_at: counted.isOpen ? recount_at : null,
  };
  await db
    .insertInto('funnel_days')
    .values({ entity_id: channel.id, day, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['entity_id', 'day'])
        .doUpdateSet(values)
        .where('funnel_days.version', '<=', FUNNEL_VERSION),
    )
    .execute();
}

/** Of instances that find a day to be counted again, one counts it. */
async function isClaimed(
  db: Database,
  { id }: Channel,
  { day, recount_at }: KeptDay,
  next: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('funnel_days')
    .set({ recount_at: next })
    .where('entity_id', '=', id)
    .where('day', '=', day)
    .where('recount_at', recount_at === null ? 'is' : '=', recount_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether one of its checkouts can still be paid, or its latest attempt waits for an end. */
async function mayChange(
  db: Database,
  { id, clockOffsetMs }: Channel,
  [from, until]: readonly [number, number],
): Promise<boolean> {
  const open = await db
    .selectFrom('checkouts')
    .select('id')
    .where('entity_id', '=', id)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .where(({ or, eb }) =>
      or([eb('paying_id', 'is not', null), eb('expires_at', '>', channelNow(clockOffsetMs))]),
    )
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}
