/**
 * Reports of a gateway on SQLite are read by a thread with a connection of its own: `node:sqlite` reads
 * at once and keeps all else from running, and a report over a year takes seconds.
 */
import { closeDatabase, openReportDatabase } from './database.ts';
import type { Reader } from './replica.ts';

export interface SqliteReports extends Reader {
  /** Refuses what waits, after the statement that is read. */
  stop(): Promise<void>;
}

/** The file has to be there, with its tables. */
export function openSqliteReports(dataDir: string): SqliteReports {
  const db = openReportDatabase(dataDir);
  return {
    // What is committed is read by every connection to the file.
    read: (_freshness, work) => work(db),
    stop: () => closeDatabase(db),
  };
}
