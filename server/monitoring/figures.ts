/** What the database says of the whole installation: the same from every instance. Read by indexes alone. */
import { failing } from '../notifications/health.ts';
import { realNow } from '../store/clock.ts';
import type { Database } from '../store/database.ts';

/** Receivers that are told of: those that are furthest behind. */
const MOST_RECEIVERS = 100;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Payments in doubt, and the operations among them, which hold a reservation in a payment's ledger. */
export async function inDoubt(db: Database) {
  const { payments, operations, oldest } = await db
    .selectFrom('payments')
    .innerJoin('entities', 'entities.id', 'payments.entity_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('payments'),
      eb.fn.count<number>('referenced_id').as('operations'),
      eb.fn.min<number>(eb('payments.created_at', '-', eb.ref('clock_offset_ms'))).as('oldest'),
    ])
    // Payments with an unknown outcome have a lease, and no others have one.
    .where('lease_until', '>=', 0)
    .executeTakeFirstOrThrow();
  return {
    payments: Number(payments),
    operations: Number(operations),
    oldestSeconds: seconds(oldest),
  };
}

/** How long the first message that is due to a receiver has been waiting, by subscription. */
export async function outboxLag(db: Database) {
  const rows = await db
    .selectFrom('webhook_lanes')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_lanes.webhook_id')
    .innerJoin('entities', 'entities.id', 'webhook_lanes.channel_id')
    .select((eb) => [
      'webhook_id',
      'clock_offset_ms',
      eb
        .selectFrom('deliveries')
        .select((inner) => inner.fn.min<number>('due_at').as('due_at'))
        .whereRef('deliveries.lane_id', '=', 'webhook_lanes.id')
        .where('due_at', 'is not', null)
        .as('due_at'),
    ])
    .where('ended_at', 'is', null)
    .where('deleted_at', 'is', null)
    // What waits there waits because its merchant, or its receiver, wants it to.
    .where('paused_at', 'is', null)
    .execute();
  const lags = new Map<string, number>();
  for (const { webhook_id, clock_offset_ms, due_at } of rows) {
    const lag = due_at === null ? 0 : seconds(due_at - clock_offset_ms);
    lags.set(webhook_id, Math.max(lag, lags.get(webhook_id) ?? 0));
  }
  return [...lags].sort(([, a], [, b]) => b - a).slice(0, MOST_RECEIVERS);
}

/** For how long receivers that fail have acknowledged nothing, by subscription; the longest first. */
export async function failingReceivers(db: Database) {
  const rows = await failing(db)
    .select(['id', 'failing_since'])
    .orderBy('failing_since')
    .limit(MOST_RECEIVERS)
    .execute();
  return rows.map(({ id, failing_since }) => [id, seconds(failing_since)] as const);
}

/** Attempts that rules against card testing have caught in the hour that is under way, or their day. */
export const velocityTrips = (db: Database) =>
  db
    .selectFrom('risk_trips')
    .select((eb) => ['rule', 'action', eb.fn.sum<number>('attempts').as('attempts')])
    .where((eb) =>
      eb.or([
        eb('window_start', '>', realNow() - HOUR_MS),
        eb.and([eb('rule', 'like', '%/day'), eb('window_start', '>', realNow() - DAY_MS)]),
      ]),
    )
    .groupBy(['rule', 'action'])
    .execute();

/** 0 where there is none yet. */
export async function sealingKeyAge(db: Database): Promise<number> {
  const key = await db
    .selectFrom('sealing_keys')
    .select('created_at')
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  return key ? seconds(key.created_at) : 0;
}

const seconds = (since: number | null): number =>
  since === null ? 0 : Math.max(0, realNow() - since) / 1_000;
