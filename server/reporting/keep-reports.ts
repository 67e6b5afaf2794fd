/** Keeps what reports are read from up to date, in every instance. */
import { repeat, type Sweeper } from '../gateway/repeat.ts';
import type { Database } from '../store/database.ts';
import type { Reader } from '../store/replica.ts';
import { keepDailySums } from './daily-sums.ts';

const EVERY_MS = 60_000;

/** @param onError told of each pass that failed; the next one tries again */
export const keepReports = (
  db: Database,
  reader: Reader,
  onError: (error: unknown) => void,
): Sweeper => repeat(() => keepDailySums(db, undefined, reader), onError, { pauseMs: EVERY_MS });
