/** What captures, refunds, reversals and chargebacks do not have themselves stands in the payment they began with. */
import type { Database } from '../../store/database.ts';
import type { Payment } from '../../store/records/payment.ts';
import { paymentsById } from './payments-by-id.ts';

/** The same payments, each with the card and the reference of its first one where it has none of its own. */
export async function asFirstPayment(
  db: Database,
  payments: readonly Payment[],
): Promise<Payment[]> {
  const firsts = await firstOf(db, payments);
  return payments.map((payment, at) => {
    const first = firsts[at] ?? payment;
    return {
      ...payment,
      card: payment.card ?? first.card,
      issuerCountry: payment.issuerCountry ?? first.issuerCountry,
      merchantTransactionId: payment.merchantTransactionId ?? first.merchantTransactionId,
    };
  });
}

/** A refund of a capture leads to the preauthorisation, in two steps; all of a page take each step together. */
async function firstOf(db: Database, payments: readonly Payment[]): Promise<readonly Payment[]> {
  const ids = payments.flatMap(({ referencedId }) => referencedId ?? []);
  const before = await paymentsById(db, [...new Set(ids)]);
  if (before.size === 0) return payments;
  return firstOf(
    db,
    payments.map((payment) => before.get(payment.referencedId ?? '') ?? payment),
  );
}
