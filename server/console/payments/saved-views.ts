/** Filters that an administrator keeps under a name. */
import type { SavedView } from '../../../contract/admin-api.ts';
import type { Database } from '../../store/database.ts';

export async function viewsOf(db: Database, owner: string): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('console_views')
    .selectAll()
    .where('owner', '=', owner)
    .orderBy('name')
    .execute();
  return rows.map(({ name, filter }) => ({ name, filter: JSON.parse(filter) }));
}

/** In place of the one with the same name. */
export async function keepView(
  db: Database,
  owner: string,
  name: string,
  wanted: object,
): Promise<SavedView> {
  const filter = JSON.stringify(wanted);
  await db
    .insertInto('console_views')
    .values({ owner, name, filter })
    .onConflict((conflict) => conflict.columns(['owner', 'name']).doUpdateSet({ filter }))
    .execute();
  return { name, filter: JSON.parse(filter) };
}

/** False for one that there is not. */
export async function removeView(db: Database, owner: string, name: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('console_views')
    .where('owner', '=', owner)
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
