/** Delivers what is due, in every instance. A queue that is being emptied is left to its runner. */
import type { Outgoing } from '../outgoing/guarded-client.ts';
import type { Database } from '../store/database.ts';
import { dueQueues } from './claim.ts';
import type { Attempted } from './endpoint-queue.ts';
import { reportGivenUp, type Warn } from './given-up.ts';
import { collecting } from './outcome-queue.ts';
import { writeOutcomes } from './outcomes.ts';
import { runQueue } from './run-queue.ts';
import type { Envelopes } from './secrets.ts';

const PAUSE_MS = 250;
/** What is under way when an instance stops gets this long. */
const LAST_CALLS_MS = 3_000;

export interface DeliveryWorker {
  /** Takes no more, and ends what is under way, or leaves it to the next instance. */
  stop(): Promise<void>;
}

interface DeliveryTools {
  readonly db: Database;
  readonly vault: Envelopes;
  readonly outgoing: Outgoing;
  /** Told of messages that are given up, and of receivers that want no more. */
  readonly warn?: Warn | undefined;
}

/** @param onError told of everything that failed here; what was being sent is sent again */
export function startDeliveries(
  { db, vault: envelopes, outgoing, warn }: DeliveryTools,
  onError: (error: unknown) => void,
): DeliveryWorker {
  const stopping = new AbortController();
  const breaking = new AbortController();
  const running = new Map<string, Promise<void>>();
  const outcomes = collecting<Attempted>(async (attempted) => {
    const { givenUp, gone } = await writeOutcomes(db, attempted);
    reportGivenUp(
      givenUp.map(({ queue }) => queue.webhook.id),
      warn,
    );
    for (const { id: webhook, entity_id: entity } of gone) {
      warn?.({ webhook, entity }, 'a receiver has answered 410: its webhook pauses');
    }
  });
  const signals = { stopping: stopping.signal, breaking: breaking.signal };
  const tools = { db, envelopes, outgoing, outcomes, ...signals };
  let timer: NodeJS.Timeout | undefined;

  const pass = async (): Promise<void> => {
    try {
      for (const { id } of await dueQueues(db)) {
        if (running.has(id) || stopping.signal.aborted) continue;
        const run = runQueue(tools, id)
          .catch(onError)
          .finally(() => running.delete(id));
        running.set(id, run);
      }
    } catch (error) {
      onError(error);
    }
    if (!stopping.signal.aborted) timer = setTimeout(start, PAUSE_MS);
  };
  let latest = pass();
  function start() {
    latest = pass();
  }
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      const enough = setTimeout(() => breaking.abort(), LAST_CALLS_MS);
      await latest;
      await Promise.all(running.values());
      clearTimeout(enough);
    },
  };
}
