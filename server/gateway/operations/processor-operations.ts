/**
 * What a processor has done by itself with a payment of ours: booked as if the merchant had asked for
 * it, reported to the merchant like anything else.
 */

import { toAmount } from '../../../contract/currency.ts';
import { APPROVED } from '../../../contract/payment-mode.ts';
import type { ProcessorOperation } from '../../connectors/connector.ts';
import { channelNow } from '../../store/clock.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { GatewayContext } from '../context.ts';
import { findChannel } from '../entities/index.ts';
import { publishPaymentEvent } from '../events/index.ts';
import { newNdc } from '../ids.ts';
import { postOrRelease, type ReferenceType, reserve, unsettledPayment } from '../payment/index.ts';
import { findPayment, findPaymentByReference, insertPayment } from '../records/index.ts';
import { ApiError } from '../requests/index.ts';
import { chargeBack } from './chargeback.ts';

/**
 * @returns false where it does not fit the ledger: an operator has to look at it
 * @throws Error while it may be early: something of its payment is not decided here
 */
export async function recordProcessorOperation(
  gateway: GatewayContext,
  reported: ProcessorOperation,
): Promise<boolean> {
  // Asked before and after: what is decided in between may be what it waited for.
  const isEarly = await isUndecided(gateway.db, reported.referenced);
  if (await recordNow(gateway, reported)) return true;
  if (isEarly || (await isUndecided(gateway.db, reported.referenced))) {
    throw new Error(`the ${reported.paymentType} does not fit our ledger yet`);
  }
  return false;
}

/** Whether the payment, its captures or what was asked for of them may still change the ledger. */
async function isUndecided(db: Database, reference: string): Promise<boolean> {
  const open = await db
    .selectFrom('payments as original')
    .leftJoin('payments as capture', 'capture.referenced_id', 'original.id')
    .select('original.id')
    .where('original.reference', '=', reference)
    .where((eb) =>
      eb.or([
        eb('original.state', 'in', ['pending', 'in_doubt']),
        eb('original.reserved', '>', 0),
        eb('capture.reserved', '>', 0),
      ]),
    )
    .executeTakeFirst();
  return open !== undefined;
}

async function recordNow(gateway: GatewayContext, reported: ProcessorOperation): Promise<boolean> {
  const original = await findPaymentByReference(gateway.db, reported.referenced);
  const channel = original && (await findChannel(gateway.db, original.entityId));
  if (!original || !channel) return false;
  const { paymentType, amount, currency, reference: id, resultCode: code, details } = reported;
  if (currency !== original.currency) return false;
  // Its own reference is its id: reported again, it is there already.
  if (await findPayment(gateway.db, id)) return true;
  // One of a part cannot be written here: a payment is reversed or it is not.
  if (paymentType === 'RV' && amount !== original.amount) return false;
  if (paymentType === 'CB') {
    const input = { amount: toAmount(amount, currency), code };
    return chargeBack(gateway, channel, original.id, input, id).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError) return false;
        throw error;
      },
    );
  }
  const begun: Payment = {
    ...unsettledPayment(id, {
      channel,
      ndc: newNdc(channel.id),
      paymentType,
      brand: original.brand,
      amount,
      currency,
      parameters: {},
      mode: original.mode,
      connector: original.connector,
      ...(original.notificationUrl && { notificationUrl: original.notificationUrl }),
    }),
    referencedId: original.id,
    reference: id,
  };
  return inTransaction(gateway.db, async (trx) => {
    const isFree = await reserve(trx, original.id, paymentType as ReferenceType, amount);
    if (!isFree) return false;
    await postOrRelease(trx, begun, 'succeeded');
    const operation: Payment = {
      ...begun,
      state: 'succeeded',
      resultCode: APPROVED[original.mode],
      resultDetails: details,
      settledAt: channelNow(channel.clockOffsetMs),
      leaseUntil: null,
      leaseToken: null,
    };
    await insertPayment(trx, operation);
    await publishPaymentEvent(gateway, trx, 'succeeded', { before: begun, after: operation });
    return true;
  });
}
