/** How far the clock of this machine is from the database's, which all instances share; and when it is set back. */
import { lookAtClock, realNow } from './clock.ts';
import type { Database } from './database.ts';
import { databaseNow } from './dialect.ts';
import { bringForward } from './set-back.ts';

/** Beyond this an operator is told, milliseconds. */
const TOLERATED_MS = 2_000;
const MEASURE_EVERY_MS = 60_000;
const LOOK_EVERY_MS = 1_000;

export interface Skew {
  /** Milliseconds that this machine is ahead, as the middle of what the question took. */
  readonly skewMs: number;
  readonly errorMs: number;
}

/** True where the clock is certainly off by more than two seconds. */
export const isOff = ({ skewMs, errorMs }: Skew): boolean =>
  Math.abs(skewMs) - errorMs > TOLERATED_MS;

export async function measureSkew(db: Database): Promise<Skew> {
  const [askedAt, startedAt] = [realNow(), performance.now()];
  const { now } = await db.selectNoFrom(databaseNow(db).as('now')).executeTakeFirstOrThrow();
  const errorMs = (performance.now() - startedAt) / 2;
  return { skewMs: Math.round(askedAt + errorMs - now), errorMs };
}

interface Listeners {
  /** Told each time that the clock is certainly off by more than two seconds. */
  readonly onSkew: (skewMs: number) => void;
  /** Told when the clock was set back by more than two seconds. */
  readonly onSetBack: (byMs: number) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Measures at once, every minute, and when the clock was set back. What waits for a time is brought
 * forward then where the database's clock was set back with it, as SQLite's is.
 * @returns stops it
 */
export function watchClock(
  db: Database,
  { onSkew, onSetBack, onError }: Listeners,
): { stop(): Promise<void> } {
  const measure = async (setBackByMs = 0): Promise<void> => {
    try {
      const skew = await measureSkew(db);
      if (isOff(skew)) onSkew(skew.skewMs);
      else if (setBackByMs > TOLERATED_MS) await bringForward(db, setBackByMs);
    } catch (error) {
      onError(error);
    }
  };
  let latest = measure();
  const look = () => {
    const byMs = lookAtClock();
    if (byMs <= TOLERATED_MS) return;
    onSetBack(byMs);
    latest = measure(byMs);
  };
  const timers = [
    setInterval(look, LOOK_EVERY_MS),
    setInterval(() => {
      latest = measure();
    }, MEASURE_EVERY_MS),
  ];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await latest;
    },
  };
}
