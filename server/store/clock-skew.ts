/** How far the clock of this machine is from the database's, which all instances share; and when it is set back. */
import { lookAtClock, realNow } from './clock.ts';
import type { Database } from './database.ts';
import { databaseNow } from './dialect.ts';
import { bringForward, bringForwardAtStart, keepTime } from './set-back.ts';

/** Beyond this an operator is told, milliseconds. */
const TOLERATED_MS = 2_000;
const MEASURE_EVERY_MS = 60_000;
const LOOK_EVERY_MS = 1_000;

export interface Skew {
  /** Milliseconds that this machine is ahead, as the middle of what the question took. */
  readonly skewMs: number;
  readonly errorMs: number;
  /** What the database's clock is ahead of `performance.now()`, which is never set. */
  readonly databaseMs: number;
}

/** True where the clock is certainly off by more than two seconds. */
export const isOff = ({ skewMs, errorMs }: Pick<Skew, 'skewMs' | 'errorMs'>): boolean =>
  Math.abs(skewMs) - errorMs > TOLERATED_MS;

export async function measureSkew(db: Database): Promise<Skew> {
  const [askedAt, startedAt] = [realNow(), performance.now()];
  const { now } = await db.selectNoFrom(databaseNow(db).as('now')).executeTakeFirstOrThrow();
  const errorMs = (performance.now() - startedAt) / 2;
  return {
    skewMs: Math.round(askedAt + errorMs - now),
    errorMs,
    databaseMs: now - startedAt - errorMs,
  };
}

interface Listeners {
  /** Told each time that the clock is certainly off by more than two seconds. */
  readonly onSkew: (skewMs: number) => void;
  /** Told when the clock was set back by more than two seconds. */
  readonly onSetBack: (byMs: number) => void;
  /** Told when the database's clock was set back, once what waits is brought forward. */
  readonly onBroughtForward: (byMs: number) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Measures at once, every minute, and when this machine's clock was set back. Where the database's was, as
 * SQLite's is with it, now or before this instance has started, what waits for a time is brought forward.
 * @returns stops it
 */
export function watchClock(
  db: Database,
  { onSkew, onSetBack, onBroughtForward, onError }: Listeners,
): { stop(): Promise<void> } {
  let before: Skew | undefined;
  const measure = async (): Promise<void> => {
    try {
      const skew = await measureSkew(db);
      if (isOff(skew)) onSkew(skew.skewMs);
      const byMs = before
        ? await bringForwardSince(db, before, skew)
        : await bringForwardAtStart(db, TOLERATED_MS);
      if (byMs > 0) onBroughtForward(byMs);
      // Not where that has failed: the next measure sees it again.
      before = skew;
    } catch (error) {
      onError(error);
    }
  };
  let latest = measure();
  // One after the other: each would bring forward by the same.
  const measureNext = () => {
    latest = latest.then(measure);
  };
  const look = () => {
    const byMs = lookAtClock();
    if (byMs <= TOLERATED_MS) return;
    onSetBack(byMs);
    measureNext();
  };
  const timers = [setInterval(look, LOOK_EVERY_MS), setInterval(measureNext, MEASURE_EVERY_MS)];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await latest;
      await keepTime(db).catch(onError);
    },
  };
}

async function bringForwardSince(db: Database, before: Skew, now: Skew): Promise<number> {
  const setBackMs = Math.round(before.databaseMs - now.databaseMs);
  if (setBackMs - before.errorMs - now.errorMs <= TOLERATED_MS) {
    await keepTime(db);
    return 0;
  }
  await bringForward(db, setBackMs);
  return setBackMs;
}
