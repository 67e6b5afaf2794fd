/** What the developer of a page is told where there is no form to draw. */

import { maskedText } from '../../contract/card-numbers-in-text.ts';
import { isLiveCheckoutId } from '../gateway/ids.ts';
import { CHECKOUT_VALIDITY_MS, type Checkout } from '../gateway/records/index.ts';
import type { ApiError } from '../gateway/requests/index.ts';

const VALID_FOR = `${CHECKOUT_VALIDITY_MS / 60_000} minutes`;

/**
 * One line with what to do. A checkout that is over is everyday life of a shop, so nothing is said of
 * one that is live; a page that the channel does not list never works, and is told in any mode.
 */
export function errorAdvice(
  refusal: ApiError,
  id: string,
  checkout: Checkout | undefined,
): string[] {
  if (refusal.status !== 404) return [`The gateway refuses this form: ${refusal.message}`];
  if (isLiveCheckoutId(id)) return [];
  return [
    checkout
      ? `The checkout is over: one lasts ${VALID_FOR}. Create one for each page, or set getCheckoutId.`
      : `There is no checkout "${maskedText(id)}" here. Take the id from the answer to POST /v1/checkouts of this gateway.${isShapedOtherwise(id) ? OTHER_SHAPE : ''}`,
  ];
}

/** The shape alone: whose id it is, and whether there is one, a page without a token is not told. */
const isShapedOtherwise = (id: string): boolean => /^[0-9a-f]{32}$/.test(id);
const OTHER_SHAPE = ' This one has the shape of a payment’s, a registration’s or an entity’s id.';
