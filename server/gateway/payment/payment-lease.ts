/** The lease of a payment in doubt: whose it is to ask the connector, and to settle it (D14). */
import type { Database, Transaction } from '../../store/database.ts';
import { databaseNow } from '../../store/dialect.ts';
import { LEASE_MS, whileRenewing } from '../../store/lease.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { GatewayContext } from '../context.ts';
import { connectorOf } from '../processors/index.ts';

/** When a lease that begins now ends, unless it is renewed; never beyond what the connector allows. */
export const leaseEnd = (
  gateway: GatewayContext,
  db: Database | Transaction,
  payment: Pick<Payment, 'connector'>,
) => databaseNow(db, Math.min(LEASE_MS, connectorOf(gateway, payment).leaseMs));

/** Does work on a payment that this instance has taken; its lease is renewed meanwhile. */
export function holding<T>(
  gateway: GatewayContext,
  { id, leaseToken, connector }: Pick<Payment, 'id' | 'leaseToken' | 'connector'>,
  work: () => Promise<T>,
): Promise<T> {
  const { db } = gateway;
  const renew = () =>
    db
      .updateTable('payments')
      .set({ lease_until: databaseNow(db, LEASE_MS) })
      .where('id', '=', id)
      .where('state', '=', 'in_doubt')
      .where('lease_token', '=', leaseToken)
      // A longer one is a pause before the connector is asked again.
      .where('lease_until', '<', databaseNow(db, LEASE_MS))
      .execute();
  return whileRenewing(renew, work, connectorOf(gateway, { connector }).leaseMs);
}

/** Leaves a payment to the sweepers at once: no call about it is under way any more. */
export async function release(
  { db }: GatewayContext,
  { id, leaseToken }: Pick<Payment, 'id' | 'leaseToken'>,
): Promise<void> {
  await db
    .updateTable('payments')
    .set({ lease_until: databaseNow(db), lease_token: null })
    .where('id', '=', id)
    .where('state', '=', 'in_doubt')
    .where('lease_token', '=', leaseToken)
    .execute();
}
