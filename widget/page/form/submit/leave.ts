/** Leads the shopper to the page of the result. */
import { option } from '../../interface/options.ts';
import { parseUrl } from '../parse-url.ts';

/**
 * True when the browser is on its way; false for an address that is none.
 * @param isOnTheWay the result is elsewhere: this leads to a wallet or to the bank
 */
export function leaveTo(address: string, isOnTheWay = false): boolean {
  const url = parseUrl(address, location.href);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  const asked = option('paymentTarget');
  const target = asked && (isOnTheWay ? '_top' : option('shopperResultTarget'));
  if (target) open(url, target);
  else location.assign(url);
  return true;
}
