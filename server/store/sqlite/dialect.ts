import type { DatabaseSync } from 'node:sqlite';
import {
  type Dialect,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { SqliteDriver } from './driver.ts';
import { SqliteReportDriver } from './report-driver.ts';

/**
 * Kysely on `node:sqlite`. Kysely's own SQLite driver expects another library, and begins deferred
 * transactions, which fail instead of waiting when two processes write.
 *
 * @param open gives a connection to the database, set up; called twice, before the first query
 */
export const sqliteDialect = (open: () => Promise<DatabaseSync>): Dialect =>
  dialectOf(() => new SqliteDriver(open));

/** Reads only, and in processes of its own. */
export const sqliteReportDialect = (dataDir: string, timeoutMs: number | undefined): Dialect =>
  dialectOf(() => new SqliteReportDriver(dataDir, timeoutMs));

const dialectOf = (createDriver: Dialect['createDriver']): Dialect => ({
  createDriver,
  createAdapter: () => new Adapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new Compiler(),
});

class Adapter extends SqliteAdapter {
  /** The driver queues what writes; its queue is fair and tells a statement that waits for itself. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** Puts all migrations into one transaction; `begin immediate` is their lock. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const LOCKS: ReadonlySet<string> = new Set(['ForUpdate', 'ForShare', 'SkipLocked']);

class Compiler extends SqliteQueryCompiler {
  /** A transaction has the database to itself: `for update skip locked` says nothing here. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!LOCKS.has(node.modifier ?? '')) super.visitSelectModifier(node);
  }
}
