import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readOrCreatePrivateFile } from '../store/private-file.ts';

const FILE_NAME = 'vault-keys';

/**
 * The text of the key file of a data directory; created with one random key, readable by this user
 * only, where there is none. Instances that start at once end with the same file.
 */
export const readKeyFile = (dataDir: string): Promise<string> =>
  readOrCreatePrivateFile(join(dataDir, FILE_NAME), newKeyFile);

/** As in `VAULT_KEYS`, so that an operator can copy it there. */
const newKeyFile = (): string =>
  `${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}\n`;
