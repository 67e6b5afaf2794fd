/** 3-D Secure by itself: the shopper is authenticated now, and a payment uses that once, later. */

import { AUTHENTICATION } from '../../../contract/catalogue.ts';
import { toAmount } from '../../../contract/currency.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { channelNow } from '../../store/clock.ts';
import type { Database } from '../../store/database.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { GatewayContext } from '../context.ts';
import type { Channel } from '../entities/index.ts';
import { findPayment } from '../records/index.ts';
import { ApiError, invalidParameter } from '../requests/index.ts';
import type { PaymentOrder } from './order.ts';

const ID = 'threeDSecure.id';
/** As long as card schemes take an authentication for. */
const VALID_MS = 90 * 24 * 60 * 60_000;

/** @throws ApiError (404) */
export async function ownAuthentication(
  db: Database,
  channel: Channel,
  id: string,
): Promise<Payment> {
  const found = await findPayment(db, id);
  if (found?.entityId !== channel.id || found.type !== AUTHENTICATION) {
    throw new ApiError(404, RESULT.transactionNotFound, 'there is no such authentication');
  }
  return found;
}

/**
 * The order with what its authentication found out, as if the merchant had sent that. Whether it was
 * used before shows when the payment is written.
 * @throws ApiError naming `threeDSecure.id`
 */
export async function withAuthentication(
  { db, vault }: GatewayContext,
  order: PaymentOrder,
): Promise<PaymentOrder> {
  const { channel, card, parameters } = order;
  const { [ID]: id } = parameters;
  if (id === undefined) return order;
  const refuse = (why: string) => invalidParameter(ID, id, why);
  const found = await findPayment(db, id);
  if (found?.entityId !== channel.id || found.type !== AUTHENTICATION) {
    throw refuse('must be an authentication of this channel');
  }
  const { threeDSecure } = found.checks;
  if (found.state !== 'succeeded' || !threeDSecure) {
    throw refuse('must be an authentication that has succeeded');
  }
  if (!card || found.cardFingerprint !== vault.fingerprint(card.number)) {
    throw refuse('must be an authentication of the card that pays');
  }
  if (found.mode !== order.mode) throw refuse(`must be of the same testMode, ${order.mode}`);
  const limit = `${toAmount(found.amount, found.currency)} ${found.currency}`;
  if (found.currency !== order.currency || order.amount > found.amount) {
    throw refuse(`was given for ${limit}, and not for more`);
  }
  if (channelNow(channel.clockOffsetMs) >= (found.settledAt ?? 0) + VALID_MS) {
    throw refuse('has expired: an authentication is valid for 90 days');
  }
  const { eci, verificationId, dsTransactionId, acsTransactionId, version } = threeDSecure;
  const proof = { eci, verificationId, dsTransactionId, acsTransactionId, version };
  const sent = Object.entries(proof).flatMap(([name, value]) =>
    value === undefined ? [] : [[`threeDSecure.${name}`, value] as const],
  );
  return {
    ...order,
    authenticationId: id,
    parameters: { ...parameters, ...Object.fromEntries(sent) },
  };
}

/** Another payment has used the authentication meanwhile, or long ago. */
export const authenticationUsed = (id: string) =>
  invalidParameter(ID, id, 'was used by another payment: it is good for one');
