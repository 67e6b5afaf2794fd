/** A rule has tripped: the merchant is told once a window, the operator reads it in the log. */
import { sql } from 'kysely';
import { databaseNow, inTransaction } from '../../store/dialect.ts';
import type { GatewayContext } from '../context.ts';
import { type Channel, VELOCITY_WINDOWS_MS } from '../entities/index.ts';
import { publishRiskEvent } from '../events/index.ts';
import { refusalOf, type VelocityRule } from './velocity-rules.ts';

/** How long `risk list` and figures can be read. */
const KEPT_MS = 30 * VELOCITY_WINDOWS_MS.day;

/**
 * Counts that the rule has caught an attempt. The first one of a window is published; those of one card
 * or one address are not told apart, so an attack is one notification an hour and not thousands.
 */
export async function noteTrip(
  gateway: GatewayContext,
  channel: Channel,
  rule: VelocityRule,
  action: 'challenge' | 'refuse',
): Promise<void> {
  const { db } = gateway;
  const windowMs = Math.max(rule.windowMs, VELOCITY_WINDOWS_MS.hour);
  const isFirst = await inTransaction(db, async (trx) => {
    const row = await trx
      .insertInto('risk_trips')
      .values({
        channel_id: channel.id,
        rule: rule.name,
        action,
        window_start: sql<number>`(${databaseNow(trx)} / ${sql.lit(windowMs)} * ${sql.lit(windowMs)})`,
        attempts: 1,
        purge_at: databaseNow(trx, KEPT_MS),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['channel_id', 'rule', 'action', 'window_start'])
          .doUpdateSet({ attempts: sql<number>`risk_trips.attempts + 1` }),
      )
      .returning(['attempts', 'window_start'])
      .executeTakeFirstOrThrow();
    if (row.attempts !== 1) return false;
    await publishRiskEvent(gateway, trx, channel, {
      rule: rule.name,
      action,
      resultCode: refusalOf(rule),
      from: row.window_start,
      until: row.window_start + windowMs,
    });
    return true;
  });
  if (isFirst) {
    gateway.warn?.(
      { channel: channel.id, rule: rule.name, action },
      'a rule against card testing has tripped',
    );
  }
}
