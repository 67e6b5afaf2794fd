/** How the last day of channels went, by their own clocks. */

import type { Channel } from '../../gateway/entities/index.ts';
import { channelNow } from '../../store/clock.ts';
import type { Database } from '../../store/database.ts';
import { toFields } from '../../store/records/column-names.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A connector answers sooner. */
const IN_DOUBT_MS = 60_000;
/** Of a deadline: what is gathered for an answer takes days. */
const SOON_MS = 7 * DAY_MS;

/** Payments of one type, brand, issuer country, state, result and currency, with a card or without one. */
export type DaySum = Awaited<ReturnType<typeof sumsOfDay>>[number];

/** @returns amounts as text of smallest units: sums may be beyond 2^53 */
export async function sumsOfDay(db: Database, { id, clockOffsetMs }: Channel) {
  const now = channelNow(clockOffsetMs);
  const rows = await db
    .selectFrom('payments')
    .select(['type', 'brand', 'issuer_country', 'state', 'result_code', 'currency'])
    .select(({ fn, cast }) => [
      fn.countAll<number>().as('count'),
      cast<string>(fn.sum('amount'), 'text').as('amount'),
    ])
    .where('entity_id', '=', id)
    .where('created_at', '>', now - DAY_MS)
    // None is later: without an end SQLite reads all of the channel, in the order of the groups.
    .where('created_at', '<', now + DAY_MS)
    .groupBy(['type', 'brand', 'issuer_country', 'state', 'result_code', 'currency'])
    .execute();
  return rows.map(toFields);
}

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
