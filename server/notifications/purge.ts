/** Forgets messages that cannot be asked for again. */
import { realNow } from '../store/clock.ts';
import type { Database } from '../store/database.ts';
import { inTransaction } from '../store/dialect.ts';
import { giveUpPaused } from './pause.ts';

/** Channel clock: a replay is possible for as long, and nothing is tried beyond 30 days. */
const KEPT_MS = 60 * 24 * 60 * 60_000;
const BATCH = 500;

export async function purgeMessages(db: Database): Promise<void> {
  await giveUpPaused(db, BATCH);
  await inTransaction(db, async (trx) => {
    const old = await trx
      .selectFrom('messages')
      .innerJoin('entities', 'entities.id', 'messages.channel_id')
      .select('messages.id')
      .where((eb) =>
        eb('messages.created_at', '<', eb('clock_offset_ms', '+', realNow() - KEPT_MS)),
      )
      .limit(BATCH)
      .execute();
    if (old.length === 0) return;
    const ids = old.map(({ id }) => id);
    await trx.deleteFrom('deliveries').where('message_id', 'in', ids).execute();
    await trx.deleteFrom('messages').where('id', 'in', ids).execute();
  });
}
