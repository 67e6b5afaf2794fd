/** A copy of the running database, for an operator to keep. */
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { CVV_KEY_TABLES } from '../tables/vault-tables.ts';

/** CVVs are never copied, nor are the keys that open them (PCI DSS 3.3.1). */
const NEVER_COPIED = [...CVV_KEY_TABLES, 'cvv_keys', 'card_cvvs'];

/**
 * Writes the whole SQLite database, as it is at one moment, into a new file that only this user reads.
 * The gateway may be running. The file appears when it is complete.
 *
 * @throws Error when the file exists already, or cannot be written
 */
export async function backUpSqlite<T>(db: Kysely<T>, path: string): Promise<void> {
  if (existsSync(path)) throw new Error(`${path} exists already`);
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { force: true });
  const umask = process.umask(0o077);
  try {
    await sql`vacuum into ${unfinished}`.execute(db);
    chmodSync(unfinished, 0o600);
    const copy = new DatabaseSync(unfinished);
    try {
      copy.exec('pragma secure_delete = on; pragma foreign_keys = on');
      for (const table of NEVER_COPIED) copy.exec(`delete from ${table}`);
      copy.exec('vacuum');
    } finally {
      copy.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  } finally {
    process.umask(umask);
  }
}
