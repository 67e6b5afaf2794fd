/** Payments written straight into the tables, for tests that need many, or types that nobody asks for. */
import { newId } from '../gateway/ids.ts';
import type { Database } from '../store/database.ts';
import { inTransaction } from '../store/dialect.ts';
import type { PaymentRow } from '../store/tables.ts';

/** Rows of one statement: SQLite binds 32,766 parameters at most. */
const ROWS_AT_ONCE = 500;

/** A debit of 1.00 EUR that the simulator approved, with what is given on top. */
export function paymentRow(
  given: Partial<PaymentRow> & Pick<PaymentRow, 'entity_id' | 'created_at'>,
): PaymentRow {
  return {
    id: newId(),
    checkout_id: null,
    type: 'DB',
    brand: 'VISA',
    amount: 100,
    currency: 'EUR',
    state: 'succeeded',
    result_code: '000.100.110',
    result_details: '{}',
    parameters: '{}',
    card: '{}',
    card_fingerprint: null,
    referenced_id: null,
    registration_id: null,
    merchant_transaction_id: null,
    acquirer_tx_id: null,
    checks: '{}',
    captured: 0,
    refunded: 0,
    reversed: 0,
    charged_back: 0,
    reserved: 0,
    connector: 'simulator',
    mode: 'INTERNAL',
    reference: newId(),
    ndc: newId(),
    settled_at: given.created_at,
    lease_until: null,
    next_step: null,
    due_at: null,
    end_code: null,
    end_reference: null,
    notification_url: null,
    result_url: null,
    embedder: null,
    ...given,
  };
}

/** Originals come before what refers to them. */
export const insertPayments = (db: Database, rows: readonly PaymentRow[]): Promise<void> =>
  inTransaction(db, async (trx) => {
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      const some = rows.slice(start, start + ROWS_AT_ONCE);
      await trx.insertInto('payments').values(some).execute();
    }
  });
