import type { PlacedOrder } from './orders.ts';

const FIRST_SECONDS = 5;
const LONGEST_SECONDS = 60;
const ASKED_SECONDS = 30 * 60;

/**
 * When the page of an order that waits asks again by itself, for the `Refresh` header, which needs no
 * script. The longer the order has waited, the later, so that it can be read in peace; `undefined` where
 * nothing is to be waited for, or it has taken half an hour.
 */
export function secondsToAskAgain(
  { known }: Pick<PlacedOrder, 'known'>,
  now: Date,
): number | undefined {
  if (known?.state !== 'pending') return undefined;
  const waited = (now.getTime() - known.since.getTime()) / 1000;
  if (waited > ASKED_SECONDS) return undefined;
  return Math.min(LONGEST_SECONDS, Math.max(FIRST_SECONDS, Math.round(waited)));
}
