/** Where the gateway is: as the script's own address says, or as the page does. */

import type { CheckoutEndpoint } from '../form/gateway-client.ts';
import { parseUrl } from '../form/parse-url.ts';
import { warn } from '../interface/console-note.ts';
import { option } from '../interface/options.ts';

type Address = Pick<CheckoutEndpoint, 'origin' | 'base'>;

/**
 * A script that the shop serves itself, or a cache in front of it, cannot know the gateway by its own
 * address. Undefined, and said why, when `baseUrl` is not what it has to be.
 */
export function gatewayAddress(own: Address): Address | undefined {
  const base = option('baseUrl');
  if (!base) return own;
  const url = base.endsWith('/') && parseUrl(base);
  if (url) return { origin: url.origin, base: base.slice(0, -1) };
  warn(`wpwlOptions.baseUrl is "${base}". Give a whole address that ends with "/".`);
  return undefined;
}
