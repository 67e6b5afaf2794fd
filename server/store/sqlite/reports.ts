/**
 * Reports of a gateway on SQLite are read by processes with connections of their own: `node:sqlite` reads
 * at once and keeps all else from running, and a report over a year takes seconds.
 */
import { closeDatabase, type DatabaseLocation, openReportDatabase } from '../database.ts';
import type { Reader } from '../replica.ts';

export interface SqliteReports extends Reader {
  /** Breaks off what is read, and refuses what waits. */
  stop(): Promise<void>;
}

/** The file has to be there, with its tables. */
export function openSqliteReports({
  dataDir,
  databaseTimeoutMs,
}: Pick<DatabaseLocation, 'dataDir' | 'databaseTimeoutMs'>): SqliteReports {
  const db = openReportDatabase(dataDir, databaseTimeoutMs);
  return {
    // What is committed is read by every connection to the file.
    read: (_freshness, work) => work(db),
    stop: () => closeDatabase(db),
  };
}
