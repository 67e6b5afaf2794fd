/**
 * Payments of which their processor cannot be asked: a capture, reversal, refund or credit cannot be
 * given up as a charge can, because what it may have moved could not be taken back. It is in doubt for
 * as long as it takes, its amount stays reserved; what the merchant reads becomes definite.
 */

import { toAmount } from '../../../contract/currency.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { channelNow } from '../../store/clock.ts';
import { inTransaction } from '../../store/dialect.ts';
import { type Payment, paymentFromRow, paymentToRow } from '../../store/records/payment.ts';
import type { GatewayContext } from '../context.ts';
import { publishPaymentEvent } from '../events/index.ts';
import type { ReferenceType } from '../payment/index.ts';
import { retryNow } from '../records/index.ts';
import { ApiError } from '../requests/index.ts';

/** A processor is asked about it again and again, with this pause, milliseconds. */
export const OUTCOME_UNKNOWN_PAUSE_MS = 5 * 60_000;
/** Clients take 000.200.000 for what is decided within half an hour (compatibility.md, 5.1). */
const PENDING_AT_MOST_MS = 30 * 60_000;

/** Tells the merchant so, once, when the time for a pending result is over. */
export async function markOutcomeUnknown(
  gateway: GatewayContext,
  payment: Payment,
  clockOffsetMs: number,
): Promise<void> {
  const isLate = channelNow(clockOffsetMs) >= payment.createdAt + PENDING_AT_MOST_MS;
  if (!isLate || payment.resultCode === RESULT.outcomeUnknown) return;
  const why = 'the processor cannot tell what became of it: the amount stays reserved until it can';
  await inTransaction(gateway.db, async (trx) => {
    // What it is for comes first, as when it is settled: messages of one charge have an order.
    await trx
      .selectFrom('payments')
      .select('id')
      .where('id', '=', payment.referencedId)
      .forUpdate()
      .execute();
    const resultDetails = { ExtendedDescription: why };
    const row = await trx
      .updateTable('payments')
      .set(paymentToRow({ resultCode: RESULT.outcomeUnknown, resultDetails }))
      .where('id', '=', payment.id)
      .where('state', '=', 'in_doubt')
      .where('lease_token', '=', payment.leaseToken)
      .returningAll()
      .executeTakeFirst();
    if (!row) return;
    const states = { before: payment, after: paymentFromRow(row) };
    await publishPaymentEvent(gateway, trx, 'confirmation', states);
  });
}

const REFUSED: Readonly<Record<ReferenceType, string>> = {
  CP: RESULT.amountExceedsCapturable,
  RV: RESULT.referenceNotReversible,
  RF: RESULT.amountExceedsRefundable,
};

/**
 * Who tries again what has read as failed must not move the money twice.
 * @throws ApiError while the outcome of an earlier operation on the payment is unknown
 */
export async function refuseWhileOutcomeUnknown(
  { db }: GatewayContext,
  original: Pick<Payment, 'id'>,
  type: ReferenceType,
): Promise<void> {
  const earlier = await db
    .selectFrom('payments')
    .selectAll()
    .where('referenced_id', '=', original.id)
    .where('state', '=', 'in_doubt')
    .where('result_code', '=', RESULT.outcomeUnknown)
    .executeTakeFirst();
  if (!earlier) return;
  await retryNow(db, earlier.id);
  const money = `${toAmount(earlier.amount, earlier.currency)} ${earlier.currency}`;
  const why = `what became of the ${earlier.type} of ${money} is not known yet`;
  throw new ApiError(400, REFUSED[type], why);
}
