/** Payments, as they are kept and as they are read. */
import type { Parameters } from '../../contract/parameters.ts';
import type { CardDetails } from '../connectors/connector.ts';
import type { Database, Transaction } from '../store/database.ts';
import type { PaymentRow } from '../store/tables.ts';

/** What may be shown of a card. */
export interface ShownCard {
  readonly bin: string;
  readonly last4Digits: string;
  readonly holder?: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
}

export interface Payment extends Omit<PaymentRow, 'parameters' | 'card' | 'result_details'> {
  readonly parameters: Parameters;
  readonly card: ShownCard;
  readonly resultDetails: Readonly<Record<string, string>>;
}

export const shownCard = ({ number, holder, expiryMonth, expiryYear }: CardDetails): ShownCard => ({
  bin: number.slice(0, 6),
  last4Digits: number.slice(-4),
  ...(holder !== undefined && { holder }),
  expiryMonth,
  expiryYear,
});

export async function findPayment(
  db: Database | Transaction,
  id: string,
): Promise<Payment | undefined> {
  const row = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const { parameters, card, result_details, ...rest } = row;
  return {
    ...rest,
    parameters: JSON.parse(parameters),
    card: JSON.parse(card),
    resultDetails: JSON.parse(result_details),
  };
}
