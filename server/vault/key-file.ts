import { randomBytes } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readOrCreatePrivateFile } from '../store/private-file.ts';

const FILE_NAME = 'vault-keys';

const OTHERS_READ = 0o004;
const OTHERS_WRITE = 0o002;
const GROUP_WRITES = 0o020;
/** Of a directory: only the owner of a file removes or renames it. */
const STICKY = 0o1000;

/**
 * The text of the key file of a data directory; created with one random key, readable by this user
 * only, where there is none. Instances that start at once end with the same file.
 *
 * @throws Error for a file that others can read or replace, or that its group can write: it says what
 * mends it
 */
export async function readKeyFile(dataDir: string): Promise<string> {
  const path = join(dataDir, FILE_NAME);
  const text = await readOrCreatePrivateFile(path, newKeyFile);
  await refuseOpenToOthers(path);
  return text;
}

/** As in `VAULT_KEYS`, so that an operator can copy it there. */
const newKeyFile = (): string =>
  `${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}\n`;

/** Of a link its target counts, and the directories of both. A group may read: it is of one's making. */
async function refuseOpenToOthers(path: string): Promise<void> {
  // Windows has no such modes.
  if (process.platform === 'win32') return;
  const target = await realpath(path);
  const { mode } = await stat(target);
  if ((mode & (OTHERS_READ | OTHERS_WRITE | GROUP_WRITES)) !== 0) {
    const who = (mode & (OTHERS_READ | OTHERS_WRITE)) !== 0 ? 'others than its group' : 'its group';
    const may = (mode & OTHERS_READ) !== 0 ? 'read' : 'write';
    throw new Error(
      `${target} has mode ${octal(mode)}, so ${who} can ${may} it: chmod g-w,o-rw ${target}`,
    );
  }
  for (const directory of new Set([dirname(path), dirname(target)])) {
    const { mode } = await stat(directory);
    if ((mode & OTHERS_WRITE) === 0 || (mode & STICKY) !== 0) continue;
    throw new Error(
      `its directory ${directory} has mode ${octal(mode)}, so others can replace it: chmod o-w ${directory}`,
    );
  }
}

const octal = (mode: number): string => (mode & 0o7777).toString(8);
