/** Opens what both the server and the administration work on; each trouble names its setting. */
import type { Config } from './config.ts';
import { using } from './start-error.ts';
import {
  closeDatabase,
  type Database,
  type DatabaseLocation,
  openDatabase,
} from './store/database.ts';
import { migrate } from './store/migrate.ts';
import { openVault, type Vault } from './vault/vault.ts';

/** @throws StartError where it cannot be reached, opened, created or brought up to date */
export async function openStore(config: Config): Promise<Database> {
  const { databaseUrl, databaseMigrationUrl } = config;
  const place = databaseUrl === undefined ? 'in DATA_DIR' : 'of DATABASE_URL';
  if (databaseUrl !== undefined) {
    const migrated =
      databaseMigrationUrl === undefined
        ? `the database ${place}`
        : 'the database of DATABASE_MIGRATION_URL';
    await closeDatabase(await openMigrated(migrated, withoutLimits(config)));
  }
  return openMigrated(`the database ${place}`, config);
}

/** The database for what takes its time, past a pooler where there is one. */
export const withoutLimits = (config: Config): DatabaseLocation => ({
  ...config,
  databaseTimeoutMs: undefined,
  ...(config.databaseMigrationUrl !== undefined && {
    databaseUrl: config.databaseMigrationUrl,
    databasePoolMode: undefined,
  }),
});

async function openMigrated(name: string, location: DatabaseLocation): Promise<Database> {
  const place = `${name} cannot be used`;
  const db = await using(place, () => openDatabase(location).catch(nameThePooler));
  try {
    await using(place, () => migrate(db));
    return db;
  } catch (error) {
    await closeDatabase(db);
    throw error;
  }
}

/** What a pooler says of a connection that lasts. */
function nameThePooler(error: unknown): never {
  const { message } = error as Error;
  if (!/unsupported startup parameter/.test(message)) throw error;
  throw new Error(`a pooler such as PgBouncer needs DATABASE_POOL_MODE=transaction (${message})`, {
    cause: error,
  });
}

/** @throws StartError where the keys are malformed, or not those of this database */
export const openVaultOf = (db: Database, { vaultKeys, dataDir }: Config): Promise<Vault> =>
  using(
    vaultKeys === undefined
      ? 'the key file in DATA_DIR cannot be used'
      : 'VAULT_KEYS cannot be used',
    () => openVault({ db, vaultKeys, dataDir }),
  );
