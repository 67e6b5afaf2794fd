/** How the database goes about what some work asks of a table. */
import { vi } from 'vitest';
import type { Database } from '../../store/database.ts';
import { isPostgres } from '../../store/dialect.ts';

export async function plansOf(
  db: Database,
  table: string,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const executor = db.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  const plans: string[] = [];
  const explain = isPostgres(db) ? 'explain' : 'explain query plan';
  const spy = vi.spyOn(executor, 'executeQuery').mockImplementation(async (query) => {
    if (query.sql.includes(`from "${table}"`)) {
      const { rows } = await execute({ ...query, sql: `${explain} ${query.sql}` });
      plans.push(JSON.stringify(rows));
    }
    return execute(query);
  });
  await work();
  spy.mockRestore();
  return plans;
}
