/** A payment with everything that it refers to and that refers to it. */
import { findPayment, type Payment, toPayment } from '../gateway/records/payments.ts';
import type { Database } from '../store/database.ts';

/** The whole family, in the order in which it was made; the payment itself is in it. */
export async function linkedPayments(db: Database, payment: Payment): Promise<Payment[]> {
  const family = [await rootOf(db, payment)];
  for (let generation = family; generation.length > 0; family.push(...generation)) {
    const parents = generation.map(({ id }) => id);
    const rows = await db
      .selectFrom('payments')
      .selectAll()
      .where('referenced_id', 'in', parents)
      .execute();
    generation = rows.map(toPayment);
  }
  return family.sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1));
}

async function rootOf(db: Database, payment: Payment): Promise<Payment> {
  if (payment.referenced_id === null) return payment;
  const original = await findPayment(db, payment.referenced_id);
  return original ? rootOf(db, original) : payment;
}
