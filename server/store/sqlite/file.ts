import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { whenNotBusy } from './statements.ts';

const FILE_NAME = 'gateway.sqlite';

/**
 * A commit survives power loss (`synchronous`), what is deleted is overwritten (`secure_delete`),
 * and several processes may use the file (`journal_mode`).
 */
const SETTINGS = [
  'pragma journal_mode = wal',
  'pragma synchronous = full',
  'pragma foreign_keys = on',
  'pragma secure_delete = on',
  'pragma trusted_schema = off',
];

/** Opens the database file of a data directory; creates both, readable by this user only. */
export async function openSqliteFile(dataDir: string): Promise<DatabaseSync> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, FILE_NAME);
  createUnlessThere(path);
  const database = new DatabaseSync(path, { defensive: true });
  try {
    for (const setting of SETTINGS) await whenNotBusy(() => database.exec(setting));
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/**
 * SQLite gives its log and index files the mode of the database file. One that is there is not opened here:
 * closing it would end the locks that this process has on it, and another process, as the last one that has
 * it open, would delete the log that we write to (fcntl(2)).
 */
function createUnlessThere(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
