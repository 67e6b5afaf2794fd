/** A payment with everything that it refers to and that refers to it. */

import { findPayment } from '../gateway/records/index.ts';
import type { Database } from '../store/database.ts';
import { type Payment, paymentFromRow } from '../store/records/payment.ts';

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
    generation = rows.map(paymentFromRow);
  }
  return family.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}

async function rootOf(db: Database, payment: Payment): Promise<Payment> {
  if (payment.referencedId === null) return payment;
  const original = await findPayment(db, payment.referencedId);
  return original ? rootOf(db, original) : payment;
}
