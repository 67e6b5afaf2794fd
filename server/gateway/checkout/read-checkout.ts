/** What the merchant's server and the form read of a checkout. */

import { channelNow } from '../../store/clock.ts';
import type { Database } from '../../store/database.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { Registration } from '../../store/records/registration.ts';
import {
  type Checkout,
  findPayment,
  hasExpired,
  RESULT_READABLE_MS,
  registrationOfCheckout,
} from '../records/index.ts';
import { noSuchCheckout } from '../requests/index.ts';

/**
 * The payment of a checkout: the one that succeeded, else the latest attempt.
 * @returns `undefined` before any attempt
 * @throws ApiError (404) when the checkout expired unpaid, or was paid more than 90 days ago
 */
export async function paymentOf(db: Database, checkout: Checkout): Promise<Payment | undefined> {
  refuseUnreadable(checkout);
  const id = checkout.paidId ?? checkout.latestId;
  return id === null ? undefined : findPayment(db, id);
}

/**
 * The card that a checkout has stored, alone or with its payment.
 * @returns `undefined` while there is none
 * @throws ApiError (404) as above
 */
export async function registrationOf(
  db: Database,
  checkout: Checkout,
): Promise<Registration | undefined> {
  refuseUnreadable(checkout);
  return registrationOfCheckout(db, checkout.id);
}

function refuseUnreadable(checkout: Checkout): void {
  const { paidId, payingId, expiresAt, channel } = checkout;
  const over = channelNow(channel.clockOffsetMs) > expiresAt + RESULT_READABLE_MS;
  const unpaid = paidId === null && payingId === null && hasExpired(checkout);
  if (over || unpaid) throw noSuchCheckout();
}
