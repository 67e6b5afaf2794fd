/** Leads the shopper to the page of the result. */
import { option } from './options.ts';

/** True when the browser is on its way; false for an address that is none. */
export function leaveTo(address: string): boolean {
  const url = URL.parse(address, location.href);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  if (option('paymentTarget') === '_top') open(url, '_top');
  else location.assign(url);
  return true;
}
