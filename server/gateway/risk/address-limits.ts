/** What an address may do in a minute without a token, at whichever instance. */
import { LRUCache } from 'lru-cache';
import type { GatewayContext } from '../context.ts';
import { countedAddress } from './keys.ts';
import { areFew } from './shared-limits.ts';

const MOST_A_MINUTE = {
  /** A valid token has no part in it. */
  'failed authentications': 60,
  /** A page with a bad policy makes many. */
  'reports of a policy': 60,
  /** Of the console, to sign in. */
  'tries to sign in': 60,
} as const;

/** For so long an address that has done too much is refused without asking the database. */
const REMEMBERED_MS = 5_000;
const REMEMBERED_ADDRESSES = 10_000;

/** Counts one more for the address; false where there were too many. */
export type AddressLimit = (ip: string) => Promise<boolean>;

/** Call once for each instance. */
export function addressLimit(
  gateway: Pick<GatewayContext, 'db' | 'vault'>,
  what: keyof typeof MOST_A_MINUTE,
): AddressLimit {
  const refused = new LRUCache<string, true>({ max: REMEMBERED_ADDRESSES, ttl: REMEMBERED_MS });
  return async (ip) => {
    const value = countedAddress(ip);
    if (refused.has(value)) return false;
    const isFew = await areFew(gateway, '', [{ what, value, most: MOST_A_MINUTE[what] }]);
    if (!isFew) refused.set(value, true);
    return isFew;
  };
}
