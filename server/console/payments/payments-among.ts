/** Which of some ids have the page of a payment. */
import { REGISTRATION } from '../../../contract/catalogue.ts';
import type { Database } from '../../store/database.ts';

export async function paymentsAmong(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Set();
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('id', 'in', wanted)
    .where('type', '<>', REGISTRATION)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
