/**
 * The funnel of a period, by days. A day is over for it once none of its checkouts can be paid any more and
 * none waits for a bank: its groups are computed once and kept. Other days are computed when they are asked for.
 */
import { type Channel, channels } from '../gateway/entities/index.ts';
import { channelNow, realNow } from '../store/clock.ts';
import type { Database } from '../store/database.ts';
import { primaryReader, type Reader } from '../store/replica.ts';
import { GRACE_MS, partsOf } from './daily-sums.ts';
import { type FunnelGroup, funnelGroups } from './funnel.ts';
import { DAY_MS } from './settlement.ts';

/** A pass takes this long at most: the next one goes on. */
const PASS_MS = 5_000;

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
      .select('day')
      .where('entity_id', '=', channel.id)
      .execute();
    const kept = new Set(rows.map(({ day }) => day));
    for (let day = lastDay; day >= Math.floor(first / DAY_MS); day -= 1) {
      if (kept.has(day)) continue;
      if (performance.now() > until) return false;
      await keepDay(db, reader, channel, day);
    }
  }
  return true;
}

async function keepDay(db: Database, reader: Reader, channel: Channel, day: number): Promise<void> {
  const period = [day * DAY_MS, (day + 1) * DAY_MS] as const;
  const groups = await reader.read('recent', async (copy) =>
    (await mayChange(copy, channel, period)) ? undefined : funnelGroups(copy, channel, period),
  );
  if (!groups) return;
  await db
    .insertInto('funnel_days')
    .values({ entity_id: channel.id, day, groups_json: JSON.stringify(groups) })
    .onConflict((conflict) => conflict.columns(['entity_id', 'day']).doNothing())
    .execute();
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
