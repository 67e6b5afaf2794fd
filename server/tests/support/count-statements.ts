/** What a gateway sends to its database while it does something. */
import { vi } from 'vitest';
import type { Database } from '../../store/database.ts';

/** In their order, without values; those of transactions too, without begin and commit. */
export async function statementsOf(db: Database, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  // What the executors share, those of transactions too.
  const executors = Object.getPrototypeOf(Object.getPrototypeOf(db.getExecutor()));
  const { executeQuery } = executors;
  const spy = vi.spyOn(executors, 'executeQuery').mockImplementation(function noteAndExecute(
    this: unknown,
    ...[query, ...rest]: unknown[]
  ) {
    statements.push((query as { sql: string }).sql);
    return executeQuery.call(this, query, ...rest);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return statements;
}
