/** `DELETE /v1/checkouts/{id}`: the merchant gives up a checkout, and what is unfinished in it. */
import { RESULT } from '../../../contract/result-by-name.ts';
import { channelNow } from '../../store/clock.ts';
import { inTransaction } from '../../store/dialect.ts';
import type { GatewayContext } from '../context.ts';
import { publishPaymentEvent } from '../events/index.ts';
import { outcomeOf } from '../payment/index.ts';
import {
  type Checkout,
  findCheckout,
  findPayment,
  hasExpired,
  refuseUnlessOpen,
} from '../records/index.ts';
import { ApiError, type Pairs, readServerParameters } from '../requests/index.ts';
import { endPending } from '../undecided/index.ts';

/**
 * @returns names of parameters that were not understood
 * @throws ApiError when it is paid, or not there any more
 */
export async function deleteCheckout(
  gateway: GatewayContext,
  checkout: Checkout,
  pairs: Pairs = [],
): Promise<readonly string[]> {
  const { parameters, ignored } = readServerParameters(checkout.channel, pairs, 'checkout.delete');
  await endCheckout(gateway, checkout, parameters['merchantTransactionId'] ?? null);
  return ignored;
}

async function endCheckout(
  gateway: GatewayContext,
  checkout: Checkout,
  reference: string | null,
): Promise<void> {
  const { db } = gateway;
  if (checkout.paidId !== null) await publishTooLate(gateway, checkout.paidId, reference);
  refuseUnlessOpen(checkout);
  for (;;) {
    const current = await findCheckout(db, checkout.id);
    // What was decided meanwhile stands.
    if (current && current.paidId !== null) {
      await publishTooLate(gateway, current.paidId, reference);
      return refuseUnlessOpen(current);
    }
    if (!current || hasExpired(current)) return;
    if (current.payingId === null) {
      // An error must have changed nothing, so this comes last: the checkout ends while no payment is open.
      const { numUpdatedRows } = await db
        .updateTable('checkouts')
        .set({ expires_at: channelNow(current.channel.clockOffsetMs), call_due_at: null })
        .where('id', '=', checkout.id)
        .where('paid_id', 'is', null)
        .where('paying_id', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 1n) return;
      continue;
    }
    const { state } = await outcomeOf(gateway, current.payingId);
    if (state === 'in_doubt') {
      throw new ApiError(400, RESULT.invalidParameter, 'a payment of this checkout is being made');
    }
    const ended = await endPending(gateway, current.payingId, RESULT.cancelledByMerchant, {
      reference,
    });
    if (ended?.state === 'pending') {
      throw new ApiError(400, RESULT.invalidParameter, 'a payment of this checkout is pending');
    }
  }
}

/** What a checkout that only stores a card was paid with is no payment: nothing is given up. */
async function publishTooLate(
  gateway: GatewayContext,
  paymentId: string,
  reference: string | null,
): Promise<void> {
  await inTransaction(gateway.db, async (trx) => {
    const payment = await findPayment(trx, paymentId);
    if (!payment) return;
    const states = { before: payment, after: payment, discardReference: reference };
    await publishPaymentEvent(gateway, trx, 'discard_failed', states);
  });
}
