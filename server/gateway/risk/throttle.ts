/** How many posts of a form are read at all: a flood costs openings of seals and rows. */
import type { GatewayContext } from '../context.ts';
import { VELOCITY_WINDOWS_MS, velocityOf } from '../entities/index.ts';
import type { Checkout } from '../records/index.ts';
import { tooManyRequests } from '../requests/index.ts';
import { countAttempt } from './counters.ts';
import { countedAddress, hasher } from './keys.ts';

/** Of an address so many that a mobile carrier's shoppers fit behind it; rules do the rest. */
const SUBMITS_A_MINUTE = { checkout: 20, address: 600 } as const;

/**
 * Counts a post of the form, where the channel has velocity rules.
 * @param ip address of the shopper
 * @throws ApiError (429)
 */
export async function throttleSubmits(
  { db, vault }: GatewayContext,
  { id, channel }: Checkout,
  ip: string,
): Promise<void> {
  if (!velocityOf(channel.settings)) return;
  const hash = hasher(vault, channel.id);
  const values = { checkout: id, address: countedAddress(ip) };
  const keys = (['checkout', 'address'] as const).map((key) => ({
    rule: `submits by ${key}/minute`,
    hash: hash(`submits by ${key}`, values[key]),
    windowMs: VELOCITY_WINDOWS_MS.minute,
  }));
  const [ofCheckout, ofAddress] = await countAttempt(db, channel.id, keys);
  const isTooMany =
    (ofCheckout?.counts.attempts ?? 0) > SUBMITS_A_MINUTE.checkout ||
    (ofAddress?.counts.attempts ?? 0) > SUBMITS_A_MINUTE.address;
  if (isTooMany) throw tooManyRequests();
}
