/** Forgets what has had its time: cards, their CVVs' keys, submissions, keys of requests and frames. */
import { realNow } from '../../store/clock.ts';
import { eraseDeleted } from '../../store/dialect.ts';
import type { GatewayContext } from '../context.ts';

/** Cards that one statement takes at most. */
const BATCH = 50;
/** A sealing key gives way to a new one after this long. */
const SEALING_KEY_AGE_MS = 7 * 24 * 60 * 60_000;

/** Forgets the cards whose half hour is over, in whatever state their payments are. */
export async function purgeCards({ db, vault }: GatewayContext): Promise<void> {
  while ((await vault.purgeExpired(db, realNow(), BATCH)) >= BATCH);
}

/** Takes the keys of forgotten CVVs off the disk: by itself, since nothing else may hold that up. */
export const clearSpentCvvKeys = ({ db, vault }: GatewayContext): Promise<unknown> =>
  vault.clearSpentKeys(db, realNow());

/** Forgets submissions, keys of requests and of frames whose time is over. */
export async function purge({ db, vault, connectors }: GatewayContext): Promise<void> {
  const now = realNow();
  await db.deleteFrom('submissions').where('purge_at', '<=', now).execute();
  await db.deleteFrom('nonce_claims').where('purge_at', '<=', now).execute();
  await db.deleteFrom('wallet_tokens').where('purge_at', '<=', now).execute();
  await db.deleteFrom('idempotency_keys').where('purge_at', '<=', now).execute();
  for (const connector of connectors.values()) await connector.purge?.();
  await eraseDeleted(db);
  await vault.rotateSealingKey(db, now, SEALING_KEY_AGE_MS);
  await vault.deleteRetiredSealingKeys(db, now);
}
