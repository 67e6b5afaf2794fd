/**
 * Leases: how long work belongs to the instance that took it. They are written and compared by the
 * database's clock (`databaseNow`), short, and renewed while the work goes on. Each has a token, which
 * every taking draws anew: an instance that was taken for dead changes nothing with an old one.
 */

/** Work of an instance that died is free after this long. */
export const LEASE_MS = 5_000;

/*
 * Leases that are not renewed, and a pause. Higher rooms take them; they stand here because a clock that is
 * set back would prolong them (`set-back.ts`).
 */
/** A call of a checkout's result page, and the pause between two of them. */
export const RESULT_CALL_MS = 20_000;
/** A compensation at a processor: longer than all of its steps take. */
export const COMPENSATING_MS = 30_000;
/** A card that a processor has stored is stored here by then, or never; no later look at it waits longer. */
export const CARD_STORED_WITHIN_MS = 60 * 60_000;

/** Three renewals may fail before the lease ends. */
const RENEW_EVERY_MS = 1_000;

/**
 * Does work whose lease is renewed until the work ends. A renewal that fails is tried again with the
 * next one.
 * @param atMostMs milliseconds after which the lease is left to end: work that hangs must not keep it
 */
export async function whileRenewing<T>(
  renew: () => Promise<unknown>,
  work: () => Promise<T>,
  atMostMs = Number.POSITIVE_INFINITY,
): Promise<T> {
  const lastRenewal = performance.now() + atMostMs - LEASE_MS;
  let isRenewing = false;
  const timer = setInterval(async () => {
    if (performance.now() > lastRenewal) clearInterval(timer);
    else if (!isRenewing) {
      isRenewing = true;
      await renew().catch(() => undefined);
      isRenewing = false;
    }
  }, RENEW_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
