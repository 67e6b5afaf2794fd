/** Does what is due, in every instance, again and again. */
import type { Connector } from '../connectors/connector.ts';
import { purgeMessages } from '../notifications/purge.ts';
import { realNow } from '../store/clock.ts';
import { eraseDeleted, refreshStatistics } from '../store/dialect.ts';
import { auditExpiredTokens } from './access/index.ts';
import { callResultUrls } from './checkout/index.ts';
import type { GatewayContext } from './context.ts';
import { mailFailing, publishFailingReceivers } from './events/index.ts';
import { recordProcessorOperation } from './operations/index.ts';
import { publishPageChanges, purgePageWatch, readDuePages } from './page-watch/index.ts';
import { takeStoredCardUpdate } from './payment/index.ts';
import { purgeRegistrations, runSchedules } from './registrations/index.ts';
import { repeat, type Sweeper } from './repeat.ts';
import { endRetentionOnTime } from './retention/index.ts';
import { purgeRisk } from './risk/index.ts';
import { endOverduePayments, finishDecided, recoverPayments } from './undecided/index.ts';

const PURGE_EVERY_MS = 60_000;
/** As many grow old in a second as were made in one. */
const PURGE_MESSAGES_EVERY_MS = 10_000;
/** Changes of payment pages that come together are told together, and receivers that fail. */
const TELL_EVERY_MS = 15_000;
/** Of a processor that hangs a pass waits for its last answer; what is due meanwhile has the next one. */
const PROCESSOR_PASSES = 4;
/** As many as start before the first of their calls has to end. */
const RESULT_CALL_PASSES = 16;
/** Cards that one statement takes at most. */
const CARDS_A_STATEMENT = 50;
/** A sealing key gives way to a new one after this long. */
const SEALING_KEY_AGE_MS = 7 * 24 * 60 * 60_000;

/** @param onError told of each pass that failed; the next one tries again */
export function startSweeper(gateway: GatewayContext, onError: (error: unknown) => void): Sweeper {
  // Each by itself: none waits for a processor or a result page that is slow, or stops for an error.
  const rounds = [
    repeat(() => recoverPayments(gateway), onError, { atOnce: PROCESSOR_PASSES }),
    repeat(() => endOverduePayments(gateway), onError, { atOnce: PROCESSOR_PASSES }),
    repeat(() => runSchedules(gateway), onError, { atOnce: PROCESSOR_PASSES }),
    repeat(() => purgeCards(gateway), onError),
    repeat(() => purgeRegistrations(gateway), onError),
    repeat(() => clearSpentCvvKeys(gateway), onError, { pauseMs: PURGE_EVERY_MS }),
    repeat(() => purge(gateway), onError, { pauseMs: PURGE_EVERY_MS }),
    repeat(() => purgeMessages(gateway.db, gateway.warn), onError, {
      pauseMs: PURGE_MESSAGES_EVERY_MS,
    }),
    repeat(() => publishFailingReceivers(gateway), onError, { pauseMs: TELL_EVERY_MS }),
    repeat(() => mailFailing(gateway), onError, { pauseMs: TELL_EVERY_MS }),
    repeat(() => auditExpiredTokens(gateway), onError, { pauseMs: PURGE_EVERY_MS }),
    repeat(() => purgeRisk(gateway.db), onError, { pauseMs: PURGE_EVERY_MS }),
    repeat(() => purgePageWatch(gateway.db), onError, { pauseMs: 60 * PURGE_EVERY_MS }),
    repeat(() => endRetentionOnTime(gateway.db), onError, { pauseMs: PURGE_EVERY_MS }),
    repeat(() => refreshStatistics(gateway.db), onError, { pauseMs: 60 * PURGE_EVERY_MS }),
    repeat(() => publishPageChanges(gateway), onError, { pauseMs: TELL_EVERY_MS }),
    repeat(() => readDuePages(gateway), onError, { atOnce: PROCESSOR_PASSES }),
    // Nor does one result page wait for another: the calls of a pass go on while the next one starts.
    repeat(() => callResultUrls(gateway), onError, { atOnce: RESULT_CALL_PASSES }),
    ...[...gateway.connectors.values()]
      .filter(({ poll }) => poll)
      .map((connector) =>
        repeat(() => pollConnector(gateway, connector), onError, { atOnce: PROCESSOR_PASSES }),
      ),
  ];
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()));
    },
  };
}

/** One pass over what a processor has decided, done by itself, or has still to compensate. */
const pollConnector = async (gateway: GatewayContext, connector: Connector): Promise<void> =>
  connector.poll?.({
    onDecided: (reference) => finishDecided(gateway, reference),
    onOperation: (operation) => recordProcessorOperation(gateway, operation),
    onStoredCard: (stored, update) => takeStoredCardUpdate(gateway, stored, update),
  });

/** The same for every connector. */
export async function pollConnectors(gateway: GatewayContext): Promise<void> {
  const all = [...gateway.connectors.values()];
  await Promise.all(all.map((connector) => pollConnector(gateway, connector)));
}

/** Deletes the cards whose half hour is over; the state of their payments does not matter. */
export async function purgeCards({ db, vault }: GatewayContext): Promise<void> {
  while ((await vault.purgeExpired(db, realNow(), CARDS_A_STATEMENT)) >= CARDS_A_STATEMENT);
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
