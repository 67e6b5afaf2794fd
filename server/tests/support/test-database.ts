import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Database, type DatabaseLocation, openDatabase } from '../../store/database.ts';
import { migrate } from '../../store/migrate.ts';

/** A database of one test file, empty at first, gone afterwards. */
export interface TestDatabase {
  /** For those who open it themselves, more than once if they want. */
  readonly location: DatabaseLocation;
  /** A connection to it, with all tables. */
  readonly db: Database;
  /** Closes `db`; what else was opened is for the test to close. */
  drop(): Promise<void>;
}

const { TEST_DATABASE_URL: serverUrl } = process.env;

/** True when the tests run on PostgreSQL. */
export const isTestedOnPostgres = serverUrl !== undefined;

/**
 * Creates a database for a test: SQLite in a temporary directory, or, where `TEST_DATABASE_URL` names
 * a PostgreSQL server and a role that may create databases, a database there.
 *
 * @example
 * const { db, drop } = await openTestDatabase();
 * afterAll(drop);
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { location, drop } = await createTestDatabase();
  const db = await openDatabase(location);
  await migrate(db);
  return {
    location,
    db,
    async drop() {
      await db.destroy();
      await drop();
    },
  };
}

/** The same without tables and without a connection. */
export async function createTestDatabase(): Promise<Pick<TestDatabase, 'location' | 'drop'>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  const removeDirectory = () => rm(dataDir, { recursive: true, force: true });
  if (serverUrl === undefined) return { location: { dataDir }, drop: removeDirectory };

  const name = `gateway_test_${randomBytes(8).toString('hex')}`;
  const databaseUrl = new URL(serverUrl);
  databaseUrl.pathname = `/${name}`;
  // No client is connected to template0, so that test files can do this at the same moment.
  await onServer(
    serverUrl,
    `create database ${name} template template0`,
    // Nothing of a test has to survive the server's power.
    `alter database ${name} set synchronous_commit = off`,
  );
  return {
    location: { dataDir, databaseUrl: databaseUrl.href },
    async drop() {
      // A connection that a killed instance left behind goes first. `with (force)` would do both, but fails where
      // the server happens to vacuum the database: that process is not this role's to end.
      await onServer(
        serverUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = '${name}' and usename = current_user`,
        `drop database ${name}`,
      );
      await removeDirectory();
    },
  };
}

async function onServer(connectionString: string, ...commands: readonly string[]): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    for (const command of commands) await client.query(command);
  } finally {
    await client.end();
  }
}
