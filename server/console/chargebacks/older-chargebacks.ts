/** Gives chargebacks that were booked before there were such days the day by which they are to be answered. */
import { channels, chargebackDeadline } from '../../gateway/entities/index.ts';
import type { Database } from '../../store/database.ts';
import { migratedAt } from '../../store/migrate.ts';

const DAY_MS = 24 * 60 * 60_000;
/** For as long an instance of the release before may have gone on beside. */
const BOTH_RELEASES_MS = DAY_MS;

/** By each channel's clock, and by what the channel says of the brand now. */
export async function giveDeadlines(db: Database): Promise<void> {
  const since = await migratedAt(db, '0049-chargeback-deadline');
  if (since === undefined) return;
  for (const channel of await channels(db)) {
    const without = await db
      .selectFrom('payments')
      .select(['id', 'brand', 'created_at'])
      .where('entity_id', '=', channel.id)
      .where('type', '=', 'CB')
      .where('created_at', '<', since + channel.clockOffsetMs + BOTH_RELEASES_MS)
      .where('respond_by', 'is', null)
      .execute();
    for (const { id, brand, created_at } of without) {
      const respond_by = chargebackDeadline(channel.settings, brand, created_at);
      if (respond_by === null) continue;
      await db
        .updateTable('payments')
        .set({ respond_by })
        .where('id', '=', id)
        .where('respond_by', 'is', null)
        .execute();
    }
  }
}
