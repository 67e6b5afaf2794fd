/** Forgets messages that cannot be asked for again. */
import { realNow } from '../store/clock.ts';
import type { Database } from '../store/database.ts';
import { inTransaction, skipLocked } from '../store/dialect.ts';
import { reportGivenUp, type Warn } from './given-up.ts';
import { giveUpPaused } from './pause.ts';

/** Channel clock: a replay is possible for as long, and nothing is tried beyond 30 days. */
const KEPT_MS = 60 * 24 * 60 * 60_000;
/** What is delivered meanwhile waits for so many at most. */
const BATCH = 500;
/** A pass takes this long at most: the next one goes on. */
const PASS_MS = 5_000;

/** Goes on until nothing is left, or the time of a pass is over. */
export async function purgeMessages(db: Database, warn?: Warn): Promise<void> {
  const until = performance.now() + PASS_MS;
  const repeatedly = async (work: () => Promise<number>) => {
    while ((await work()) === BATCH && performance.now() < until);
  };
  await repeatedly(async () => {
    const givenUp = await giveUpPaused(db, BATCH);
    reportGivenUp(givenUp, warn);
    return givenUp.length;
  });
  await db.deleteFrom('webhook_secrets').where('valid_until', '<=', realNow()).execute();
  for (const { id, clock_offset_ms } of await channelsWithOld(db)) {
    await repeatedly(() => deleteOld(db, id, clock_offset_ms + realNow() - KEPT_MS));
  }
}

const channelsWithOld = (db: Database) =>
  db
    .selectFrom('entities')
    .select(['id', 'clock_offset_ms'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('messages')
          .select('messages.id')
          .whereRef('channel_id', '=', 'entities.id')
          .where((eb) =>
            eb('messages.created_at', '<', eb('clock_offset_ms', '+', realNow() - KEPT_MS)),
          ),
      ),
    )
    .execute();

/**
 * Deletes messages of a channel with their deliveries and attempts, some at a time.
 * @param before epoch milliseconds, channel clock
 * @returns how many there were
 */
export const deleteOld = (db: Database, channelId: string, before: number): Promise<number> =>
  inTransaction(db, async (trx) => {
    const old = await skipLocked(
      trx
        .selectFrom('messages')
        .select('id')
        .where('channel_id', '=', channelId)
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(BATCH),
    ).execute();
    if (old.length === 0) return 0;
    const ids = old.map(({ id }) => id);
    await trx.deleteFrom('deliveries').where('message_id', 'in', ids).execute();
    await trx.deleteFrom('messages').where('id', 'in', ids).execute();
    return ids.length;
  });
