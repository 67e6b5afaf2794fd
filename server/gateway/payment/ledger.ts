/**
 * The ledger of a payment that captures, reversals and refunds are for. Money is reserved before the
 * connector is called, by one conditional update, and booked or released after (D14).
 */

import { type SqlBool, sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { Transaction } from '../../store/database.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { Tables } from '../../store/tables.ts';

export type ReferenceType = 'CP' | 'RV' | 'RF';

type Update = UpdateQueryBuilder<Tables, 'payments', 'payments', UpdateResult>;

/** What has to be true of a payment for each operation on it, beside having succeeded. */
const CONDITIONS: Readonly<Record<ReferenceType, (update: Update, amount: number) => Update>> = {
  CP: (update, amount) =>
    update
      .where('type', '=', 'PA')
      .where('reversed', '=', 0)
      .where(sql<SqlBool>`captured + reserved + ${amount} <= amount`),
  RV: (update) =>
    update
      .where('type', 'in', ['PA', 'DB'])
      .where('reversed', '=', 0)
      .where('captured', '=', 0)
      .where('refunded', '=', 0)
      .where('charged_back', '=', 0)
      .where('reserved', '=', 0),
  RF: (update, amount) =>
    update
      .where('type', 'in', ['DB', 'CP'])
      .where('reversed', '=', 0)
      .where(sql<SqlBool>`refunded + reserved + charged_back + ${amount} <= amount`),
};

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
    .where('id', '=', paymentId)
    .where('state', '=', 'succeeded');
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
