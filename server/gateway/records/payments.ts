/** Payments, as they are kept and as they are read. */

import type { Parameters } from '../../../contract/parameters.ts';
import { RESULT } from '../../../contract/result-by-name.ts';

import type { CardDetails, ConnectorChecks, NextStep } from '../../connectors/connector.ts';
import { realNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import type { PaymentRow } from '../../store/tables.ts';
import type { Channel } from '../entities/entities.ts';
import { Refusal } from '../requests/api-error.ts';

/** What may be shown of a card. */
export interface ShownCard {
  readonly bin: string;
  readonly last4Digits: string;
  readonly holder?: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
}

export interface Payment
  extends Omit<PaymentRow, 'parameters' | 'card' | 'result_details' | 'checks' | 'next_step'> {
  readonly parameters: Parameters;
  /** Absent on captures, reversals and refunds, and with brands that are no cards. */
  readonly card: ShownCard | undefined;
  readonly resultDetails: Readonly<Record<string, string>>;
  readonly checks: ConnectorChecks;
  /** What the shopper has to do, while there is something. */
  readonly nextStep: NextStep | undefined;
}

export const shownCard = ({ number, holder, expiryMonth, expiryYear }: CardDetails): ShownCard => ({
  bin: number.slice(0, 6),
  last4Digits: number.slice(-4),
  ...(holder !== undefined && { holder }),
  expiryMonth,
  expiryYear,
});

export const isUncertain = ({ state, result_code }: Pick<PaymentRow, 'state' | 'result_code'>) =>
  state === 'in_doubt' && result_code === RESULT.outcomeUnknown;

export async function findPayment(
  db: Database | Transaction,
  id: string,
): Promise<Payment | undefined> {
  const row = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toPayment(row);
}

/**
 * A payment of the channel.
 * @throws Refusal (404) when it is unknown or somebody else's
 */
export async function ownPayment(db: Database, channel: Channel, id: string): Promise<Payment> {
  const payment = await findPayment(db, id);
  if (payment?.entity_id !== channel.id) throw new Refusal(404, RESULT.transactionNotFound);
  return payment;
}

/**
 * The payments of the channel with this reference of the merchant, latest first.
 * @throws Refusal (400) when there is none
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
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  if (rows.length === 0) throw new Refusal(400, RESULT.transactionNotFound);
  return rows.map(toPayment);
}

export function toPayment(row: PaymentRow): Payment {
  const { parameters, card, result_details, checks, next_step, ...rest } = row;
  const shown = JSON.parse(card);
  return {
    ...rest,
    parameters: JSON.parse(parameters),
    card: 'bin' in shown ? shown : undefined,
    resultDetails: JSON.parse(result_details),
    checks: JSON.parse(checks),
    nextStep: next_step === null ? undefined : JSON.parse(next_step),
  };
}

/** Has the sweepers ask at once about a payment whose outcome is unknown: it may be known now. */
export async function retryNow(db: Database, paymentId: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ lease_until: realNow() })
    .where('id', '=', paymentId)
    .where('state', '=', 'in_doubt')
    .where('result_code', '=', RESULT.outcomeUnknown)
    .execute();
}
