/** Does what is due, in every instance, a second after the last pass ended. */
import { realNow } from '../store/clock.ts';
import { finishDecided } from './finish-payment.ts';
import type { Gateway } from './gateway.ts';
import { endOverduePayments } from './overdue-payments.ts';
import { purge, recoverPayments } from './recovery.ts';
import { callResultUrls } from './result-call.ts';

const PAUSE_MS = 1_000;
const PURGE_EVERY_MS = 60_000;

export interface Sweeper {
  /** Ends after the passes that are running. */
  stop(): Promise<void>;
}

/** @param onError told of each pass that failed; the next one tries again */
export function startSweeper(gateway: Gateway, onError: (error: unknown) => void): Sweeper {
  let purgeAt = 0;
  const rounds = [
    repeat(async () => {
      await recoverPayments(gateway);
      await callResultUrls(gateway);
      await endOverduePayments(gateway);
      if (realNow() >= purgeAt) {
        purgeAt = realNow() + PURGE_EVERY_MS;
        await purge(gateway);
      }
    }, onError),
    // By itself: nothing else has to wait for a processor that is slow.
    repeat(
      async () => gateway.upstream.catchUp?.((reference) => finishDecided(gateway, reference)),
      onError,
    ),
  ];
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()));
    },
  };
}

function repeat(work: () => Promise<void>, onError: (error: unknown) => void): Sweeper {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const pass = async () => {
    await work().catch(onError);
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
