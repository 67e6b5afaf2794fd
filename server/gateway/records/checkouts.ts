/** Checkouts, as they are kept and as they are read. */

import type { Parameters } from '../../../contract/parameters.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { channelNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import type { CheckoutRow } from '../../store/tables.ts';
import { type Channel, findChannel } from '../entities/entities.ts';
import { noSuchCheckout, Refusal } from '../requests/api-error.ts';

/** gateway-api.md, "Limits". */
export const CHECKOUT_VALIDITY_MS = 30 * 60_000;
/** How long a checkout's result can be read. */
export const RESULT_READABLE_MS = 90 * 24 * 60 * 60_000;

export interface Checkout extends Omit<CheckoutRow, 'parameters' | 'entity_id'> {
  readonly parameters: Parameters;
  readonly channel: Channel;
}

export async function findCheckout(
  db: Database | Transaction,
  id: string,
): Promise<Checkout | undefined> {
  const row = await db.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirst();
  const channel = row && (await findChannel(db, row.entity_id));
  return row && channel && { ...row, parameters: JSON.parse(row.parameters), channel };
}

/** @throws Refusal (404) where there is none */
export async function existingCheckout(db: Database, id: string): Promise<Checkout> {
  const checkout = await findCheckout(db, id);
  if (!checkout) throw noSuchCheckout();
  return checkout;
}

/** Whether the 30 minutes are over without a payment. */
export const hasExpired = ({ expires_at, channel }: Checkout): boolean =>
  channelNow(channel.clockOffsetMs) >= expires_at;

/** @throws Refusal when the checkout has been paid, or its time is over */
export function refuseUnlessOpen(checkout: Checkout): void {
  if (checkout.paid_id !== null) {
    throw new Refusal(400, RESULT.invalidParameter, 'this checkout is already paid');
  }
  if (hasExpired(checkout)) throw noSuchCheckout();
}
