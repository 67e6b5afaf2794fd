/** Does what is due, in every instance, a second after the last pass ended. */
import { realNow } from '../store/clock.ts';
import type { Gateway } from './gateway.ts';
import { endOverduePayments } from './overdue-payments.ts';
import { purge, recoverPayments } from './recovery.ts';
import { callResultUrls } from './result-call.ts';

const PAUSE_MS = 1_000;
const PURGE_EVERY_MS = 60_000;

export interface Sweeper {
  /** Ends after the pass that is running. */
  stop(): Promise<void>;
}

/** @param onError told of each pass that failed; the next one tries again */
export function startSweeper(gateway: Gateway, onError: (error: unknown) => void): Sweeper {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let purgeAt = 0;
  const pass = async () => {
    try {
      await recoverPayments(gateway);
      await callResultUrls(gateway);
      await endOverduePayments(gateway);
      if (realNow() >= purgeAt) {
        purgeAt = realNow() + PURGE_EVERY_MS;
        await purge(gateway);
      }
    } catch (error) {
      onError(error);
    }
    if (!stopped) timer = setTimeout(start, PAUSE_MS);
  };
  let running = pass();
  function start() {
    running = pass();
  }
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
