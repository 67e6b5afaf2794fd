/** How far the clock of this machine is from the database's, which all instances share; and when it is set back. */
import { lookAtClock, realNow } from './clock.ts';
import type { Database, Transaction } from './database.ts';
import { databaseNow, inTransaction } from './dialect.ts';
import { bringForward, type KeptTime, keepTime, lockKeptTime } from './set-back.ts';

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

export async function measureSkew(db: Database | Transaction): Promise<Skew> {
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
  /** Told when the database's clock was set back, once this instance has brought forward what waits. */
  readonly onBroughtForward: (byMs: number) => void;
  readonly onError: (error: unknown) => void;
}

/** What an instance saw when it looked last. */
type Seen = Skew & Pick<KeptTime, 'setBackMs'>;

/**
 * Measures, and where the database's clock was set back, brings forward what waits for a time, unless
 * another instance has.
 * @param before absent where this instance starts
 * @returns also the milliseconds by which all was brought forward; 0 where it was not
 */
export function compareClocks(
  db: Database,
  before?: Seen,
): Promise<{ readonly seen: Seen; readonly byMs: number }> {
  return inTransaction(db, async (trx) => {
    const kept = await lockKeptTime(trx);
    // Only now: what another instance has noticed is both on the clock and in the row, or in neither.
    const skew = await measureSkew(trx);
    const byMs = before ? setBackSince(before, skew, kept) : setBackBefore(skew, kept);
    if (byMs > 0) await bringForward(trx, byMs);
    const setBackMs = (kept?.setBackMs ?? 0) + byMs;
    await keepTime(trx, setBackMs);
    return { seen: { ...skew, setBackMs }, byMs };
  });
}

/** By how many milliseconds the database's clock was set back since then, of what nobody has noticed. */
function setBackSince(before: Seen, now: Skew, kept: KeptTime | undefined): number {
  const noticedMs = (kept?.setBackMs ?? 0) - before.setBackMs;
  const byMs = Math.round(before.databaseMs - now.databaseMs - noticedMs);
  return byMs - before.errorMs - now.errorMs > TOLERATED_MS ? byMs : 0;
}

/**
 * The same before this instance has started, by what another one saw last. How long ago that was is not
 * known: as if it was no time at all.
 */
function setBackBefore({ databaseMs }: Skew, kept: KeptTime | undefined): number {
  const byMs = kept ? Math.round(kept.latest - databaseMs - performance.now()) : 0;
  return byMs > TOLERATED_MS ? byMs : 0;
}

/**
 * Measures at once, every minute, at the end, and when this machine's clock was set back. Where the database's
 * was, as SQLite's is with it, now or before this instance has started, what waits for a time is brought
 * forward, once for all instances.
 * @returns stops it
 */
export function watchClock(
  db: Database,
  { onSkew, onSetBack, onBroughtForward, onError }: Listeners,
): { stop(): Promise<void> } {
  let before: Seen | undefined;
  const measure = async (): Promise<void> => {
    try {
      const { seen, byMs } = await compareClocks(db, before);
      if (isOff(seen)) onSkew(seen.skewMs);
      if (byMs > 0) onBroughtForward(byMs);
      // Not where that has failed: the next measure sees it again.
      before = seen;
    } catch (error) {
      onError(error);
    }
  };
  let latest = measure();
  // One after the other: each goes by what the one before has seen.
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
      measureNext();
      await latest;
    },
  };
}
