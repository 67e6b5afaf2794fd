/** Finds payments, and writes new ones. */
import { REGISTRATION } from '../../../contract/catalogue.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { databaseNow } from '../../store/dialect.ts';
import { keptQuery } from '../../store/kept-query.ts';
import { type Payment, paymentFromRow, paymentToRow } from '../../store/records/payment.ts';
import type { Channel } from '../entities/index.ts';
import { ApiError } from '../requests/index.ts';

/** In doubt for so long that the merchant reads its outcome as unknown. */
export const isOutcomeUnknown = ({ state, resultCode }: Pick<Payment, 'state' | 'resultCode'>) =>
  state === 'in_doubt' && resultCode === RESULT.outcomeUnknown;

const paymentById = keptQuery((db, { id }: { id: string }) =>
  db.selectFrom('payments').selectAll().where('id', '=', id),
);

export async function findPayment(
  db: Database | Transaction,
  id: string,
): Promise<Payment | undefined> {
  const [row] = (await paymentById(db, { id })).rows;
  return row && paymentFromRow(row);
}

/** @throws Error where there is none */
export async function existingPayment(trx: Transaction, id: string): Promise<Payment> {
  const row = await trx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return paymentFromRow(row);
}

/** @param reference ours towards the connector */
export async function findPaymentByReference(
  db: Database,
  reference: string,
): Promise<Payment | undefined> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row && paymentFromRow(row);
}

export async function insertPayment(trx: Transaction, payment: Payment): Promise<void> {
  await trx.insertInto('payments').values(paymentToRow(payment)).execute();
}

/**
 * A payment of the channel.
 * @throws ApiError (404) when it is unknown or of another channel
 */
export async function ownPayment(db: Database, channel: Channel, id: string): Promise<Payment> {
  const payment = await findPayment(db, id);
  const isOwn = payment?.entityId === channel.id && payment.type !== REGISTRATION;
  if (!isOwn) throw new ApiError(404, RESULT.transactionNotFound);
  return payment;
}

/**
 * The payments of the channel with this reference of the merchant, latest first.
 * @throws ApiError (400) when there is none
 */
export async function paymentsByMerchantTransaction(
  db: Database,
  channel: Channel,
  merchantTransactionId: string,
): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('merchant_transaction_id', '=', merchantTransactionId)
    .where('entity_id', '=', channel.id)
    .where('type', '<>', REGISTRATION)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  if (rows.length === 0) throw new ApiError(400, RESULT.transactionNotFound);
  return rows.map(paymentFromRow);
}

/** The one of these registrations that a shopper has last paid with, or stored by paying; undefined where none has. */
export async function lastPaidWith(
  db: Database,
  registrationIds: readonly string[],
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payments')
    .select('registration_id')
    .where('registration_id', 'in', registrationIds)
    .where('state', '=', 'succeeded')
    .where('schedule_id', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.registration_id ?? undefined;
}

/** Has the sweepers ask at once about a payment whose outcome is unknown: it may be known now. */
export async function retryNow(db: Database, paymentId: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ lease_until: databaseNow(db) })
    .where('id', '=', paymentId)
    .where('state', '=', 'in_doubt')
    .where('result_code', '=', RESULT.outcomeUnknown)
    .execute();
}
