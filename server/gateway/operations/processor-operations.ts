/**
 * What a processor has done by itself with a payment of ours, and what has come for a voucher: booked as
 * if the merchant had asked for it, reported to the merchant like anything else.
 */
import { isPrepayment } from '../../../contract/other-brands.ts';
import { APPROVED } from '../../../contract/payment-mode.ts';
import type { ProcessorOperation } from '../../connectors/connector.ts';
import { channelNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { databaseNow, inTransaction, isUniqueViolation } from '../../store/dialect.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { GatewayContext } from '../context.ts';
import { type Channel, findChannel } from '../entities/index.ts';
import { publishPaymentEvent } from '../events/index.ts';
import { newId, newNdc } from '../ids.ts';
import {
  postOrRelease,
  postReceipt,
  type ReferenceType,
  reserve,
  settleIn,
  unsettledPayment,
} from '../payment/index.ts';
import { findPayment, findPaymentByReference, insertPayment } from '../records/index.ts';
import { ApiError } from '../requests/index.ts';
import { chargeBack } from './chargeback.ts';

/** Something of its payment is not decided here: told again, it may fit. */
export class EarlyOperation extends Error {}

/**
 * @returns false where it does not fit the ledger: an operator has to look at it
 * @throws EarlyOperation while it may be early
 */
export async function recordProcessorOperation(
  gateway: GatewayContext,
  reported: ProcessorOperation,
): Promise<boolean> {
  // Asked before and after: what is decided in between may be what it waited for.
  const isEarly = await isUndecided(gateway.db, reported);
  const isRecorded = await recordNow(gateway, reported).catch((error: unknown) => {
    if (isUniqueViolation(error)) return true;
    throw error;
  });
  // Told twice at once, the first has used up what the second is for.
  if (isRecorded || (await findPayment(gateway.db, reported.reference))) return true;
  if (isEarly || (await isUndecided(gateway.db, reported))) {
    throw new EarlyOperation(`the ${reported.paymentType} does not fit our ledger yet`);
  }
  return false;
}

/** Whether the payment, its captures or what was asked for of them may still change the ledger. */
async function isUndecided(
  db: Database,
  { referenced, paymentType }: ProcessorOperation,
): Promise<boolean> {
  // A voucher is pending until all has come.
  const open = paymentType === 'RC' ? (['in_doubt'] as const) : (['pending', 'in_doubt'] as const);
  const found = await db
    .selectFrom('payments as original')
    .leftJoin('payments as capture', 'capture.referenced_id', 'original.id')
    .select('original.id')
    .where('original.reference', '=', referenced)
    .where((eb) =>
      eb.or([
        eb('original.state', 'in', open),
        eb('original.reserved', '>', 0),
        eb('capture.reserved', '>', 0),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

async function recordNow(gateway: GatewayContext, reported: ProcessorOperation): Promise<boolean> {
  const original = await findPaymentByReference(gateway.db, reported.referenced);
  const channel = original && (await findChannel(gateway.db, original.entityId));
  if (!original || !channel) return false;
  const { paymentType, amount, currency, reference: id, resultCode: code, details } = reported;
  if (paymentType === 'RC' && !isPrepayment(original.brand)) return false;
  if (currency !== original.currency) return false;
  // Its own reference is its id: reported again, it is there already.
  if (await findPayment(gateway.db, id)) return true;
  // One of a part cannot be written here: a payment is reversed or it is not.
  if (paymentType === 'RV' && amount !== original.amount) return false;
  if (paymentType === 'CB') {
    const input = { units: amount, code };
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
    const late = await post(gateway, trx, begun, channel);
    if (!late) return false;
    const operation: Payment = {
      ...begun,
      state: 'succeeded',
      resultCode: APPROVED[original.mode],
      resultDetails: { ...details, ...late },
      settledAt: channelNow(channel.clockOffsetMs),
      leaseUntil: null,
      leaseToken: null,
    };
    await insertPayment(trx, operation);
    await publishPaymentEvent(gateway, trx, 'succeeded', { before: begun, after: operation });
    return true;
  });
}

/**
 * Posts the operation to the ledger.
 * @returns what its answer says beside; undefined where the ledger does not allow it
 */
async function post(
  gateway: GatewayContext,
  trx: Transaction,
  operation: Payment,
  channel: Channel,
): Promise<Payment['resultDetails'] | undefined> {
  const { type, amount, referencedId } = operation;
  if (type === 'RC') {
    const voucher = await takeReceipt(gateway, trx, referencedId ?? '', amount, channel);
    // The merchant has to decide: its money is there, and the order may be gone.
    return voucher && (voucher.state === 'failed' ? { LateReceipt: 'true' } : {});
  }
  if (!(await reserve(trx, referencedId ?? '', type as ReferenceType, amount))) return undefined;
  await postOrRelease(trx, operation, 'succeeded');
  return {};
}

/**
 * Takes money that has come for a voucher. What is whole settles it, in the same transaction.
 * @param amount smallest units of the currency
 * @returns the voucher as it is then; undefined where this is not booked: it was cancelled, or less is left
 */
async function takeReceipt(
  gateway: GatewayContext,
  trx: Transaction,
  paymentId: string,
  amount: number,
  channel: Channel,
): Promise<Payment | undefined> {
  const voucher = await postReceipt(trx, paymentId, amount);
  if (voucher?.state !== 'pending' || voucher.captured < voucher.amount) return voucher;
  // Other code that wants to end it waits for this transaction, and finds it ended.
  const taken = { state: 'in_doubt', lease_token: newId() } as const;
  await trx
    .updateTable('payments')
    .set({ ...taken, lease_until: databaseNow(trx) })
    .where('id', '=', paymentId)
    .execute();
  const payment: Payment = { ...voucher, state: 'in_doubt', leaseToken: taken.lease_token };
  const answer = { resultCode: APPROVED[voucher.mode], details: voucher.resultDetails };
  const { settled } = await settleIn(gateway, trx, payment, channel, answer);
  return settled;
}
