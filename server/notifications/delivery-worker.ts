/** Delivers what is due, in every instance. A queue that is being emptied is left to its runner. */
import type { Outgoing } from '../outgoing/guarded-client.ts';
import type { Database } from '../store/database.ts';
import { dueQueues } from './claim.ts';
import type { Attempted } from './endpoint-queue.ts';
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

/** @param onError told of everything that failed here; what was being sent is sent again */
export function startDeliveries(
  { db, vault: envelopes, outgoing }: { db: Database; vault: Envelopes; outgoing: Outgoing },
  onError: (error: unknown) => void,
): DeliveryWorker {
  const stopping = new AbortController();
  const breaking = new AbortController();
  const running = new Map<string, Promise<void>>();
  const note = collecting<Attempted>((attempted) => writeOutcomes(db, attempted));
  const signals = { stopping: stopping.signal, breaking: breaking.signal };
  const tools = { db, envelopes, outgoing, note, ...signals };
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
