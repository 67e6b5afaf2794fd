/** Payments that others name: an approval, a chargeback, a capture. */
import type { Database } from '../../store/database.ts';
import { type Payment, paymentFromRow } from '../../store/records/payment.ts';

export async function paymentsById(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Payment>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('payments').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, paymentFromRow(row)]));
}
