import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import { isGivenUp, isPostgres, isTransient, isUniqueViolation } from './dialect.ts';
import { MIGRATIONS, type NamedMigration, runMigration } from './migrations/index.ts';

const ATTEMPTS = 5;

/**
 * Brings the tables up to date: all missing migrations in one transaction, or none. Several
 * instances may do this at the same moment: SQLite's transaction is exclusive, on PostgreSQL a row is
 * locked until the transaction ends (`postgresDialect`).
 *
 * @returns the names of the migrations that were run: none when another instance had done it
 * @throws the error of the migration that failed, or one that says that the database is of a newer
 * release
 */
export async function migrate<T>(
  db: Kysely<T>,
  migrations: readonly NamedMigration[] = MIGRATIONS,
): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateOnce(db, migrations);
    } catch (error) {
      // An instance of the release before goes on working meanwhile, and one of the two may be given up;
      // of two that find an empty database one has made the table that the other was to make.
      const isUndone = isTransient(error) || isGivenUp(error) || isUniqueViolation(error);
      if (attempt === ATTEMPTS || !isUndone) throw error;
    }
  }
}

/** Names of this release's migrations that the database does not have: it was replaced by an older one. */
export async function missingMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const table = sql.table(DEFAULT_MIGRATION_TABLE);
  const { rows } = await sql<{ name: string }>`select name from ${table}`.execute(db);
  const done = new Set(rows.map(({ name }) => name));
  return MIGRATIONS.flatMap(({ name }) => (done.has(name) ? [] : [name]));
}

/** When a migration was run, epoch milliseconds. Undefined where it was not. */
export async function migratedAt<T>(db: Kysely<T>, name: string): Promise<number | undefined> {
  const table = sql.table(DEFAULT_MIGRATION_TABLE);
  const { rows } = await sql<{
    timestamp: string;
  }>`select timestamp from ${table} where name = ${name}`.execute(db);
  const [row] = rows;
  return row && Date.parse(row.timestamp);
}

async function migrateOnce<T>(
  db: Kysely<T>,
  migrations: readonly NamedMigration[],
): Promise<string[]> {
  const byName = Object.fromEntries(
    migrations.map((migration) => [
      migration.name,
      { up: (within: Kysely<unknown>) => runMigration(migration, within) },
    ]),
  );
  const provider = { getMigrations: async () => byName };
  const run = async (within: Kysely<T>): Promise<string[]> => {
    const { error, results = [] } = await new Migrator({ db: within, provider }).migrateToLatest();
    if (error !== undefined) throw error;
    return results.map(({ migrationName }) => migrationName);
  };
  return isPostgres(db) ? db.transaction().execute(run) : run(db);
}
