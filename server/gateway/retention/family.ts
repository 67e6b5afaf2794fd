/** A payment and what was made of it. */
import type { Database } from '../../store/database.ts';
import type { PaymentRow } from '../../store/tables.ts';

/** All that refers to these payments, and what refers to that: parents stand before their children. */
export async function descendantsOf(
  db: Database,
  roots: readonly Pick<PaymentRow, 'id'>[],
): Promise<PaymentRow[]> {
  const descendants: PaymentRow[] = [];
  for (let generation = roots; generation.length > 0; ) {
    const ids = generation.map(({ id }) => id);
    const rows = await db
      .selectFrom('payments')
      .selectAll()
      .where('referenced_id', 'in', ids)
      .execute();
    descendants.push(...rows);
    generation = rows;
  }
  return descendants;
}
