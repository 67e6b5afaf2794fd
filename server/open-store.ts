/** Opens what both the server and the administration work on; each trouble names its setting. */
import type { Config } from './config.ts';
import { using } from './start-error.ts';
import { closeDatabase, type Database, openDatabase } from './store/database.ts';
import { migrate } from './store/migrate.ts';
import { openVault, type Vault } from './vault/vault.ts';

/** @throws StartError where it cannot be reached, opened, created or brought up to date */
export async function openStore(config: Config): Promise<Database> {
  const place =
    config.databaseUrl === undefined
      ? 'the database in DATA_DIR cannot be used'
      : 'the database of DATABASE_URL cannot be used';
  const db = await using(place, () => openDatabase(config));
  try {
    await using(place, () => migrate(db));
    return db;
  } catch (error) {
    await closeDatabase(db);
    throw error;
  }
}

/** @throws StartError where the keys are malformed, or not those of this database */
export const openVaultOf = (db: Database, { vaultKeys, dataDir }: Config): Promise<Vault> =>
  using(
    vaultKeys === undefined
      ? 'the key file in DATA_DIR cannot be used'
      : 'VAULT_KEYS cannot be used',
    () => openVault({ db, vaultKeys, dataDir }),
  );
