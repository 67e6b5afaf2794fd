/**
 * The ledger of a payment that captures, reversals and refunds are for. Money is reserved before the
 * connector is called, by one conditional update, and booked or released after (D14).
 */

import {
  type ExpressionBuilder,
  type SqlBool,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely';
import { isPrepayment, OTHER_BRANDS } from '../../../contract/other-brands.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { Transaction } from '../../store/database.ts';
import { type Payment, paymentFromRow } from '../../store/records/payment.ts';
import type { Tables } from '../../store/tables.ts';

export type ReferenceType = 'CP' | 'RV' | 'RF';

type Update = UpdateQueryBuilder<Tables, 'payments', 'payments', UpdateResult>;

/** One that waits for its money is undone like one that has it. */
const openVoucher = (eb: ExpressionBuilder<Tables, 'payments'>) =>
  eb.and([eb('state', '=', 'pending'), eb('brand', 'in', PREPAYMENTS)]);

const PREPAYMENTS = [...OTHER_BRANDS.keys()].filter(isPrepayment);

/** What has to be true of a payment for each operation on it. */
const CONDITIONS: Readonly<Record<ReferenceType, (update: Update, amount: number) => Update>> = {
  CP: (update, amount) =>
    update
      .where('state', '=', 'succeeded')
      .where('type', '=', 'PA')
      .where('reversed', '=', 0)
      .where(sql<SqlBool>`captured + reserved + ${amount} <= amount`),
  RV: (update) =>
    update
      .where((eb) => eb.or([eb('state', '=', 'succeeded'), openVoucher(eb)]))
      .where('type', 'in', ['PA', 'DB'])
      .where('reversed', '=', 0)
      .where('captured', '=', 0)
      .where('refunded', '=', 0)
      .where('charged_back', '=', 0)
      .where('reserved', '=', 0),
  RF: (update, amount) =>
    update
      .where('state', '=', 'succeeded')
      .where('type', 'in', ['DB', 'CP', 'RC'])
      .where('reversed', '=', 0)
      .where(sql<SqlBool>`refunded + reserved + charged_back + ${amount} <= amount`),
};

/**
 * Posts what has come for a voucher, as captured: while it can be paid, and when it was not paid in time
 * too, because the money is there. Nothing comes for one that was cancelled, or beyond its amount.
 * @returns the voucher as it is then; undefined where nothing was changed
 */
export async function postReceipt(
  trx: Transaction,
  paymentId: string,
  amount: number,
): Promise<Payment | undefined> {
  const row = await trx
    .updateTable('payments')
    .set((eb) => ({ captured: eb('captured', '+', amount) }))
    .where('id', '=', paymentId)
    .where('type', '=', 'PA')
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['pending', 'succeeded']),
        eb.and([eb('state', '=', 'failed'), eb('result_code', '=', RESULT.pendingTimedOut)]),
      ]),
    )
    .where('reversed', '=', 0)
    .where(sql<SqlBool>`captured + reserved + ${amount} <= amount`)
    .returningAll()
    .executeTakeFirst();
  return row && paymentFromRow(row);
}

/** Reserves the amount. Answers false, having changed nothing, where the ledger does not allow it. */
export async function reserve(
  trx: Transaction,
  paymentId: string,
  type: ReferenceType,
  amount: number,
): Promise<boolean> {
  const update = trx
    .updateTable('payments')
    .set((eb) => ({ reserved: eb('reserved', '+', amount) }))
    .where('id', '=', paymentId);
  const { numUpdatedRows } = await CONDITIONS[type](update, amount).executeTakeFirst();
  return numUpdatedRows === 1n;
}

const POSTED = { CP: 'captured', RV: 'reversed', RF: 'refunded' } as const;

/** Ends a reservation: posts it when the operation succeeded; one that is pending keeps it. */
export async function postOrRelease(
  trx: Transaction,
  operation: Payment,
  state: Payment['state'],
): Promise<void> {
  if (operation.referencedId === null || state === 'pending') return;
  const { amount, type } = operation;
  const column = POSTED[type as ReferenceType];
  await trx
    .updateTable('payments')
    .set((eb) => ({
      reserved: eb('reserved', '-', amount),
      ...(state === 'succeeded' && { [column]: eb(column, '+', amount) }),
    }))
    .where('id', '=', operation.referencedId)
    .execute();
}

/**
 * Posts what the cardholder's bank took back of a DB or CP, of what is neither refunded nor reversed.
 * Answers false, having changed nothing, where the ledger does not allow it.
 */
export async function postChargeback(
  trx: Transaction,
  paymentId: string,
  amount: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payments')
    .set((eb) => ({ charged_back: eb('charged_back', '+', amount) }))
    .where('id', '=', paymentId)
    .where('state', '=', 'succeeded')
    .where('reversed', '=', 0)
    .where(sql<SqlBool>`refunded + reserved + charged_back + ${amount} <= amount`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
