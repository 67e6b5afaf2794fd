/** Money that has come for a voucher. What is whole settles it, in the same transaction. */
import { APPROVED } from '../../../contract/payment-mode.ts';
import type { Transaction } from '../../store/database.ts';
import { databaseNow } from '../../store/dialect.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { GatewayContext } from '../context.ts';
import { newId } from '../ids.ts';
import { postReceipt } from './ledger.ts';
import { settleIn } from './settle.ts';

/**
 * @param amount smallest units of the currency
 * @returns the voucher as it is then; undefined where this is not booked: it was cancelled, or less is left
 */
export async function takeReceipt(
  gateway: GatewayContext,
  trx: Transaction,
  paymentId: string,
  amount: number,
  clockOffsetMs: number,
): Promise<Payment | undefined> {
  const voucher = await postReceipt(trx, paymentId, amount);
  if (voucher?.state !== 'pending' || voucher.captured < voucher.amount) return voucher;
  // Whoever else wants to end it waits for this transaction, and finds it ended.
  const taken = { state: 'in_doubt', lease_token: newId() } as const;
  await trx
    .updateTable('payments')
    .set({ ...taken, lease_until: databaseNow(trx) })
    .where('id', '=', paymentId)
    .execute();
  const payment: Payment = { ...voucher, state: 'in_doubt', leaseToken: taken.lease_token };
  const answer = { resultCode: APPROVED[voucher.mode], details: voucher.resultDetails };
  const { settled } = await settleIn(gateway, trx, payment, clockOffsetMs, answer);
  return settled;
}
