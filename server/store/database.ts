import { Kysely, type Transaction as KyselyTransaction } from 'kysely';
import { postgresAddress } from './postgres-address.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { type PoolMode, postgresPool } from './postgres-pool.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { openSqliteFile } from './sqlite-file.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;

export interface DatabaseLocation {
  /** `postgres://…`, with several hosts too; SQLite in `dataDir` when absent. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  /** To PostgreSQL, at most; see `postgresPool`. */
  readonly databaseConnections?: number | undefined;
  readonly databasePoolMode?: PoolMode | undefined;
  /** In which PostgreSQL has to answer a statement; absent for work that takes its time. */
  readonly databaseTimeoutMs?: number | undefined;
}

/**
 * Opens the database and checks that it answers. It has no tables yet: see `migrate`.
 *
 * @throws when it cannot be reached, opened or created
 */
export async function openDatabase<T = Tables>({
  databaseUrl,
  dataDir,
  databaseConnections,
  databasePoolMode,
  databaseTimeoutMs,
}: DatabaseLocation): Promise<Kysely<T>> {
  const address = databaseUrl === undefined ? undefined : postgresAddress(databaseUrl);
  const dialect = address
    ? postgresDialect(
        postgresPool(address, databaseConnections, databasePoolMode, databaseTimeoutMs),
        address.hosts.length,
        databasePoolMode,
        databaseTimeoutMs,
      )
    : sqliteDialect(() => openSqliteFile(dataDir));
  const db = new Kysely<T>({ dialect });
  try {
    await db.connection().execute(async () => undefined);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

/** Closes the database, after the transactions that are running. */
export const closeDatabase = <T>(db: Kysely<T>): Promise<void> => db.destroy();
