/** The reversal of a direct debit that its bank has not settled: nothing was moved, and nothing will be. */
import { isDirectDebit } from '../../../contract/other-brands.ts';
import { APPROVED } from '../../../contract/payment-mode.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { inTransaction } from '../../store/dialect.ts';
import type { Payment } from '../../store/records/payment.ts';
import { appendAudit } from '../access/index.ts';
import type { GatewayContext } from '../context.ts';
import { publishPaymentEvent } from '../events/index.ts';
import { insertPayment } from '../records/index.ts';
import { endPending } from '../undecided/index.ts';

const TAKEN_BACK = RESULT.cancelledByMerchant;

/** Whether its bank has still to settle it, or will not, because it was taken back just now. */
export const isUnsettledDebit = ({ brand, type, state, nextStep, resultCode }: Payment): boolean =>
  isDirectDebit(brand) &&
  type === 'DB' &&
  ((state === 'pending' && !nextStep) || (state === 'failed' && resultCode === TAKEN_BACK));

/**
 * @param reversal as it begins
 * @returns the reversal; undefined where the debit was settled first, or reversed before
 */
export async function takeBackDebit(
  gateway: GatewayContext,
  debit: Payment,
  reversal: Payment,
  audit: Omit<Parameters<typeof appendAudit>[2], 'action' | 'subject'>,
): Promise<Payment | undefined> {
  const { merchantTransactionId: reference, settledAt: _, ...rest } = reversal;
  await endPending(gateway, debit.id, TAKEN_BACK, {
    reference,
    only: (eb) => eb('next_step', 'is', null),
  });
  return inTransaction(gateway.db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('payments')
      .set({ reversed: debit.amount })
      .where('id', '=', debit.id)
      .where('state', '=', 'failed')
      .where('result_code', '=', TAKEN_BACK)
      .where('reversed', '=', 0)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return undefined;
    const done: Payment = {
      ...rest,
      merchantTransactionId: reference,
      state: 'succeeded',
      resultCode: APPROVED[debit.mode],
      settledAt: reversal.createdAt,
      leaseToken: null,
    };
    await insertPayment(trx, done);
    await publishPaymentEvent(gateway, trx, 'succeeded', { before: reversal, after: done });
    await appendAudit(gateway.vault, trx, { ...audit, action: 'reversal', subject: debit.id });
    return done;
  });
}
