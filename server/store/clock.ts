/**
 * The two clocks of the gateway, both in epoch milliseconds.
 *
 * The *real* clock drives what protects us: time limits, how long keys are kept. Leases, rate limits,
 * attempts to deliver and their signatures go by the database's clock, which all instances share
 * (`databaseNow`; docs/scaling.md, "Which clock"); how long something in the process lasts by
 * `performance.now()`, which is never set. The *channel* clock drives what merchants and shoppers see:
 * validity, retries, expiry, reports. A test channel can move it forward; its offset is the column
 * `clock_offset_ms` of the channel's row, so that all instances agree on it.
 */

/** The real clock. */
export const realNow = (): number => Date.now();

/** What the real clock was ahead of the one that only runs on, when it was looked at last, and at most. */
const offset = () => Date.now() - performance.now();
let latestOffset = offset();
let largestOffset = latestOffset;

/**
 * Looks whether the real clock was set back since this was called last.
 * @returns by how many milliseconds; next to none, or less, where it was not
 */
export function lookAtClock(): number {
  const setBackByMs = latestOffset - offset();
  latestOffset -= setBackByMs;
  largestOffset = Math.max(largestOffset, latestOffset);
  return Math.round(setBackByMs);
}

/**
 * What the real clock would say if it had not been set back while this process runs: no time that was
 * taken of it before is later.
 */
export const latestNow = (): number =>
  Math.max(Date.now(), Math.round(largestOffset + performance.now()));

/** A clock that goes on from what another one has just said, such as the database's. */
export function goingOnFrom(said: number): () => number {
  const aheadMs = said - performance.now();
  return () => Math.round(aheadMs + performance.now());
}

/**
 * The clock of a channel.
 *
 * @param offsetMs `clock_offset_ms` of the channel's row
 * @throws RangeError for an offset that is not a whole number of milliseconds, 0 or more
 */
export function channelNow(offsetMs: number): number {
  return realNow() + checkedOffset(offsetMs);
}

/**
 * The offset after a channel's clock was moved forward. The clock never goes back: what has become
 * due has been done.
 *
 * @throws RangeError for a move backwards
 */
export function movedForward(offsetMs: number, byMs: number): number {
  return checkedOffset(checkedOffset(offsetMs) + checkedOffset(byMs));
}

function checkedOffset(ms: number): number {
  if (!Number.isSafeInteger(ms) || ms < 0) {
    throw new RangeError(`a clock moves forward by whole milliseconds, not by ${ms}`);
  }
  return ms;
}
