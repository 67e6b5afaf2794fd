/** How far the clock of this machine is from the database's, which all instances share. */
import { realNow } from './clock.ts';
import type { Database } from './database.ts';
import { databaseNow } from './dialect.ts';

/** Beyond this an operator is told, milliseconds. */
const TOLERATED_MS = 2_000;
const MEASURE_EVERY_MS = 60_000;

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

/**
 * Measures at once, and every minute.
 * @param warn told each time that the clock is certainly off by more than two seconds
 * @returns stops it
 */
export function watchClockSkew(
  db: Database,
  warn: (skewMs: number) => void,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const measure = async (): Promise<void> => {
    try {
      const skew = await measureSkew(db);
      if (isOff(skew)) warn(skew.skewMs);
    } catch (error) {
      onError(error);
    }
  };
  let latest = measure();
  const timer = setInterval(() => {
    latest = measure();
  }, MEASURE_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await latest;
    },
  };
}
