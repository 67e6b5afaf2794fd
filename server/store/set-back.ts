/**
 * A clock that is set back: what was to be done in a minute would wait for an hour more. What is held is cut
 * to as long as it is held at most, and what is due later is brought forward by as much: only what does no
 * harm where it is done too early, as what was begun since then is. A shopper's or a merchant's term stays as
 * it is.
 */
import { sql } from 'kysely';
import type { Database, Transaction } from './database.ts';
import { databaseNow } from './dialect.ts';
import { CARD_STORED_WITHIN_MS, COMPENSATING_MS, LEASE_MS, RESULT_CALL_MS } from './lease.ts';

const COMPENSATED = sql<boolean>`undo = 'watching'`;
/** By which index the waiting rows are found, where the column has none. */
const WAITING = {
  deliveries: sql<boolean>`lane_id in (select id from webhook_lanes) and due_at is not null`,
  checkouts: sql<boolean>`call_due_at is not null`,
  everything: sql<boolean>`true`,
};
const HELD = [
  ['payments', 'lease_until', LEASE_MS, WAITING.everything],
  ['idempotency_keys', 'lease_until', LEASE_MS, WAITING.everything],
  ['deliveries', 'lease_until', LEASE_MS, WAITING.deliveries],
  ['checkouts', 'call_lease_until', RESULT_CALL_MS, WAITING.checkouts],
  ['upstream_requests', 'check_at', COMPENSATING_MS, COMPENSATED],
  ['upstream_registrations', 'check_at', CARD_STORED_WITHIN_MS, WAITING.everything],
] as const;
const DUE = [
  ['deliveries', 'due_at', WAITING.deliveries],
  ['webhook_lanes', 'hold_until', WAITING.everything],
  ['webhook_lanes', 'retry_from', WAITING.everything],
  ['webhooks', 'notice_due_at', WAITING.everything],
  ['webhooks', 'mail_due_at', WAITING.everything],
  ['upstream_requests', 'check_at', sql<boolean>`not ${COMPENSATED}`],
  ['connector_requests', 'tell_at', WAITING.everything],
] as const;

/** What the database's clock said last to an instance, and by how many milliseconds it was set back in all. */
export interface KeptTime {
  readonly latest: number;
  readonly setBackMs: number;
}

/**
 * Locked until the transaction ends: of several instances that notice at once, the first brings forward.
 * No other row tells as well: times in them are of instances' or channels' clocks, or are to come.
 * @returns undefined where no instance ran before
 */
export async function lockKeptTime(trx: Transaction): Promise<KeptTime | undefined> {
  const kept = await trx
    .selectFrom('database_clock')
    .select(['latest', 'set_back_ms'])
    .forUpdate()
    .executeTakeFirst();
  return kept && { latest: Number(kept.latest), setBackMs: Number(kept.set_back_ms) };
}

/** Keeps what the database's clock says, for the other instances and for the next start. */
export async function keepTime(db: Database | Transaction, setBackMs: number): Promise<void> {
  const kept = { latest: databaseNow(db), set_back_ms: setBackMs };
  await db
    .insertInto('database_clock')
    .values({ id: 1, ...kept })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(kept))
    .execute();
}

/** @param byMs milliseconds by which the database's clock was set back */
export async function bringForward(trx: Transaction, byMs: number): Promise<void> {
  for (const [table, column, mostMs, isHeld] of HELD) {
    const most = databaseNow(trx, mostMs);
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${most}
      where ${sql.ref(column)} > ${most} and ${isHeld}`.execute(trx);
  }
  for (const [table, column, isWaiting] of DUE) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - ${byMs}
      where ${sql.ref(column)} > ${databaseNow(trx)} and ${isWaiting}`.execute(trx);
  }
}
