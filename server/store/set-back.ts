/**
 * A clock that is set back: what was to be done in a minute would wait for an hour more. Leases are cut to
 * what one lasts, and what is due later is brought forward by as much, or several instances twice as much:
 * only what does no harm where it is done too early. A shopper's or a merchant's term stays as it is.
 */
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { databaseNow } from './dialect.ts';
import { LEASE_MS } from './lease.ts';

/** By which index the waiting rows are found, where the column has none. */
const WAITING = {
  deliveries: sql<boolean>`lane_id in (select id from webhook_lanes) and due_at is not null`,
  checkouts: sql<boolean>`call_due_at is not null`,
  everything: sql<boolean>`true`,
};
const LEASES = [
  ['payments', 'lease_until', WAITING.everything],
  ['idempotency_keys', 'lease_until', WAITING.everything],
  ['deliveries', 'lease_until', WAITING.deliveries],
  ['checkouts', 'call_lease_until', WAITING.checkouts],
] as const;
const DUE = [
  ['deliveries', 'due_at', WAITING.deliveries],
  ['webhook_lanes', 'hold_until', WAITING.everything],
  ['webhook_lanes', 'retry_from', WAITING.everything],
  ['upstream_requests', 'check_at', WAITING.everything],
  ['upstream_registrations', 'check_at', WAITING.everything],
  ['connector_requests', 'tell_at', WAITING.everything],
] as const;

/** @param byMs milliseconds by which the database's clock was set back, too */
export async function bringForward(db: Database, byMs: number): Promise<void> {
  const lease = databaseNow(db, LEASE_MS);
  for (const [table, column, isWaiting] of LEASES) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${lease}
      where ${sql.ref(column)} > ${lease} and ${isWaiting}`.execute(db);
  }
  for (const [table, column, isWaiting] of DUE) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - ${byMs}
      where ${sql.ref(column)} > ${databaseNow(db)} and ${isWaiting}`.execute(db);
  }
}
