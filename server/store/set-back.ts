/**
 * A clock that is set back: what was to be done in a minute would wait for an hour more. What is held is cut
 * to as long as it is held at most, and what is due later is brought forward by as much, by several instances
 * several times as much: only what does no harm where it is done too early. A shopper's or a merchant's term
 * stays as it is.
 */
import { sql } from 'kysely';
import type { Database, Transaction } from './database.ts';
import { databaseNow, inTransaction } from './dialect.ts';
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
  ['upstream_requests', 'check_at', sql<boolean>`not ${COMPENSATED}`],
  ['connector_requests', 'tell_at', WAITING.everything],
] as const;

/**
 * All of it, or nothing.
 * @param byMs milliseconds by which the database's clock was set back
 */
export function bringForward(db: Database, byMs: number): Promise<void> {
  return inTransaction(db, async (trx) => {
    await bringAllForward(trx, byMs);
    await keepTime(trx);
  });
}

/**
 * For an instance that starts: the clock may have been set back while none ran. How long that was is not
 * known, so this brings forward as if it was no time at all.
 * @param toleratedMs milliseconds by which it may be set back
 * @returns milliseconds by which all was brought forward; 0 where the clock was not set back
 */
export function bringForwardAtStart(db: Database, toleratedMs: number): Promise<number> {
  return inTransaction(db, async (trx) => {
    // Locked: of several that start at once, the first brings forward.
    const kept = await trx
      .selectFrom('database_clock')
      .select(['latest', databaseNow(trx).as('now')])
      .forUpdate()
      .executeTakeFirst();
    const setBackMs = kept ? Number(kept.latest) - Number(kept.now) : 0;
    const byMs = setBackMs > toleratedMs ? setBackMs : 0;
    if (byMs > 0) await bringAllForward(trx, byMs);
    await keepTime(trx);
    return byMs;
  });
}

/**
 * Keeps what the database's clock says, for the next start. No other row tells as well: times in them are
 * of instances' or channels' clocks, or are to come.
 */
export async function keepTime(db: Database | Transaction): Promise<void> {
  const latest = databaseNow(db);
  await db
    .insertInto('database_clock')
    .values({ id: 1, latest })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ latest }))
    .execute();
}

async function bringAllForward(trx: Transaction, byMs: number): Promise<void> {
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
