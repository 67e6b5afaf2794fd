/** Payments written straight into the tables, for tests that need many, or types that no request can ask for. */

import type { GatewayContext } from '../../gateway/context.ts';
import { findChannel } from '../../gateway/entities/entities.ts';
import { newId } from '../../gateway/ids.ts';
import { unsettledPayment } from '../../gateway/payment/attempt.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import { paymentToRow } from '../../store/records/payment.ts';
import type { PaymentRow } from '../../store/tables.ts';

/** Rows of one statement: SQLite binds 32,766 parameters at most. */
const ROWS_AT_ONCE = 500;

export type NewRow = (
  given: Partial<PaymentRow> & Pick<PaymentRow, 'entity_id' | 'created_at'>,
) => PaymentRow;

/** Rows as the gateway writes them: a debit of 1.00 EUR that was approved, with what is given on top. */
export async function paymentRows(gateway: GatewayContext, channelId: string): Promise<NewRow> {
  const channel = await findChannel(gateway.db, channelId);
  if (!channel) throw new Error(`there is no channel ${channelId}`);
  const debit = unsettledPayment(newId(), {
    ...{ channel, ndc: newId(), paymentType: 'DB', brand: 'VISA' },
    ...{ amount: 100, currency: 'EUR', parameters: {}, mode: 'INTERNAL' },
  });
  return (given) => ({
    ...paymentToRow(debit),
    ...{ id: newId(), reference: newId(), ndc: newId(), lease_until: null, lease_token: null },
    ...{ state: 'succeeded', result_code: '000.100.110', settled_at: given.created_at },
    ...given,
  });
}

/** Originals come before what refers to them. */
export const insertPayments = (db: Database, rows: readonly PaymentRow[]): Promise<void> =>
  inTransaction(db, async (trx) => {
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      const some = rows.slice(start, start + ROWS_AT_ONCE);
      await trx.insertInto('payments').values(some).execute();
    }
  });
