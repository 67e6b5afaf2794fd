import { Kysely, type Transaction as KyselyTransaction, type LogEvent } from 'kysely';
import { type StatementSent, statementSent } from '../diagnostics.ts';
import { type PostgresAddress, postgresAddress } from './postgres/address.ts';
import { postgresDialect } from './postgres/dialect.ts';
import { type PoolMode, postgresPool } from './postgres/pool.ts';
import { sqliteDialect, sqliteReportDialect } from './sqlite/dialect.ts';
import { openSqliteFile } from './sqlite/file.ts';
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
  /** In which PostgreSQL has to answer a statement, and SQLite one of a report; absent for work that takes its time. */
  readonly databaseTimeoutMs?: number | undefined;
}

/**
 * Opens the database and checks that it answers. It has no tables yet: see `migrate`.
 *
 * @throws when it cannot be reached, opened or created
 */
export async function openDatabase<T = Tables>(location: DatabaseLocation): Promise<Kysely<T>> {
  const { databaseUrl, dataDir } = location;
  const dialect =
    databaseUrl === undefined
      ? sqliteDialect(() => openSqliteFile(dataDir))
      : onPostgres(postgresAddress(databaseUrl), location);
  const db = new Kysely<T>({ dialect, ...statementLog() });
  try {
    await db.connection().execute(async () => undefined);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

/**
 * The SQLite database of the directory, for reading beside everything else.
 * @param timeoutMs in which a statement has to be read; absent for one that takes its time
 */
export const openReportDatabase = (dataDir: string, timeoutMs?: number): Database =>
  new Kysely({ dialect: sqliteReportDialect(dataDir, timeoutMs), ...statementLog() });

/**
 * Connections to a replica, for reading. Whether it answers turns out later: a start does not wait for it.
 * @param databaseUrl of the replica, or of several
 */
export function connectReplica(databaseUrl: string, location: DatabaseLocation): Database {
  const address = { ...postgresAddress(databaseUrl), kind: 'read-only' as const };
  return new Kysely({ dialect: onPostgres(address, location) });
}

function onPostgres(
  address: PostgresAddress,
  { databaseConnections, databasePoolMode, databaseTimeoutMs }: DatabaseLocation,
) {
  const pool = postgresPool(address, databaseConnections, databasePoolMode, databaseTimeoutMs);
  const { length: hosts } = address.hosts;
  return postgresDialect(pool, hosts, databasePoolMode, databaseTimeoutMs);
}

/** Closes the database, after the transactions that are running. */
export const closeDatabase = <T>(db: Kysely<T>): Promise<void> => db.destroy();

/** Statements are published only where there is a subscriber: each one costs a look at the clock. */
const statementLog = () => (statementSent.hasSubscribers ? { log: publishStatement } : {});

const publishStatement = ({ level, query, queryDurationMillis: durationMs }: LogEvent): void =>
  statementSent.publish({
    sql: query.sql,
    durationMs,
    hasFailed: level === 'error',
  } satisfies StatementSent);
