/** Which of some ids have the page of a payment. */
import { REGISTRATION } from '../../../contract/catalogue.ts';
import type { Database } from '../../store/database.ts';

/** @param entities whose payments; all where it is absent */
export async function paymentsAmong(
  db: Database,
  ids: readonly string[],
  entities?: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Set();
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('id', 'in', wanted)
    .where('type', '<>', REGISTRATION)
    .$if(entities !== undefined, (query) => query.where('entity_id', 'in', entities ?? []))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
