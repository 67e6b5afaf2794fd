/** Keeps what reports are read from up to date, in every instance. */
import { repeat, type Sweeper } from '../gateway/repeat.ts';
import type { Database } from '../store/database.ts';
import type { Reader } from '../store/replica.ts';
import { keepDailySums } from './daily-sums.ts';
import { keepFunnelDays } from './funnel-days.ts';

const EVERY_MS = 60_000;

/** @param onError told of each pass that failed; the next one tries again */
export const keepReports = (
  db: Database,
  reader: Reader,
  onError: (error: unknown) => void,
): Sweeper => {
  const rounds = [keepDailySums, keepFunnelDays].map((keep) =>
    repeat(() => keep(db, undefined, reader), onError, { pauseMs: EVERY_MS }),
  );
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()));
    },
  };
};
