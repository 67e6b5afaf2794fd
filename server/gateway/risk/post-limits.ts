/** How many posts of a form are read at all: a flood costs openings of seals and rows. */
import type { GatewayContext } from '../context.ts';
import { velocityOf } from '../entities/index.ts';
import type { Checkout } from '../records/index.ts';
import { tooManyRequests } from '../requests/index.ts';
import { countedAddress } from './keys.ts';
import { areFew } from './shared-limits.ts';

/** A form reports twice, and once more for each time that it is sent. */
const REPORTS = { checkout: 10, address: 60 } as const;
/** A shop's page is known after a few reports: one address brings no more that is new. */
const NEW_REPORTS_A_DAY = 5;

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
  const isFew = await areFew({ db, vault }, channel.id, [
    { what: 'submits by checkout', value: id, most: SUBMITS_A_MINUTE.checkout },
    { what: 'submits by address', value: countedAddress(ip), most: SUBMITS_A_MINUTE.address },
  ]);
  if (!isFew) throw tooManyRequests();
}

/** Counts a report of a page's scripts. @param ip address of the shopper */
export const isAmongFewReports = (
  gateway: GatewayContext,
  { id, channel }: Checkout,
  ip: string,
): Promise<boolean> =>
  areFew(gateway, channel.id, [
    { what: 'page reports by checkout', value: id, window: 'hour', most: REPORTS.checkout },
    { what: 'page reports by address', value: countedAddress(ip), most: REPORTS.address },
  ]);

/** Counts a report that brings scripts of which nothing was known. @param ip address of the shopper */
export const isAmongFewNewReports = (
  gateway: GatewayContext,
  { channel }: Checkout,
  ip: string,
): Promise<boolean> => {
  const value = countedAddress(ip);
  return areFew(gateway, channel.id, [
    { what: 'new scripts by address', value, window: 'day', most: NEW_REPORTS_A_DAY },
  ]);
};
